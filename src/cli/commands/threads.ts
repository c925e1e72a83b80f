import type { ThreadEntry } from '../../api/work-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { bullet, indented, joined, pageWidth, plain } from '../render/show.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { Shown } from '../terminal/output.ts';

/** `cairn threads` */
export const threadsCommand = callCommand('threads', {
  lists: ['threads'],
  pages: true,
  summary: 'show which sessions worked on the same thing, and what each thread left open',
  details:
    'Covers the latest 40 sessions, the most recently active thread first. Sessions on the same feature branch are one thread; other sessions belong together when their requests and files are alike.\n\nExamples:\n  cairn threads\n  cairn threads --project ~/work/shop --json',
  shown: { project: 'a path in the project, its name or id; default the current folder' },
  show({ threads }, { io, out }) {
    if (threads.length === 0) return out.say('No session of this project is known. Past sessions: cairn import');
    const width = pageWidth(io.stdout.columns);
    const ids = threads.flatMap(({ sessions }) => sessions.map(({ id }) => id));
    const numbers = new Map(ids.map((id, index) => [id, index + 1]));
    out.print(threads.map((thread) => threadLines(thread, { width, numbers, out })).join('\n\n'));
    out.number(ids);
  },
});

function threadLines(
  { title, state, branch, sessions, open, files, lastAt }: ThreadEntry,
  { width, numbers, out: { colors, when } }: { width: number; numbers: ReadonlyMap<string, number>; out: Shown },
): string {
  const facts = [
    when(lastAt),
    state !== 'unknown' && state,
    branch && `branch ${plain(branch)}`,
    formatCounted(sessions.length, 'session'),
  ];
  const left = open.flatMap(({ text }) => bullet(plain(text), width - 2).map(indented));
  return [
    colors.bold(plain(title)),
    `  ${joined(facts, colors.dim(' · '))}`,
    ...left,
    ...(files.length === 0 ? [] : [`  ${colors.dim(files.map(plain).join(', '))}`]),
    ...sessions.map(({ id, title: name }) => `  ${numbers.get(id)}. ${colors.cyan(id)} ${plain(name)}`),
  ].join('\n');
}
