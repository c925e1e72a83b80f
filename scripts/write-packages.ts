// Writes packages/ and the marketplace files from the registry of agents and scripts/packages/texts: npm run packages
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderPackages } from './packages/render-packages.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const files = renderPackages();
for (const folder of new Set([...files.keys()].map((path) => path.split('/').slice(0, 2).join('/')))) {
  if (folder.startsWith('packages/')) rmSync(at(folder), { recursive: true, force: true });
}
for (const [path, text] of files) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
process.stdout.write(`${files.size} files\n`);
