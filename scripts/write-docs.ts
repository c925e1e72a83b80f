// Writes the pages that follow from the sources: docs/agents/*, docs/reference/* and llms.txt: node scripts/write-docs.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderAgentPages } from './docs/render-agent-pages.ts';
import { renderLlms } from './docs/render-llms.ts';
import { renderReference } from './docs/render-reference.ts';

const ROOT = new URL('..', import.meta.url);
const write = (path: string, text: string): void => {
  const file = fileURLToPath(new URL(path, ROOT));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

for (const [path, text] of Object.entries({ ...renderAgentPages(), ...renderReference() })) write(path, text);
// The last, since it reads the pages.
write('docs/public/llms.txt', renderLlms(ROOT));
