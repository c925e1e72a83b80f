// Writes docs/cli.md from the table of commands: node scripts/write-cli-docs.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderCliDocs } from './docs/render-cli-docs.ts';

writeFileSync(fileURLToPath(new URL('../docs/cli.md', import.meta.url)), renderCliDocs());
