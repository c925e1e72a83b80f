// Writes the pages that follow from the sources: docs/agents/*, docs/reference/* and llms.txt: node scripts/write-docs.ts
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandSchemas, lostFields } from './docs/command-schemas.ts';
import { renderAgentPages } from './docs/render-agent-pages.ts';
import { renderLlms } from './docs/render-llms.ts';
import { renderReference } from './docs/render-reference.ts';

const ROOT = new URL('..', import.meta.url);
const write = (path: string, text: string): void => {
  const file = fileURLToPath(new URL(path, ROOT));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

// Scripts read what commands print: a field that one had is not taken from it.
const earlier = new URL('docs/public/cli.schema.json', ROOT);
const lost = existsSync(earlier) ? lostFields(JSON.parse(readFileSync(earlier, 'utf8')), commandSchemas()) : [];
if (lost.length > 0) throw new Error(`these fields of docs/public/cli.schema.json would be gone: ${lost.join(', ')}`);

for (const [path, text] of Object.entries({ ...renderAgentPages(), ...renderReference() })) write(path, text);
// The last, since it reads the pages.
write('docs/public/llms.txt', renderLlms(ROOT));
