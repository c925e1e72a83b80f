import type { CallName } from '../../src/api/calls.ts';
import { ANSWERS } from '../../src/api/schema/answer-schemas.ts';
import { Schema, toJsonSchema } from '../../src/api/schema/notation.ts';
import { PARTS } from '../../src/api/schema/part-schemas.ts';
import { loadCommands } from '../../src/cli/commands.ts';
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';

const COMMANDS = await loadCommands();

/** What a command prints with `--json`: the answer of a call, with fields of its own, or these alone. */
interface Printed {
  call?: CallName;
  /** Fields of its own, in the notation of the answers. */
  own?: Readonly<Record<string, unknown>>;
  /** A schema that neither says. */
  is?: JsonObject;
}

const answer = (call: CallName): Printed => ({ call });
const own = (fields: Readonly<Record<string, unknown>>): Printed => ({ own: fields });
const orNull = (notation: unknown): Schema<unknown> =>
  new Schema({ anyOf: [toJsonSchema(notation), { type: 'null' }] });

const ONE_SETTING = asObject(asObject(asObject(asObject(ANSWERS.settings).properties).settings).items);
const SETTING: JsonObject = {
  ...ONE_SETTING,
  properties: {
    ...asObject(ONE_SETTING.properties),
    from: { type: 'string', enum: ['default', 'file', 'env', 'project'] },
    needsRestart: { type: 'boolean' },
  },
  // The worker alone says of a setting whether it is locked or pending.
  required: ['key', 'value', 'default', 'from', 'type', 'allowed', 'help', 'guard'],
};
const PROJECT_FILE = { file: 'text', settings: 'object', ignored: [{ key: 'text', why: 'text' }], 'problem?': 'text' };
const HELD = { schema: 'integer', events: 'integer', sessions: 'integer', 'lastAt?': 'integer', faults: ['text'] };
const SET_UP = { name: 'text', title: 'text', files: [{ path: 'text', why: 'text', diff: 'text' }] };
const FOUND = [{ 'agent?': 'text', path: 'text', 'batch?': 'text', found: 'counts' }];

/** What each command line prints, as one types it: the command, its action, and the kind of its argument. */
const PRINTED: Readonly<Record<string, Printed>> = {
  browse: own({
    sessions: ['Entry'],
    more: 'boolean',
    last: orNull('Entry'),
    open: orNull('text'),
    proposed: 'integer',
    next: { lines: 'integer', tokens: 'integer' },
  }),
  ui: own({ url: 'text' }),
  search: answer('search'),
  recall: answer('recall'),
  resume: answer('resume'),
  context: answer('context'),
  sessions: answer('list'),
  'sessions ID': { call: 'list', own: { session: orNull('MemoryRecord'), missing: ['text'] } },
  'sessions show': answer('session'),
  'sessions export': own({ session: 'text', file: 'text', bytes: 'integer' }),
  'sessions tag': own({ id: 'text', tags: ['text'] }),
  'sessions restore': own({
    session: 'text',
    from: 'text',
    to: 'text',
    id: 'text',
    cwd: 'text',
    steps: 'integer',
    leftOut: 'integer',
    resume: 'text',
    'takeIn?': ['text'],
    files: [{ path: 'text', bytes: 'integer' }],
    written: 'boolean',
  }),
  story: answer('story'),
  timeline: answer('timeline'),
  file: answer('file'),
  get: answer('get'),
  remember: answer('remember'),
  checkpoint: answer('checkpoint'),
  report: answer('stats'),
  project: answer('project'),
  threads: answer('threads'),
  patterns: answer('patterns'),
  'patterns show': own({ pattern: orNull('MemoryRecord'), evidence: ['MemoryRecord'], missing: ['text'] }),
  tripwires: answer('patterns'),
  'tripwires test': answer('tripwires'),
  history: answer('history'),
  'why FILE': answer('why'),
  'why ID': answer('history'),
  'code search': answer('smartSearch'),
  'code outline': answer('smartOutline'),
  'code show': answer('smartUnfold'),
  stats: answer('stats'),
  impact: answer('impact'),
  projects: answer('list'),
  'projects rename': answer('update'),
  'projects merge': own({
    merges: [
      {
        ...{ id: 'text', name: 'text', where: 'text', sessions: 'integer', memories: 'integer' },
        ...{ into: 'text', intoName: 'text', 'intoId?': 'text', 'sharing?': 'object' },
      },
    ],
    skipped: [{ where: 'text', why: 'text' }],
    done: 'boolean',
  }),
  review: {
    call: 'list',
    own: {
      'tripwires?': ['PatternEntry'],
      'returning?': ['PatternEntry'],
      'contradictions?': [{ older: 'Entry', newer: 'Entry', sure: 'boolean' }],
    },
  },
  'review confirm': own({ results: [new Schema(ANSWERS.update)], missing: ['text'] }),
  'review log': answer('reviewLog'),
  share: answer('shared'),
  'share ID': answer('share'),
  'share --into': own({ path: 'text', changed: 'boolean' }),
  observe: answer('observe'),
  summarize: answer('summarize'),
  collections: own({ collections: ['Collection'], tokens: 'integer' }),
  'collections show': answer('collections'),
  'collections create': answer('collect'),
  'collections ask': answer('ask'),
  forget: answer('forget'),
  prune: answer('prune'),
  consolidate: answer('consolidate'),
  setup: own({
    home: 'text',
    program: { version: 'text', installed: 'boolean' },
    agents: [SET_UP],
    changed: 'boolean',
    'backup?': 'text',
    'verified?': 'text',
  }),
  update: own({ version: 'text', 'newest?': 'text', isNewer: 'boolean', 'install?': 'text' }),
  uninstall: own({
    home: 'text',
    removesProgram: 'boolean',
    agents: [{ name: 'text', title: 'text', files: [{ path: 'text', restored: 'boolean' }] }],
    changed: 'boolean',
    purged: 'boolean',
  }),
  import: answer('import'),
  export: own({ 'lines?': 'integer', 'memories?': 'integer', bytes: 'integer' }),
  'backup create': answer('backup'),
  backup: answer('backups'),
  'backup restore': own({
    backup: 'text',
    now: orNull(HELD),
    held: HELD,
    restored: 'boolean',
    'replaced?': orNull('text'),
    'forgotten?': 'integer',
    'isUnguarded?': 'boolean',
  }),
  config: own({ file: 'text', settings: [new Schema(SETTING)], unknown: ['text'], 'project?': PROJECT_FILE }),
  'config get': { is: SETTING },
  'config set': { is: SETTING },
  'config edit': own({ changed: 'boolean', 'loosens?': ['text'], 'needsRestart?': 'boolean' }),
  'config path': own({ path: 'text' }),
  'config schema': { is: { type: 'object' } },
  privacy: answer('privacy'),
  'privacy scan': own({
    events: 'integer',
    ids: ['text'],
    found: 'counts',
    places: [{ agent: 'text', event: 'text', events: 'integer', secrets: 'integer' }],
    kept: FOUND,
    transcripts: FOUND,
    transcriptFiles: 'integer',
    'erased?': { events: 'integer', hidden: 'integer', files: 'integer' },
  }),
  sync: answer('sync'),
  login: own({ server: 'text', team: 'text', person: 'text', expiresAt: 'time' }),
  webhooks: answer('webhooks'),
  pause: answer('pause'),
  unpause: answer('pause'),
  off: answer('pause'),
  on: answer('pause'),
  llm: answer('llm'),
  'llm run': own({ refined: ['text'], kept: ['text'] }),
  status: {
    call: 'status',
    own: { agents: [{ name: 'text', title: 'text', found: 'boolean', setUp: 'boolean', 'problem?': 'text' }] },
  },
  doctor: own({ checks: ['Check'], failed: 'integer', warnings: 'integer', 'salvaged?': 'object' }),
  'bench --mine': answer('repeats'),
  events: answer('events'),
  jobs: answer('jobs'),
  rebuild: answer('rebuild'),
  log: answer('log'),
  worker: own({
    running: orNull('integer'),
    started: 'boolean',
    'home?': 'text',
    'socket?': 'text',
    'url?': 'text',
    'tokenFile?': 'text',
  }),
  'worker stop': own({ stopped: 'integer' }),
  'worker restart': own({ stopped: orNull('integer'), started: orNull('integer') }),
};

/** The words of a command line with a shape of its own, and the fields that `entries` is in it. */
export interface CommandLine {
  words: string;
  call?: CallName;
  /** The fields whose list `entries` has as well, the first that is there; none where the call itself names it so. */
  lists: string[];
}

/** All command lines that print JSON, in the order of the help. */
export function commandLines(): CommandLine[] {
  return Object.entries(PRINTED).map(([words, printed]) => {
    const properties = asObject(shapeOf(printed).properties);
    const { lists: named = [] } = COMMANDS.find(({ name }) => name === words.split(' ')[0]) ?? {};
    const lists = properties.entries === undefined ? named.filter((name) => isList(properties[name])) : [];
    return { words, lists, ...(printed.call === undefined ? {} : { call: printed.call }) };
  });
}

/** One JSON Schema (2020-12) of all that commands print with `--json`: `$defs.commands` by command line. */
export function commandSchemas(): JsonObject {
  const commands = commandLines().map(({ words, lists }) => [words, withEntries(shapeOf(PRINTED[words]), lists)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What cairn prints with --json, by command',
    components: { schemas: PARTS },
    $defs: Object.fromEntries(commands),
  };
}

/** The schema as a file: a command a line, so that a change shows where it is. */
export function schemaText(): string {
  const { $defs, ...head } = commandSchemas();
  const lines = Object.entries(asObject($defs)).map(
    ([words, shape]) => `${JSON.stringify(words)}:${JSON.stringify(shape)}`,
  );
  return `${JSON.stringify(head).slice(0, -1)},"$defs":{\n${lines.join(',\n')}\n}}\n`;
}

/** Paths of fields that an earlier schema has and a later one lacks, or has with another type: fields are only added. */
export function lostFields(earlier: JsonValue | undefined, later: JsonValue | undefined, at = ''): string[] {
  if (!isJsonObject(earlier)) return [];
  if (!isJsonObject(later)) return [at];
  const types = earlier.type !== undefined && !isJsonObject(earlier.type) && earlier.type !== later.type ? [at] : [];
  const inside = Object.entries(earlier).flatMap(([key, value]) =>
    isJsonObject(value) ? lostFields(value, later[key], `${at}/${key}`) : [],
  );
  return [...types, ...inside];
}

function shapeOf({ call, own: fields, is }: Printed = {}): JsonObject {
  if (is !== undefined) return is;
  const one = call === undefined ? {} : asObject(ANSWERS[call]);
  if (fields === undefined) return one;
  const other = toJsonSchema(fields);
  const required = [one.required, other.required].flatMap((names) => (Array.isArray(names) ? names : []));
  return { ...one, ...other, properties: { ...asObject(one.properties), ...asObject(other.properties) }, required };
}

function withEntries(schema: JsonObject, lists: readonly string[]): JsonObject {
  const properties = asObject(schema.properties);
  const [one = {}, ...others] = lists.map((name) => asObject(properties[name]));
  if (lists.length === 0) return schema;
  const entries = others.length === 0 ? one : { anyOf: [one, ...others] };
  return { ...schema, properties: { ...properties, entries } };
}

function isList(schema: JsonValue | undefined): boolean {
  return asObject(schema).type === 'array';
}
