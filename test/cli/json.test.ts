// Every command prints with --json what docs/public/cli.schema.json says, its list under one name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { commandLines, commandSchemas, lostFields } from '../../scripts/docs/command-schemas.ts';
import { loadCommands } from '../../src/cli/commands.ts';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { faultsOf } from '../support/api-schema.ts';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

const COMMANDS = await loadCommands();

const SCHEMAS = commandSchemas();
const SHAPES = asObject(SCHEMAS.$defs);
const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

/** Run elsewhere, with what they need: a server, npm, an editor, a model, an answer at a terminal. */
const ELSEWHERE = ['login', 'update', 'config edit', 'llm run', 'worker', 'share --into', 'on'];

/** Ids of the sample project that command lines name. */
interface Ids {
  session: string;
  memory: string;
}

/** How each command line is typed; `person` for one that only a person at a terminal may call. */
function typed({ session, memory }: Ids): Record<string, string[] | { person: string[] }> {
  return {
    browse: [],
    ui: ['ui', '--no-open'],
    search: ['search', 'idempotency', '-a', '--sessions', '--explain'],
    recall: ['recall', 'why idempotency keys?', '-a'],
    resume: ['resume'],
    context: ['context', '--explain'],
    sessions: ['sessions', '-a'],
    'sessions ID': ['sessions', session],
    'sessions show': ['sessions', 'show', session],
    'sessions export': ['sessions', 'export', session, 'session.md'],
    'sessions restore': ['sessions', 'restore', session, '--to', 'codex', '--dry-run'],
    'sessions tag': ['sessions', 'tag', session, 'till'],
    story: ['story', session],
    timeline: ['timeline', memory],
    file: ['file', '-a'],
    get: ['get', memory, 'o_aaaaaaaaaaaaaaaa'],
    remember: ['remember', 'The till closes at six.', '--kind', 'decision'],
    checkpoint: ['checkpoint', 'The till is done.', '--session', session],
    report: ['report', 'week'],
    project: ['project'],
    threads: ['threads'],
    patterns: ['patterns', '-a'],
    'patterns show': ['patterns', 'show', 't_aaaaaaaaaaaaaaaa'],
    tripwires: ['tripwires', '-a'],
    'tripwires test': ['tripwires', 'test', 'git push --force'],
    history: ['history', memory],
    'why FILE': ['why', 'till.ts'],
    'why ID': ['why', memory],
    'code search': ['code', 'search', 'Till'],
    'code outline': ['code', 'outline', 'till.ts'],
    'code show': ['code', 'show', 'Till'],
    stats: ['stats', '-a', '--calendar', '2', '--compare'],
    impact: ['impact', '-a'],
    projects: ['projects'],
    'projects merge': ['projects', 'merge', 'PROJECT', 'OTHER', '--dry-run'],
    'projects rename': { person: ['projects', 'rename', 'PROJECT', 'shop'] },
    review: ['review', 'list', '-a'],
    'review confirm': { person: ['review', 'confirm', 'o_aaaaaaaaaaaaaaaa'] },
    'review log': ['review', 'log'],
    share: ['share'],
    'share ID': { person: ['share', 'RULE'] },
    observe: ['observe', 'The till is open.', '--narrative', 'It stood open.'],
    summarize: ['summarize', 'The till was built.', '--session', session],
    collections: ['collections'],
    'collections create': ['collections', 'create', 'till', '--query', 'idempotency'],
    'collections show': ['collections', 'show', 'till'],
    'collections ask': ['collections', 'ask', 'till', 'why idempotency?'],
    forget: ['forget', '--query', 'idempotency', '--dry-run'],
    prune: ['prune', '--dry-run'],
    consolidate: ['consolidate', '--dry-run'],
    setup: ['setup', 'claude-code', '--dry-run'],
    uninstall: ['uninstall', '--dry-run'],
    import: ['import', '--dry-run'],
    export: ['export', 'all.jsonl'],
    'backup create': ['backup', 'create'],
    backup: ['backup', 'verify'],
    'backup restore': ['backup', 'restore', '--dry-run'],
    config: ['config'],
    'config get': ['config', 'get', 'context.startTokens'],
    'config set': ['config', 'set', 'context.startTokens', '800'],
    'config path': ['config', 'path'],
    'config schema': ['config', 'schema'],
    privacy: ['privacy'],
    'privacy scan': ['privacy', 'scan', '--dry-run'],
    sync: ['sync'],
    webhooks: ['webhooks'],
    pause: ['pause', '10m'],
    unpause: { person: ['unpause'] },
    off: ['off'],
    llm: ['llm'],
    status: ['status'],
    doctor: ['doctor'],
    'bench --mine': ['bench', '--mine'],
    events: ['events', '--last', '1'],
    jobs: ['jobs'],
    rebuild: ['rebuild', '--background'],
    log: ['log'],
    'worker restart': ['worker', 'restart'],
    'worker stop': ['worker', 'stop'],
  };
}

suite('--json', () => {
  test('of every command is what its schema says, with its list as `entries`', async (context) => {
    const { cairn, ids, names } = await filled(context);
    const lines = typed(ids);
    const faults: string[] = [];
    for (const [words, line] of Object.entries(lines)) {
      const args = (Array.isArray(line) ? line : line.person).map((word) => names[word] ?? word);
      const value = Array.isArray(line) ? await cairn.json(args) : await asPerson(cairn, args);
      const shape = asObject(SHAPES[words]);
      faults.push(...faultsOf(SCHEMAS, shape, value).map((fault) => `${words}: ${fault}`));
      const { lists } = commandLines().find((one) => one.words === words) ?? { lists: [] };
      const list = lists.map((name) => value[name]).find(Array.isArray);
      if (list !== undefined) assert.deepEqual(value.entries, list, words);
    }
    assert.deepEqual(faults, []);
    const known = commandLines().map(({ words }) => words);
    assert.deepEqual([...Object.keys(lines), ...ELSEWHERE].sort(), known.toSorted());
  });

  test('every command with --json has a schema', () => {
    const described = new Set(commandLines().map(({ words }) => words.split(' ')[0]));
    const taking = COMMANDS.filter(
      ({ hidden, options = [] }) => !hidden && options.some(({ flags }) => flags === '--json'),
    );
    assert.deepEqual(
      taking.map(({ name }) => name).filter((name) => !described.has(name)),
      ['completion', 'server', 'start'].filter((name) => taking.some((one) => one.name === name)),
    );
  });

  test('a field that is taken away is seen, one that is added is not', () => {
    const schema = (properties: JsonObject): JsonObject => ({ $defs: { x: { type: 'object', properties } } });
    const earlier = schema({ a: { type: 'string' }, b: { type: 'array', items: { type: 'string' } } });
    assert.deepEqual(
      lostFields(earlier, schema({ ...asObject(asObject(asObject(earlier.$defs).x).properties), c: {} })),
      [],
    );
    assert.deepEqual(lostFields(earlier, schema({ a: { type: 'integer' } })), [
      '/$defs/x/properties/a',
      '/$defs/x/properties/b',
    ]);
  });
});

async function filled(context: TestContext): Promise<{ cairn: Cairn; ids: Ids; names: Record<string, string> }> {
  const cairn = cairnIn(context);
  execFileSync('git', ['init', '-q'], { cwd: cairn.at.project });
  writeFileSync(join(cairn.at.project, 'till.ts'), 'export class Till {\n  pay(sum: number): void {}\n}\n');
  await cairn.json(['import', EXAMPLE, '--agent', 'claude-code']);
  const rule = await asPerson(cairn, ['remember', 'Never push to main', '--kind', 'constraint']);
  const { entries } = await cairn.json(['sessions', '-a']);
  const [session = ''] = idsOf(entries);
  const found = await cairn.json(['search', 'idempotency', '-a']);
  const projects = await cairn.json(['projects']);
  const [PROJECT = '', OTHER = ''] = idsOf(projects.entries);
  const names = { RULE: String(rule.id), PROJECT, OTHER };
  return { cairn, ids: { session, memory: idsOf(found.entries)[0] ?? '' }, names };
}

function idsOf(entries: unknown): string[] {
  return Array.isArray(entries) ? entries.map(({ id }) => String(id)) : [];
}

/** What a command prints in a terminal, where JSON is indented. */
async function asPerson(cairn: Cairn, args: readonly string[]): Promise<JsonObject> {
  const { stdout } = await cairn.terminal([...args, '--json'], { env: { NO_COLOR: '1' } });
  return JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)) as JsonObject;
}
