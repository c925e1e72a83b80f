// `npm run bench:why -- [--wrong] [--missing] [--sample N]`: lines as they were answered; words of real sessions stand in it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRightPrompt, isRightSession, judgeLines } from './why.ts';

const data = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
try {
  for (const line of await judgeLines(data, scratch)) {
    process.stdout.write(
      `${JSON.stringify({ ...line, isRight: isRightSession(line), isPrompt: isRightPrompt(line) })}\n`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
