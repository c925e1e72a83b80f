import type { MemoryRecord } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import type { PatternEntry } from '../../api/pattern-answers.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Colors, Output } from '../terminal/output.ts';

const LISTED = 20;
const FILES_SHOWN = 3;
const OPTIONS = callOptions(CALLS.patterns.input, {
  kind: 'only this kind',
  project: 'a path in the project, its name or id, * for all; default the current folder',
  file: 'only what is about this file: a path or its end',
  since: 'seen at or after this time: ISO 8601, or 7d or 12h ago',
  until: 'seen at or before this time',
  ...pageShown(LISTED),
});

/** `cairn patterns [show ID]` */
export const patternsCommand: CommandSpec = {
  name: 'patterns',
  summary: 'show what recurs over sessions: errors and their fixes, decisions, preferences, workflows',
  details:
    'Of this project, those seen last first. With "show" and an id: one of them with what shows it. Exits with 1 when the id is unknown.\n\nExamples:\n  cairn patterns\n  cairn patterns --kind fix --file src/auth.ts\n  cairn patterns --project "*" --since 30d\n  cairn patterns show t_abcdefghijklmnop',
  arguments: [
    { name: 'action', help: 'show: one of them' },
    { name: 'id', help: 'which one' },
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
    if (patterns.length === 0) out.say('Nothing recurs here so far. Of all projects: cairn patterns --project "*"');
    else out.print(patterns.map((pattern) => lines(pattern, out.colors)).join('\n\n'));
    showNotes(notes, out);
    showMore(nextCursor, out);
  });
  return EXIT.ok;
}

function lines(pattern: PatternEntry, colors: Colors): string {
  const { id, kind, label, status } = pattern;
  const state = status === undefined ? '' : ` ${colors.dim(`(${status})`)}`;
  return [
    `${colors.bold(kind.padEnd(12))} ${plain(label)}${state}`,
    `${' '.repeat(13)}${colors.dim(`${id}  ${seen(pattern)}`)}`,
    ...filesLine(pattern).map((line) => `${' '.repeat(13)}${colors.dim(line)}`),
  ].join('\n');
}

function seen({ count, sessions, lastAt }: PatternEntry): string {
  const times = count === 1 ? 'once' : `${count} times`;
  return `${times} in ${formatCounted(sessions, 'session')}, last ${formatMinute(lastAt)}`;
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
  const { colors } = out;
  const pattern = record.detail?.pattern;
  const kind = pattern === undefined ? '' : ` ${colors.dim(pattern.pattern)}`;
  const text = [`${colors.cyan(record.id)}${kind}`, '', safeText(record.text).trim()];
  if (pattern !== undefined) {
    const times = `${formatCounted(pattern.count, 'time')} in ${formatCounted(pattern.sessions, 'session')}`;
    const from = formatMinute(new Date(pattern.firstAt).toISOString());
    const to = formatMinute(new Date(pattern.lastAt).toISOString());
    text.push('', colors.dim(`${times}, first ${from} (${pattern.firstSession}), last ${to} (${pattern.lastSession})`));
  }
  const shown = evidence.map(
    ({ id, at, title }) => `${colors.cyan(id)} ${colors.dim(formatMinute(at))} ${plain(title)}`,
  );
  if (shown.length > 0) text.push('', 'Evidence:', indented(shown.join('\n')));
  out.print(text.join('\n'));
}
