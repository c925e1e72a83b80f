import { resolve } from 'node:path';
import { CALLS } from '../../api/calls.ts';
import type { CollectionEntry, CollectResult } from '../../api/collection-answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { CollectInput, CollectionsInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { asString } from '../../core/json.ts';
import { LIMITS } from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { plain } from '../render/show.ts';
import { showEntries, showMore } from '../render/show-entry.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions, FILTER_SHOWN } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { createExportFile } from '../terminal/export-file.ts';
import { actionOf, flagOption, numberOption, textOption } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const ACTIONS = [
  'list',
  'create',
  'show',
  'add',
  'remove',
  'rename',
  'describe',
  'delete',
  'undelete',
  'export',
  'ask',
] as const;
const FORMATS = ['md', 'json', 'plain'] as const;
const CREATE = callOptions(CALLS.collect.input, {
  query: { value: 'words', help: 'create: what it is made of' },
  live: 'create: hold what answers the query each time it is read',
  description: { value: 'text', help: 'create: what it is for' },
  ...FILTER_SHOWN,
  limit: 'create: answers of the query, default 50; show: memories; ask: passages',
});

/** `cairn collections [ACTION [NAME [ID…]]]` */
export const collectionsCommand: CommandSpec = {
  name: 'collections',
  summary: 'put memories together under a name: list, show, change, export and ask them',
  details:
    'A collection is made of ids, or of what answers a query: once, or with --live each time it is read. Deleting one leaves its memories as they are, and can be undone.\n\nExamples:\n  cairn collections create retry --query "retry queue back-off" --project .\n  cairn collections add retry o_abcdefghijklmnop\n  cairn collections ask retry "why exponential back-off?"\n  cairn collections export retry --format md -o retry.md',
  arguments: [
    { name: 'action', help: `${ACTIONS.join(', ')}; default list` },
    {
      name: 'words',
      help: 'the name of the collection; then ids, the new name, the description or the question',
      many: true,
    },
  ],
  options: [
    ...CREATE.options,
    { flags: '--cursor <cursor>', help: 'show: go on where the page before ended' },
    { flags: '--deleted', help: 'list: those that were deleted' },
    { flags: '--format <format>', help: 'export: md, json or plain', choices: FORMATS },
    { flags: '-o, --output <file>', help: 'export: the file to write; default stdout' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'collections', fallback: 'list' });
    const memory = context.openMemory({ person: isPerson(context.io) });
    if (action === 'list') return list(memory, input, context);
    const [, name, ...rest] = input.args;
    if (name === undefined) throw missing('Which collection?', `cairn collections ${action} NAME`);
    if (action === 'show') return show(memory, name, { input, context });
    if (action === 'export') return write(memory, name, { input, context });
    if (action === 'ask') return ask(memory, { collection: name, question: rest.join(' ') }, { input, context });
    const changes = action === 'create' ? createOf(name, rest, { input, context }) : changesOf(action, name, rest);
    return report(await memory.collect(changes, { signal: context.io.signal }), context);
  },
};

interface CollectionQuestion {
  input: CommandInput;
  context: CliContext;
}

function createOf(name: string, ids: readonly string[], { input, context }: CollectionQuestion): CollectInput {
  return omitUndefined({
    name,
    add: ids.length === 0 ? undefined : [...ids],
    ...CREATE.read(input, context.io),
  });
}

function changesOf(
  action: Exclude<(typeof ACTIONS)[number], 'list' | 'create' | 'show' | 'export' | 'ask'>,
  collection: string,
  words: readonly string[],
): CollectInput {
  if (action === 'delete' || action === 'undelete') return { collection, delete: action === 'delete' };
  if (words.length === 0) throw missing(`What to ${action}?`, `cairn collections ${action} NAME …`);
  switch (action) {
    case 'add':
    case 'remove':
      return { collection, [action]: [...words] };
    case 'rename':
      return { collection, name: words.join(' ') };
    case 'describe':
      return { collection, description: words.join(' ') };
  }
}

async function list(memory: Memory, input: CommandInput, { io, out, json }: CliContext): Promise<number> {
  const asked: CollectionsInput = flagOption(input, 'deleted') ? { deleted: true } : {};
  const result = await memory.collections(asked, { signal: io.signal });
  if (json) out.json(result);
  else if (result.collections.length === 0) out.say('There are no collections. "cairn collections create" makes one.');
  else out.print(result.collections.map((one) => lineOf(one, out.colors)).join('\n'));
  return EXIT.ok;
}

async function show(memory: Memory, collection: string, { input, context }: CollectionQuestion): Promise<number> {
  const { io, out, json } = context;
  const asked = { collection, ...omitUndefined({ limit: limitOf(input), cursor: textOption(input, 'cursor') }) };
  const result = await memory.collections(asked, { signal: io.signal });
  if (json) out.json(result);
  else {
    for (const one of result.collections) out.print(lineOf(one, out.colors));
    out.print('');
    showEntries(result.entries ?? [], out);
    if (result.entries?.length === 0) out.say('It holds nothing now.');
    showMore(result.nextCursor, out);
  }
  return EXIT.ok;
}

async function write(memory: Memory, collection: string, { input, context }: CollectionQuestion): Promise<number> {
  const { io, out } = context;
  const format = (textOption(input, 'format') ?? 'md') as (typeof FORMATS)[number];
  const { text = '' } = await memory.collections({ collection, format }, { signal: io.signal });
  const name = textOption(input, 'output');
  if (name === undefined) {
    io.stdout.write(format === 'json' ? text : safeText(text));
    return EXIT.ok;
  }
  const file = createExportFile(resolve(io.cwd, name));
  try {
    file.write(text);
    file.finish();
  } finally {
    file.close();
  }
  out.say(`${plain(collection)} is in ${plain(name)}.`);
  return EXIT.ok;
}

async function ask(
  memory: Memory,
  { collection, question }: { collection: string; question: string },
  { input, context: { io, out, json } }: CollectionQuestion,
): Promise<number> {
  if (question === '') throw missing('What is the question?', 'cairn collections ask NAME "question"');
  const result = await memory.ask(
    { collection, question, ...omitUndefined({ limit: limitOf(input) }) },
    { signal: io.signal },
  );
  if (json) {
    out.json(result);
    return EXIT.ok;
  }
  if (result.passages.length === 0) out.say('Nothing in the collection answers this.');
  if (result.text !== '') out.print(`${safeText(result.text)}\n`);
  for (const { id, kind, at, text } of result.passages) {
    out.print(`${out.colors.cyan(id)} ${out.colors.dim(`${kind}, ${formatMinute(at)}`)}\n  ${plain(text)}`);
  }
  showNotes(result.notes, out);
  return EXIT.ok;
}

function report({ status, collection, missing: unknown }: CollectResult, { out, json }: CliContext): number {
  if (json) out.json({ status, collection, missing: unknown });
  else {
    out.say(`${status}:`);
    out.print(lineOf(collection, out.colors));
    if (unknown.length > 0) out.say(`Unknown: ${unknown.map(plain).join(', ')}`);
  }
  return unknown.length > 0 ? EXIT.failed : EXIT.ok;
}

/** One line per collection: id and name, then its query or its members. */
function lineOf({ id, name, description, query, live, members, changedAt }: CollectionEntry, colors: Colors): string {
  const asked = asString(query?.query);
  const facts = [
    live ? 'live' : '',
    live && members === 0 ? '' : `${formatCounted(members, 'memory')}`,
    asked === undefined ? '' : `"${plain(asked)}"`,
    `changed ${formatMinute(changedAt)}`,
    plain(description ?? ''),
  ].filter((part) => part !== '');
  return `${colors.cyan(id)}  ${colors.bold(plain(name))}\n${' '.repeat(id.length)}  ${colors.dim(facts.join(' · '))}`;
}

function limitOf(input: CommandInput): number | undefined {
  return numberOption(input, 'limit', { min: 1, max: LIMITS.hitsMax });
}

function missing(message: string, fix: string): CairnError {
  return new CairnError('invalid_input', message, { fix });
}
