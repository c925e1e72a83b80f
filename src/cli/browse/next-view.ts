import type { ConsideredLine, ContextExplanation } from '../../api/context-answers.ts';
import type { Memory } from '../../api/contract.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { joined, plain } from '../render/show.ts';
import { memoryPages } from '../render/show-memory.ts';
import type { Shown } from '../terminal/output.ts';
import type { BrowserScope } from './asked.ts';
import type { Judge } from './judge.ts';
import type { View } from './view.ts';

/** The id that a line begins with. */
const ID = /^\[[a-z]_[a-z2-7]{16}\]\s*/;

/** Lists the lines that the next session here reads, and what was considered and is left out. */
export function createNextView(
  memory: Memory,
  judge: Judge,
  { asked, out }: { asked: BrowserScope; out: Shown },
): View<ConsideredLine> {
  const { colors } = out;
  return {
    title: 'Next session',
    short: 'Next',
    hints: 'm mute  u undo  enter open  y copy id',
    narrows: [],
    async *read(_cursor, signal) {
      const { explained, tokens } = await memory.context({ cwd: asked.here, explain: true }, { signal });
      if (explained === undefined) return;
      yield { rows: [...explained.told, ...explained.left], note: noteOf(explained, tokens) };
    },
    columns: () => [
      { title: 'told', cell: ({ lacks }) => (lacks === undefined ? 'yes' : lacks.code === 'muted' ? 'muted' : 'no') },
      { title: 'tokens', align: 'right', cell: ({ tokens }) => String(tokens), drop: 1 },
      { title: 'part', cell: ({ section }) => plain(section), drop: 2 },
      { title: 'line', fills: true, cell: ({ text }) => plain(text).replace(ID, '') },
    ],
    brief: (line) =>
      joined(
        [
          plain(line.text),
          '',
          line.why && `${colors.dim('why')}   ${plain(line.why)}`,
          line.lacks &&
            `${colors.dim('not')}   ${plain(line.lacks.says)}${line.lacks.by === undefined ? '' : ` (${plain(line.lacks.by)})`}`,
          `${colors.dim('cost')}  ${formatCounted(line.tokens, 'token')}`,
          line.timesTold > 0 && `told in ${line.timesTold}, used in ${formatCounted(line.timesUsed, 'session')}`,
          colors.cyan(line.id),
        ].filter((part) => part !== undefined),
        '\n',
      ),
    page: memoryPages(memory, out),
    empty: () => 'Nothing in memory bears on the next session here yet.',
    act(key, line) {
      if (key === 'u') return judge.undo();
      if (key !== 'm' || line === undefined) return undefined;
      const muted = line.lacks?.code !== 'muted';
      return judge.change(line.id, {
        changes: { muted },
        back: { muted: !muted },
        said: muted ? 'muted: told no more, still found' : 'told again',
        what: 'says what is told no more',
      });
    },
  };
}

function noteOf({ budget, told, enabled }: ContextExplanation, tokens: number): string {
  const off = enabled ? '' : ' Hooks tell nothing now: context.enabled is off.';
  return `${formatCounted(told.length, 'line')} told, ${tokens} of ${budget} tokens.${off}`;
}
