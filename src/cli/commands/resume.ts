import type { ResumeResult } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import { pageWidth, plain, wrap } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { PROJECT_SHOWN } from '../terminal/call-options.ts';
import type { Colors, Output } from '../terminal/output.ts';

const { words } = CALLS.resume.input;
const ID = /\[([a-z]_[a-z2-7]{16})\]/g;
/** Indentation, in spaces, of the continuation lines of an entry. */
const HANGING = 2;

/** `cairn resume [SESSION]` */
export const resumeCommand = callCommand('resume', {
  summary: 'show where the work stands: last request, what is done, open, failing and changed',
  details:
    'Shows the newest session of this project that left something open, in at most 200 words; every item names its source. With the id of a session, or of anything in it, it shows that session.\n\nExamples:\n  cairn resume\n  cairn resume --project ~/work/shop --words 400\n  cairn resume s_abcdefghijklmnop',
  arguments: [{ name: 'session', help: 'a session', completes: 'session', isId: true }],
  shown: {
    project: PROJECT_SHOWN,
    words: `words at most, ${words.least} to ${words.most}; default 200`,
  },
  show({ text, lines, notes }, { io, out }) {
    if (text === '') return out.say('No session of this project did anything yet. Past sessions: cairn import');
    out.print(showLines(lines, out, io.stdout.columns));
    showNotes(notes, out);
  },
});

/** Two columns: the labels, and next to each its entries on lines of their own. */
function showLines(lines: ResumeResult['lines'], { colors }: Output, columns: number | undefined): string {
  const width = Math.max(...lines.map(({ label }) => label.length)) + 2;
  const room = pageWidth(columns) - width;
  return lines
    .flatMap(({ label, entries }) =>
      entries.map((entry, i) => {
        const [first = '', ...rest] = wrap(plain(entry), room - HANGING).map((line) => dimIds(line, colors));
        const head = `${colors.bold((i === 0 ? label : '').padEnd(width))}${first}`;
        return [head, ...rest.map((line) => `${' '.repeat(width + HANGING)}${line}`)].join('\n');
      }),
    )
    .join('\n');
}

function dimIds(text: string, colors: Colors): string {
  return text.replace(ID, (id) => colors.dim(id));
}
