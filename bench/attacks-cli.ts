// `npm run bench:attacks -- [--size N]… [--written] [--only WORDS] [--show] [--json]`: some of the attacks;
// `--show` prints the lines by which those for tuning got through.

import { parseArgs } from 'node:util';
import { firstFigures, measureAttacks } from './attacks.ts';
import { figuresOf, toResult } from './support/attacks/page.ts';
import type { Judged } from './support/attacks/run-attacks.ts';
import { describeMachine } from './support/machine.ts';
import { toMarkdown } from './support/result.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', multiple: true },
    written: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const sizes = values.size?.map(Number);
const { counts, missing } = await measureAttacks({
  ...(sizes === undefined ? {} : { sizes }),
  written: values.written,
  isWanted: ({ id, group }) => `${group}: ${id}`.includes(values.only),
  ...(values.show ? { onJudged: show } : {}),
});
process.stdout.write(
  values.json
    ? `${JSON.stringify(figuresOf(counts), undefined, 2)}\n`
    : toMarkdown(toResult(counts, firstFigures(), missing), describeMachine()),
);

/** What is held back is shown to nobody. */
function show({ attack, finding, lines }: Judged): void {
  if (finding === 'nothing' || attack.mark === 'check') return;
  process.stderr.write(`${finding} · ${attack.group} · ${attack.id}\n${lines.map((line) => `    ${line}\n`).join('')}`);
}
