// `npm run bench:why -- FOLDER`: each line as it was answered, with a memory that is kept in FOLDER; words of real sessions stand in it.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRightPrompt, isRightSession, judgeLines } from './why.ts';

const data = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
for (const line of await judgeLines(data, process.argv[2] ?? mkdtempSync(join(tmpdir(), 'cairn-bench-')))) {
  const judged = { ...line, isRight: isRightSession(line), isPrompt: isRightPrompt(line) };
  process.stdout.write(`${JSON.stringify(judged)}\n`);
}
