import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/crush/capabilities.ts';
import { readDatabase } from '../../../src/agents/crush/database.ts';
import { DIALECT } from '../../../src/agents/crush/hooks.ts';
import { detect, findTranscripts, transcriptOf } from '../../../src/agents/crush/places.ts';
import { HOOKS_FILE, planSetup, planUninstall } from '../../../src/agents/crush/setup.ts';
import { withJsonHooks, withoutJsonHooks } from '../../../src/agents/shared/setup/json-hooks.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readAll } from '../database-rows.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { jsoncText } from '../jsonc-arbitrary.ts';
import { crushHooks, SESSION, SUBAGENT, storeWrites, writeRepository, writeStore } from './fixtures.ts';

const WRITES = storeWrites();
const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

suite('the hook of Crush, made from its source', () => {
  test('tells nothing by itself and takes context: of the file, and what a start should have said', () => {
    for (const { event, at, payload } of crushHooks()) {
      const { events, need, skipped, startsWorker } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual([events, skipped, startsWorker], [[], {}, true]);
      assert.equal(need?.occasion, 'tool');
    }
    const read = (tool: string, input: JsonObject): string | undefined => {
      const payload = {
        event: 'PreToolUse',
        session_id: SESSION,
        cwd: '/home/dev/shop',
        tool_name: tool,
        tool_input: input,
      };
      return DIALECT.readHook('PreToolUse', payload, { at: 1, delivery: 'd' }).need?.file;
    };
    assert.equal(read('edit', { file_path: 'src/a.js' }), '/home/dev/shop/src/a.js');
    assert.equal(read('bash', { command: 'ls' }), undefined);
  });

  test('answers with context alone', () => {
    assert.equal(DIALECT.reply('PreToolUse', 'one\ntwo'), '{"version":1,"context":"one\\ntwo"}');
    assert.equal(DIALECT.reply('PreToolUse', ''), '');
    assert.equal(DIALECT.reply('PreCompact', 'one'), '');
  });

  test('never makes the reader throw', () => {
    const field = fc.constantFrom('session_id', 'cwd', 'tool_name', 'tool_input', 'x');
    fc.assert(
      fc.property(
        fc.constantFrom('PreToolUse', 'PreCompact', '__proto__'),
        fc.dictionary(field, fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
  });
});

suite('the database of Crush', () => {
  const storeIn = (context: TestContext, writes = WRITES): string => {
    const path = join(temporaryFolder(context), '.crush', 'crush.db');
    writeStore(path, writes);
    return path;
  };

  test('tells the session, its subagent within it, and no search for a title', (context) => {
    const { events, skipped } = readAll(readDatabase(storeIn(context)));
    assert.deepEqual([...new Set(events.map(({ agentSession }) => agentSession))], [SESSION]);
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text, origin }) => `${origin}: ${text}`),
      [
        'person: We decided that amounts are integer cents. Fix the rounding.',
        'system: Go on.',
        'person: Delete the build folder.',
        'person: Then leave it.',
      ],
    );
    assert.deepEqual(
      events.filter(({ subagent }) => subagent === SUBAGENT).map(({ body }) => body.kind),
      ['subagent.start', 'message', 'subagent.end'],
    );
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, success, exitCode }) => [tool, success, exitCode]),
      [
        ['view', true, undefined],
        ['edit', true, undefined],
        ['bash', false, 1],
        ['agent', true, undefined],
      ],
    );
    assert.deepEqual(bodiesOf(events, 'tool.start')[0]?.input, { command: 'rm -rf build' });
    assert.deepEqual(bodiesOf(events, 'compact.end')[0]?.summary, 'Goal: integer cents. The check failed once.');
    assert.deepEqual(bodiesOf(events, 'turn.failed')[0]?.error, 'overloaded: 529');
    assert.equal(bodiesOf(events, 'turn.end').length, 2);
    assert.deepEqual(skipped, { 'part:binary': 1, 'part:reasoning': 1, 'part:shell_command': 1 });
  });

  test('tells the same whether its times are in seconds or milliseconds', (context) => {
    const later = WRITES.map((row) => {
      const times = ['created_at', 'updated_at'].filter((column) => row[column] !== undefined);
      return { ...row, ...Object.fromEntries(times.map((column) => [column, Number(row[column]) * 1_000])) };
    });
    const told = (writes: readonly JsonObject[]): unknown[] => {
      const { events, state } = readAll(readDatabase(storeIn(context, [...writes])));
      return [...events.map(({ at, body }) => [at, body]), state];
    };
    assert.deepEqual(told(later), told(WRITES));
  });

  test('says of a command that it failed, also where the folder stands after its exit code', (context) => {
    const { events } = readAll(readDatabase(storeIn(context, storeWrites('one-second'))));
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, success, exitCode }) => [tool, success, exitCode]),
      [
        ['view', true, undefined],
        ['edit', true, undefined],
        ['bash', false, 2],
        ['bash', true, undefined],
      ],
    );
  });

  test('gives messages of one second times in the order in which they were written', (context) => {
    const { events } = readAll(readDatabase(storeIn(context, storeWrites('one-second'))));
    const times = events.filter(({ body }) => body.kind !== 'turn.end').map(({ at }) => at);
    assert.deepEqual(
      times,
      [...new Set(times)].toSorted((one, other) => one - other),
    );
    assert.deepEqual(
      [...new Set(times.map((at) => Math.floor(at / 1_000)))],
      [1_790_500_000, 1_790_500_001],
      'each within its second',
    );
  });

  test('tells of a session whose answer came within the second of its last result that it ended', async (context) => {
    const { memory, at } = openFresh(context);
    writeRepository(at.userHome, storeWrites('one-second'));
    for await (const _progress of memory.import({ agent: 'crush' }));
    await memory.settled();
    const { state } = await memory.resume({ project: '*' });
    assert.equal(state?.lastPrompt?.text, 'Serve the shop on port 4200.');
    assert.equal(state?.stoppedAfter, undefined);
  });

  test('read at any time and again from where that reading came to tells the same', (context) => {
    const path = join(temporaryFolder(context), '.crush', 'crush.db');
    writeStore(path, WRITES);
    const whole = fold(readAll(readDatabase(path)).events);
    fc.assert(
      fc.property(fc.array(fc.nat(WRITES.length), { minLength: 1, maxLength: 3 }), (places) => {
        const events: RawEvent[] = [];
        let state: JsonObject = {};
        for (const place of [...places.toSorted((one, other) => one - other), WRITES.length]) {
          writeStore(path, WRITES.slice(0, place));
          const reading = readAll(readDatabase(path, state));
          events.push(...reading.events);
          ({ state } = reading);
        }
        assert.deepEqual(fold(events), whole);
      }),
      { numRuns: 30 },
    );
  });

  test('that holds what nobody can read gives the rest', (context) => {
    const row = {
      table: 'messages',
      session_id: SESSION,
      model: null,
      is_summary_message: 0,
      created_at: 1,
      updated_at: 1,
    };
    const odd = [
      { ...row, id: 'b1', role: 'user', parts: '{"type":' },
      { ...row, id: 'b2', role: 'narrator', parts: [] },
      { ...row, id: 'b3', role: 'tool', parts: [{ type: 'tool_result', data: { tool_call_id: 'x' } }, 5] },
    ];
    const { events, skipped } = readAll(readDatabase(storeIn(context, [...WRITES, ...odd])));
    assert.equal(bodiesOf(events, 'prompt').length, 4);
    assert.equal(skipped['message:malformed'], 1);
    assert.equal(skipped['message:narrator'], 1);
    assert.equal(skipped['tool_result:unasked'], 1);
    const path = join(temporaryFolder(context), 'crush.db');
    openDatabase(path).close();
    assert.deepEqual(readAll(readDatabase(path)).skipped, { 'unknown-schema': 1 });
  });

  test('is found through the list that Crush keeps of its repositories', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.equal(detect(environment), false);
    const path = writeRepository(home, WRITES);
    assert.equal(detect(environment), true);
    assert.deepEqual(
      findTranscripts(environment).map((file) => file.path),
      [path],
    );
    assert.equal(transcriptOf(SESSION, environment), path);
    assert.equal(transcriptOf('other', environment), undefined);
    writeFileSync(path, 'no database');
    assert.equal(transcriptOf(SESSION, environment), undefined);
    assert.equal(readAll(readDatabase(writeRepository(home, WRITES))).events[0]?.cwd, join(home, 'shop'));
  });
});

suite('set-up of Crush', () => {
  const hookCommand = '/home/dev/.cairn/bin/hook';
  const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };
  const KEYS = fc.string({ maxLength: 5 }).filter((key) => key !== 'hooks' && key !== 'mcp');
  const rest = fc.dictionary(KEYS, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const hooks = fc.dictionary(
    fc.constant('PreToolUse'),
    fc.array(fc.record({ command: fc.string(), matcher: fc.string() }), { maxLength: 2 }),
  );

  test('writes the hook and the server, once, and takes both out again', (context) => {
    const home = temporaryFolder(context);
    const target = { environment: { home, variables: {} }, hookCommand, mcpCommand };
    const [change] = planSetup(target);
    const path = join(home, '.config', 'crush', 'crush.json');
    assert.equal(change?.path, path);
    assert.deepEqual(JSON.parse(change?.after ?? ''), {
      hooks: { PreToolUse: [{ command: `${hookCommand} crush PreToolUse`, timeout: 5 }] },
      mcp: { cairn: { type: 'stdio', ...mcpCommand } },
    });
    mkdirSync(join(home, '.config', 'crush'), { recursive: true });
    writeFileSync(path, change?.after ?? '');
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined],
    );
  });

  test('of a repository takes the settings that are there', (context) => {
    const project = temporaryFolder(context);
    const target = { environment: { home: '/nowhere', variables: {} }, hookCommand, mcpCommand, project };
    assert.equal(planSetup(target)[0]?.path, join(project, 'crush.json'));
    writeFileSync(join(project, '.crush.json'), '{}\n');
    const [change] = planSetup(target);
    assert.equal(change?.path, join(project, '.crush.json'));
    writeFileSync(join(project, '.crush.json'), change?.after ?? '');
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      ['{}\n'],
    );
  });

  test('is undone byte for byte, and twice is once, for all valid settings', () => {
    const settings = jsoncText(
      fc
        .tuple(rest, fc.option(hooks, { nil: undefined }))
        .map(([before, own]) => (own === undefined ? before : { ...before, hooks: own })),
    );
    fc.assert(
      fc.property(settings, (text) => {
        const once = withJsonHooks(text, hookCommand, HOOKS_FILE);
        assert.equal(withJsonHooks(once, hookCommand, HOOKS_FILE), once);
        assert.equal(withoutJsonHooks(once, HOOKS_FILE), text);
      }),
      { numRuns: 100 },
    );
  });
});
