// Writes the table of docs/search.md that says what the parts of a score are: node scripts/write-search-docs.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { withWhyTable } from './docs/with-why-table.ts';

const page = new URL('../docs/search.md', import.meta.url);
writeFileSync(page, withWhyTable(readFileSync(page, 'utf8')));
