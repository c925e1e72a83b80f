import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileOf } from './session-events.ts';
import { createRandom } from './varied-text.ts';

const FILES = 2_000;
const FILE_BYTES = 4_000;
const RULES = 60;
const COMMIT = '1'.repeat(40);

/** Writes a work tree with files that generated sessions worked on, instructions for agents, and the movements of HEAD. */
export function writeCheckout(folder: string): void {
  const random = createRandom(3);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (let n = 0; n < FILES; n += 1) write(fileOf(random), 'x'.repeat(FILE_BYTES));
  const rules = Array.from({ length: RULES }, (_, n) => `- Part ${n}: run its tests before you commit a change of it.`);
  write('CLAUDE.md', rules.join('\n'));
  write('package.json', '{ "scripts": { "test": "node --test" } }');
  write('.git/HEAD', 'ref: refs/heads/main\n');
  write('.git/refs/heads/main', `${COMMIT}\n`);
  write(
    '.git/logs/HEAD',
    `${'0'.repeat(40)} ${COMMIT} Dev <dev@example.com> 1700000000 +0000\tcommit (initial): First\n`,
  );
}
