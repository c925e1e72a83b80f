import type { MemoryRecord } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import type { PatternEntry } from '../../api/pattern-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import { fitted, showMore } from '../render/show-entry.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions, PROJECT_SHOWN, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Output } from '../terminal/output.ts';

const LISTED = 20;
const FILES_SHOWN = 3;
const OPTIONS = callOptions(CALLS.patterns.input, {
  kind: 'only this kind',
  project: PROJECT_SHOWN,
  file: 'only about this file: a path or its end',
  since: 'seen after this time: yesterday, "last week", 7d, 2026-10-05',
  until: 'seen before this time',
  ...pageShown(LISTED),
});

/** `cairn patterns [show ID]` */
export const patternsCommand: CommandSpec = {
  name: 'patterns',
  pages: true,
  lists: ['patterns'],
  summary: 'show recurring patterns: failures and their fixes, decisions, preferences, checks',
  details:
    'Lists the patterns of this project, the most recent first. "show" with an id shows one with its evidence. Exits with 1 when the id is unknown.\n\nExamples:\n  cairn patterns\n  cairn patterns --kind fix --file src/auth.ts\n  cairn patterns -a --since 30d\n  cairn patterns show t_abcdefghijklmnop',
  arguments: [
    { name: 'action', help: 'show: one of them', completes: ['show'], isId: true },
    { name: 'id', help: 'which one', completes: 'pattern', isId: true },
  ],
  options: OPTIONS.options,
  async run(input, context) {
    const [action, id = action === 'show' ? undefined : action] = input.args;
    return id === undefined ? list(input, context) : show(id, context);
  },
};

async function list(input: CommandInput, context: CliContext): Promise<number> {
  const { io, out } = context;
  const asked = { limit: LISTED, ...OPTIONS.read(input, io) };
  const result = await context.openMemory({ person: false }).patterns(asked, { signal: io.signal });
  out.result(result, ({ patterns, notes, nextCursor }) => {
    if (patterns.length === 0) out.say('Nothing recurs here so far. For all projects: cairn patterns -a');
    else out.print(patterns.map((pattern, index) => lines(pattern, index + 1, out)).join('\n\n'));
    out.number(patterns.map(({ id }) => id));
    showNotes(notes, out);
    showMore(nextCursor, out);
  });
  return EXIT.ok;
}

function lines(pattern: PatternEntry, number: number, out: Output): string {
  const { colors } = out;
  const { id, kind, label, status } = pattern;
  const margin = ' '.repeat(String(number).length + 2);
  const text = [kind, plain(label), status === undefined ? '' : `(${status})`].filter((part) => part !== '').join(' ');
  const [first = '', ...rest] = fitted(text, margin.length, out);
  const head = `${colors.bold(first.slice(0, kind.length))}${first.slice(kind.length)}`;
  const facts = [`${colors.cyan(id)} ${colors.dim(`· ${seen(pattern, out)}`)}`, ...filesLine(pattern).map(colors.dim)];
  return [`${number}. ${head}`, ...[...rest, ...facts].map((line) => `${margin}${line}`)].join('\n');
}

function seen({ count, sessions, lastAt }: PatternEntry, { when }: Output): string {
  const times = count === 1 ? 'once' : `${count} times`;
  return `${times} in ${formatCounted(sessions, 'session')}, last ${when(lastAt)}`;
}

function filesLine({ files }: PatternEntry): string[] {
  if (files.length === 0) return [];
  const more = files.length > FILES_SHOWN ? ` and ${files.length - FILES_SHOWN} more` : '';
  return [`${files.slice(0, FILES_SHOWN).map(plain).join(', ')}${more}`];
}

async function show(id: string, { io, out, json, openMemory }: CliContext): Promise<number> {
  const memory = openMemory({ person: false });
  const { records, missing } = await memory.get([id], { signal: io.signal });
  const [record] = records;
  const evidence = record?.detail?.pattern?.evidence ?? [];
  const shown = evidence.length === 0 ? [] : (await memory.get([...evidence], { signal: io.signal })).records;
  if (json) out.json({ pattern: record ?? null, evidence: shown, missing });
  else if (record === undefined) out.say(`Unknown: ${plain(id)}`);
  else showOne(record, shown, out);
  return record === undefined ? EXIT.failed : EXIT.ok;
}

function showOne(record: MemoryRecord, evidence: readonly MemoryRecord[], out: Output): void {
  const { colors, when } = out;
  const pattern = record.detail?.pattern;
  const kind = pattern === undefined ? '' : ` ${colors.dim(pattern.pattern)}`;
  const text = [`${colors.cyan(record.id)}${kind}`, '', safeText(record.text).trim()];
  if (pattern !== undefined) {
    const times = `${formatCounted(pattern.count, 'time')} in ${formatCounted(pattern.sessions, 'session')}`;
    const from = when(new Date(pattern.firstAt).toISOString());
    const to = when(new Date(pattern.lastAt).toISOString());
    text.push('', colors.dim(`${times}, first ${from} (${pattern.firstSession}), last ${to} (${pattern.lastSession})`));
  }
  const shown = evidence.map(({ id, at, title }) => `${colors.cyan(id)} ${colors.dim(when(at))} ${plain(title)}`);
  if (shown.length > 0) text.push('', 'Evidence:', indented(shown.join('\n')));
  out.print(text.join('\n'));
}
