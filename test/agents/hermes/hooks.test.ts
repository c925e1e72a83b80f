import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/hermes/capabilities.ts';
import { HERMES } from '../../../src/agents/hermes/hermes.ts';
import { DIALECT } from '../../../src/agents/hermes/hooks.ts';
import { planSetup, planUninstall } from '../../../src/agents/hermes/setup.ts';
import type { HookReading, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { databaseIn, hermesHooks, SESSION, storeRows, writeStore } from './fixtures.ts';

const READ = hermesHooks().map(({ event, at, payload }) => ({
  event,
  ...DIALECT.readHook(event, payload, { at, delivery: 'd' }),
}));

function targetIn(context: TestContext): SetupTarget {
  const environment = { home: temporaryFolder(context), variables: {} };
  mkdirSync(join(environment.home, '.hermes'));
  return { environment, hookCommand: '/home/dev/.cairn/bin/hook', mcpCommand: { command: 'cairn', args: ['mcp'] } };
}

suite('the shell hooks of Hermes', () => {
  test('tell of starts and ends of sessions; the store tells of the rest', () => {
    assert.deepEqual(
      READ.map(({ event, events, skipped }) => [event, events.map(({ body }) => body.kind).join(), skipped]),
      [
        ['on_session_start', 'session.start', {}],
        ['pre_llm_call', '', {}],
        ['on_session_end', '', {}],
        ['on_session_finalize', 'session.end', {}],
        ['pre_llm_call', '', {}],
        ['pre_llm_call', '', {}],
        ['pre_tool_call', '', {}],
        ['on_session_end', '', {}],
        ['on_session_finalize', 'session.end', {}],
      ],
    );
    const start = { kind: 'session.start', trigger: 'startup', model: 'lab-model' };
    assert.deepEqual(READ[0]?.events[0]?.body, start);
    assert.deepEqual(READ[3]?.events[0]?.body, { kind: 'session.end', reason: 'shutdown' });
    assert.deepEqual([READ[2]?.reconcile, READ[1]?.reconcile, READ[2]?.session], ['now', 'later', SESSION]);
  });

  test('ask for context with a prompt, which is handed over as Hermes takes it', () => {
    const need = { occasion: 'prompt', agentSession: SESSION, cwd: '/home/dev/shop' };
    assert.deepEqual(READ[5]?.need, { ...need, prompt: 'Go on.' });
    assert.ok(READ[0]?.startsWorker && READ[5]?.startsWorker);
    assert.deepEqual(READ[6]?.need, {
      ...{ occasion: 'refusal', agentSession: SESSION, cwd: '/home/dev/shop' },
      call: { tool: 'terminal', input: { command: 'node check.js' } },
    });
    assert.equal(DIALECT.reply('pre_tool_call', '', 'no'), '{"decision":"block","reason":"no"}');
    for (const event of CAPABILITIES.hooks) {
      const isTaken = CAPABILITIES.contextOn.includes(event);
      assert.equal(DIALECT.reply(event, 'one\ntwo'), isTaken ? '{"context":"one\\ntwo"}' : '');
    }
  });

  test('of a subagent tell nothing and ask for nothing: the store has its task', () => {
    const extra = { user_message: 'Find it.', platform: 'subagent' };
    const read = (event: string): HookReading =>
      DIALECT.readHook(event, { session_id: 'child', cwd: '/home/dev/shop', extra }, { at: 1, delivery: 'd' });
    for (const event of CAPABILITIES.hooks) {
      const { events, need, skipped } = read(event);
      assert.deepEqual([events, need, skipped], [[], undefined, { [`${event}:hidden-agent`]: 1 }]);
    }
  });

  test('are put into the settings once and taken out byte for byte', (context) => {
    const target = targetIn(context);
    const path = join(target.environment.home, '.hermes', 'config.yaml');
    const text = '# mine\nmodel:\n  default: x\nhooks: {}\n';
    writeFileSync(path, text);
    const [change, ...more] = planSetup(target);
    assert.deepEqual([change?.path, change?.before, more], [path, text, []]);
    for (const event of CAPABILITIES.hooks)
      assert.match(change?.after ?? '', new RegExp(`bin/hook hermes ${event}(?: refusing)?"`));
    writeFileSync(path, change?.after ?? '');
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [text],
    );
    assert.throws(() => planSetup({ ...target, project: '/srv/shop' }), { code: 'unsupported' });
  });

  test('lead to the database that changed last', (context) => {
    const { environment } = targetIn(context);
    assert.equal(HERMES.transcriptOf?.(SESSION, environment), undefined);
    writeStore(databaseIn(environment.home), storeRows());
    assert.equal(HERMES.transcriptOf?.(SESSION, environment), databaseIn(environment.home));
  });
});
