import { resolve } from 'node:path';
import { CALLS } from '../../api/calls.ts';
import type { CollectionEntry, CollectResult } from '../../api/collection-answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { CollectInput } from '../../api/requests.ts';
import { asString } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { joined, plain } from '../render/show.ts';
import { showEntries, showMore } from '../render/show-entry.ts';
import { sayUnknown, showNotes } from '../render/show-notes.ts';
import { callOptions, FILTER_SHOWN } from '../terminal/call-options.ts';
import type { CliIo } from '../terminal/cli-io.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { writeExportFile } from '../terminal/export-file.ts';
import { actionOf, textOption, usage } from '../terminal/options.ts';
import type { Shown } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { ofHere } from '../terminal/scope.ts';

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
const CREATE = callOptions(CALLS.collect.input, {
  query: { value: 'words', help: 'create: the query that fills it' },
  live: 'create: run the query again each time the collection is read',
  description: { value: 'text', help: 'create: what it is for' },
  ...FILTER_SHOWN,
  limit: 'create: results of the query, default 50; show: memories; ask: passages',
});
const READ = callOptions(CALLS.collections.input, {
  cursor: 'show: continue after the previous page',
  deleted: 'list: deleted collections',
  format: 'export: md, json or plain',
});

/** `cairn collections [ACTION [NAME [ID…]]]` */
export const collectionsCommand: CommandSpec = {
  name: 'collections',
  lists: ['collections', 'passages'],
  summary: 'group memories under a name: list, show, edit, export, or ask questions about a group',
  details:
    'A collection holds ids, or the results of a query: taken once, or with --live each time you read it. Deleting a collection keeps its memories, and can be undone.\n\nExamples:\n  cairn collections create retry --query "retry queue back-off"\n  cairn collections add retry o_abcdefghijklmnop\n  cairn collections ask retry "why exponential back-off?"\n  cairn collections export retry --format md -o retry.md',
  arguments: [
    { name: 'action', help: `${ACTIONS.join(', ')}; default list`, completes: ACTIONS },
    { name: 'name', help: 'the name of the collection', completes: 'collection', isId: 'or-name' },
    { name: 'words', help: 'ids, the new name, the description or the question', many: true },
  ],
  options: [
    ...CREATE.options,
    ...READ.options,
    { flags: '-o, --output <file>', help: 'export: the file to write; default stdout' },
  ],
  async run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'collections', fallback: 'list' });
    const memory = context.openMemory({ person: isPerson(context.io) });
    if (action === 'list') return list(memory, input, context);
    const [, name, ...rest] = input.args;
    if (name === undefined) throw usage('Which collection?', `cairn collections ${action} NAME`);
    if (action === 'show') return show(memory, name, { input, context });
    if (action === 'export') return write(memory, name, { input, context });
    if (action === 'ask') return ask(memory, { collection: name, question: rest.join(' ') }, { input, context });
    const create = (): CollectInput => ({
      name,
      ...(rest.length > 0 && { add: rest }),
      ...queryOf(CREATE.read(input, context.io), context.io),
    });
    const changes = action === 'create' ? create() : changesOf(action, name, rest);
    return report(await memory.collect(changes, { signal: context.io.signal }), context);
  },
};

/** The query of a collection: of the project at hand unless it says otherwise. */
function queryOf(asked: ReturnType<typeof CREATE.read>, io: CliIo): ReturnType<typeof CREATE.read> {
  return asked.query === undefined ? asked : ofHere(asked, io);
}

interface CollectionQuestion {
  input: CommandInput;
  context: CliContext;
}

function changesOf(
  action: Exclude<(typeof ACTIONS)[number], 'list' | 'create' | 'show' | 'export' | 'ask'>,
  collection: string,
  words: readonly string[],
): CollectInput {
  if (action === 'delete' || action === 'undelete') return { collection, delete: action === 'delete' };
  if (words.length === 0) throw usage(`What to ${action}?`, `cairn collections ${action} NAME …`);
  if (action === 'add' || action === 'remove') return { collection, [action]: [...words] };
  return { collection, [action === 'rename' ? 'name' : 'description']: words.join(' ') };
}

async function list(memory: Memory, input: CommandInput, { io, out }: CliContext): Promise<number> {
  const { deleted } = READ.read(input, io);
  const result = await memory.collections(omitUndefined({ deleted }), { signal: io.signal });
  out.result(result, ({ collections }) => {
    if (collections.length === 0) out.say('There are no collections. "cairn collections create" makes one.');
    else
      out.print(
        collections.map((one, index) => `${index + 1}. ${lineOf(one, out, 2 + `${index + 1}`.length)}`).join('\n'),
      );
    out.number(collections.map(({ id }) => id));
  });
  return EXIT.ok;
}

async function show(memory: Memory, collection: string, { input, context }: CollectionQuestion): Promise<number> {
  const { io, out } = context;
  const { cursor } = READ.read(input, io);
  const asked = { collection, ...omitUndefined({ limit: CREATE.read(input, io).limit, cursor }) };
  out.result(await memory.collections(asked, { signal: io.signal }), ({ collections, entries, nextCursor }) => {
    for (const one of collections) out.print(lineOf(one, out));
    out.print('');
    showEntries(entries ?? [], out);
    if (entries?.length === 0) out.say('It holds nothing now.');
    showMore(nextCursor, out);
  });
  return EXIT.ok;
}

async function write(memory: Memory, collection: string, { input, context }: CollectionQuestion): Promise<number> {
  const { io, out } = context;
  const { format = 'md' } = READ.read(input, io);
  const { text = '' } = await memory.collections({ collection, format }, { signal: io.signal });
  const name = textOption(input, 'output');
  if (name === undefined) {
    io.stdout.write(format === 'json' ? text : safeText(text));
    return EXIT.ok;
  }
  await writeExportFile(resolve(io.cwd, name), (file) => file.write(text));
  out.say(`${plain(collection)} is in ${plain(name)}.`);
  return EXIT.ok;
}

async function ask(
  memory: Memory,
  { collection, question }: { collection: string; question: string },
  { input, context: { io, out } }: CollectionQuestion,
): Promise<number> {
  if (question === '') throw usage('What is the question?', 'cairn collections ask NAME "question"');
  const asked = { collection, question, ...omitUndefined({ limit: CREATE.read(input, io).limit }) };
  out.result(await memory.ask(asked, { signal: io.signal }), ({ passages, text: answer, notes }) => {
    if (passages.length === 0) out.say('Nothing in the collection answers this.');
    if (answer !== '') out.print(`${safeText(answer)}\n`);
    for (const { id, kind, at, text } of passages) {
      out.print(`${out.colors.cyan(id)} ${out.colors.dim(`${kind}, ${out.when(at)}`)}\n  ${plain(text)}`);
    }
    showNotes(notes, out);
  });
  return EXIT.ok;
}

function report({ status, collection, missing }: CollectResult, { out }: CliContext): number {
  out.result({ status, collection, missing }, () => {
    out.say(`${status}:`);
    out.print(lineOf(collection, out));
    sayUnknown(missing, out);
  });
  return missing.length > 0 ? EXIT.failed : EXIT.ok;
}

/** One line per collection: id and name, then its query or its members. */
function lineOf(
  { id, name, description, query, live, members, changedAt }: CollectionEntry,
  { colors, when }: Shown,
  margin = 0,
): string {
  const asked = asString(query?.query);
  const facts = [
    live && 'live',
    !(live && members === 0) && formatCounted(members, 'memory'),
    asked !== undefined && `"${plain(asked)}"`,
    `changed ${when(changedAt)}`,
    plain(description ?? ''),
  ];
  return `${colors.cyan(id)}  ${colors.bold(plain(name))}\n${' '.repeat(margin + id.length)}  ${colors.dim(joined(facts, ' · '))}`;
}
