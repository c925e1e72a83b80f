import { sessionIn, type Walk } from './walk.ts';

const SCREEN_LINES = 12;
const SCREEN_CHARS = 110;

/** Something a person wants, the words of the help that lead there, and the command that they make. */
export interface Task {
  wants: string;
  /** The help that is read, and what in it names the way. */
  help: readonly [command: string, names: RegExp];
  words: readonly string[] | ((walk: Walk) => readonly string[]);
  /** What the screen must show. */
  shows: RegExp;
  window?: true;
}

const hit = (walk: Walk): string => (walk.json('search idempotency').hits as { id: string }[])[0]?.id ?? '';

/** The twenty tasks. */
export const TASKS: readonly Task[] = [
  {
    wants: 'What did I do yesterday?',
    help: ['--help', /^ {2}report .*what was done/m],
    words: ['report', 'week'],
    shows: /Report of the week/,
  },
  {
    wants: 'Which sessions were there since last week?',
    help: ['help sessions', /--since <time>.*last week/],
    words: ['sessions', '--since', 'last week'],
    shows: /s_\w{16}/,
  },
  {
    wants: 'Why did we choose idempotency keys?',
    help: ['--help', /^ {2}recall .*answer a question/m],
    words: ['recall', 'why idempotency keys?'],
    shows: /idempotency/i,
  },
  {
    wants: 'Find it by words',
    help: ['--help', /^ {2}search .*find memories/m],
    words: ['search', 'idempotency'],
    shows: /1\. /,
  },
  {
    wants: 'Which failures come back, and what fixes them?',
    help: ['--help', /^ {2}patterns .*failures and their fixes/m],
    words: ['patterns'],
    shows: /\w/,
  },
  {
    wants: 'What will the next session be told?',
    help: ['--help', /^ {2}context .*what the next session/m],
    words: ['context'],
    shows: /notes from earlier sessions/,
  },
  {
    wants: 'Why is an agent told a line?',
    help: ['help why', /ID|id/],
    words: (walk) => ['why', hit(walk)],
    shows: /Told in/,
  },
  {
    wants: 'Which sessions touched a file?',
    help: ['--help', /^ {2}file .*history behind a file/m],
    words: ['file', 'src/checkout/idempotency.ts'],
    shows: /idempotency/,
  },
  {
    wants: 'A weekly report for others',
    help: ['help report', /markdown|md/i],
    words: ['report', 'week', '--format', 'md'],
    shows: /^#/m,
  },
  { wants: 'Where was I?', help: ['--help', /^ {2}resume .*where the work stands/m], words: ['resume'], shows: /\w/ },
  {
    wants: 'Erase a secret for good',
    help: ['help forget', /--now erases at once|use\s+it for secrets/],
    words: ['forget', '--query', 'Monday mornings', '--now', '--dry-run'],
    shows: /would|Monday/i,
  },
  {
    wants: 'Keep a rule for all sessions',
    help: ['--help', /remember "Never push to main" +keep a rule/],
    words: ['remember', 'Never push to main', '--kind', 'constraint'],
    shows: /Kept/,
    window: true,
  },
  {
    wants: 'Move to another laptop',
    help: ['--help', /^ {2}export .*whole memory for another home/m],
    words: ['export', 'memory.jsonl'],
    shows: /lines?, .* in memory\.jsonl/,
  },
  { wants: 'Back it up', help: ['help backup', /create/], words: ['backup', 'create'], shows: /\w/ },
  {
    wants: 'Do not record this repository',
    help: ['--help', /^ {2}off .*this repository/m],
    words: ['off'],
    shows: /\w/,
  },
  {
    wants: 'Record it again',
    help: ['--help', /^ {2}on .*this repository/m],
    words: ['on'],
    shows: /\w/,
    window: true,
  },
  {
    wants: 'A session step by step',
    help: ['--help', /^ {2}story .*step by step/m],
    words: (walk) => ['story', sessionIn(walk)],
    shows: /\w/,
  },
  {
    wants: 'Is it healthy?',
    help: ['--help', /^ {2}doctor .*check for problems/m],
    words: ['doctor'],
    shows: /0 failed/,
  },
  {
    wants: 'What does it cost, what does it give?',
    help: ['--help', /^ {2}impact .*cost in tokens/m],
    words: ['impact'],
    shows: /\w/,
  },
  {
    wants: 'Change a setting',
    help: ['--help', /^ {2}config .*settings/m],
    words: ['config', 'set', 'context.startTokens', '800'],
    shows: /context\.startTokens is 800/,
  },
];

/** Reads the help, runs the command, and writes down both. */
export async function walkTask(task: Task, walk: Walk): Promise<{ title: string; about: string; holds: boolean }> {
  const [help, names] = task.help;
  const read = walk.run(help).out;
  const line = read.split('\n').find((one) => names.test(one)) ?? (names.test(read) ? '(over two lines)' : undefined);
  const words = typeof task.words === 'function' ? task.words(walk) : task.words;
  const seen = task.window === true ? await walk.window(words) : walk.run(words);
  const screen = `${seen.out}${seen.err}`;
  const holds = line !== undefined && seen.code === 0 && task.shows.test(screen);
  const plain = screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '').trimEnd();
  const lines = plain.split('\n').map((one) => (one.length > SCREEN_CHARS ? `${one.slice(0, SCREEN_CHARS)}…` : one));
  const more = lines.length > SCREEN_LINES ? [`… ${lines.length - SCREEN_LINES} more lines`] : [];
  const shown = ['```text', `$ cairn ${words.join(' ')}`, ...lines.slice(0, SCREEN_LINES), ...more, '```'];
  const from = line === undefined ? `Not in \`cairn ${help}\`.` : `\`cairn ${help}\`: \`${line.trim()}\``;
  return { title: `${task.wants}${holds ? '' : ' (falls)'}`, about: [from, '', ...shown].join('\n'), holds };
}
