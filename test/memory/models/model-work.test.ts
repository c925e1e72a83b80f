import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { NO_MODEL_USE } from '../../../src/core/model/model-usage.ts';
import { localDay } from '../../../src/core/text/calendar.ts';
import { REFINE } from '../../../src/memory/models/refining.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { freshHome, openFresh } from '../../support/fresh-home.ts';
import { SPEAK, say, startModelServer } from '../../support/models/model-server.ts';
import { goodServer, material, only, openWorded, record } from '../../support/worded-sessions.ts';

suite('the budget of a day', () => {
  test('stops calls until tomorrow, and says so', async (context) => {
    const { url, asked } = await goodServer(context);
    const home = freshHome(context);
    const opened = openWorded(context, url, { home });
    const day = localDay(Date.now());
    await opened.store.models.count({ day, purpose: 'summary', model: 'x' }, { ...NO_MODEL_USE, inputTokens: 499_990 });
    await record(opened);
    await assert.rejects(opened.memory.llm({ run: true }), { code: 'over_budget' });
    assert.equal(asked.length, 0);
    await opened.runner.add({ ...REFINE, payload: {}, delayMs: 0 });
    await opened.runner.drain([REFINE.kind]);
    const [job] = (await opened.store.jobs.list(10)).filter(({ kind }) => kind === REFINE.kind);
    assert.ok((job?.runAt ?? 0) > Date.now());
    await opened.store.models.count({ day, purpose: 'summary', model: 'x' }, { ...NO_MODEL_USE, inputTokens: 500 });
    const { models } = await opened.memory.status();
    assert.deepEqual([models.state, models.tokensLeft], ['over-budget', 0]);
  });
});

suite('two that ask at once', () => {
  test('pay once', async (context) => {
    const { url, asked } = await goodServer(context);
    const opened = openWorded(context, url);
    await record(opened);
    const results = await Promise.all([opened.memory.llm({ run: true }), opened.memory.llm({ run: true })]);
    assert.equal(results.flatMap(({ run }) => run?.refined ?? []).length, 1);
    assert.equal(asked.length, 1);
    assert.match(flatDetail(await only(opened)).summary?.model ?? '', /small/);
  });
});

suite('a model that fails', () => {
  test('leaves the rules; status and doctor say why, and the job comes again', async (context) => {
    const { url } = await startModelServer(context, (_, response) => response.writeHead(401).end());
    const opened = openWorded(context, url);
    await record(opened);
    const before = await only(opened);
    await assert.rejects(opened.memory.llm({ run: true }), { code: 'model_failed' });
    await opened.runner.add({ ...REFINE, payload: {}, delayMs: 0 });
    await opened.runner.drain([REFINE.kind]);
    assert.deepEqual(await only(opened), before);
    const { models } = await opened.memory.status();
    assert.equal(models.state, 'failed');
    assert.match(models.error?.message ?? '', /401/);
    assert.equal(models.today.failed, 2);
    const { checks } = await opened.memory.doctor();
    assert.equal(checks.find(({ name }) => name === 'language-model')?.status, 'warning');
    assert.ok((await opened.store.jobs.list(10)).some(({ kind, state }) => kind === REFINE.kind && state === 'ready'));
  });

  test('or is named wrongly is told of, and everything else works', async (context) => {
    const opened = openWorded(context, '', { env: { CAIRN_LLM_MODEL: 'command:claude -p' } });
    await record(opened);
    const { state, error } = await opened.memory.llm();
    assert.equal(state, 'failed');
    assert.match(error?.message ?? '', /subscription/);
    await assert.rejects(opened.memory.llm({ run: true }), { code: 'not_allowed' });
  });
});

suite('a dry run', () => {
  test('tells exactly what would be sent, and sends nothing', async (context) => {
    const { url, asked } = await goodServer(context);
    const opened = openWorded(context, url);
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await record(opened, 'one', [`Use ${secret} to push.`]);
    const { plan = [] } = await opened.memory.llm({ plan: true });
    assert.equal(asked.length, 0);
    assert.ok(!JSON.stringify(plan).includes(secret));
    await opened.memory.llm({ run: true });
    assert.deepEqual([asked[0]?.system, asked[0]?.prompt], [plan[0]?.system, plan[0]?.prompt]);
    assert.deepEqual((await opened.memory.llm({ plan: true })).plan, []);
  });

  test('of one session takes any of its ids; one that is none is not found', async (context) => {
    const { url } = await goodServer(context);
    const opened = openWorded(context, url);
    await record(opened);
    await record(opened, 'two');
    const item = await only(opened);
    for (const session of [item.id, item.session ?? '']) {
      assert.deepEqual((await opened.memory.llm({ plan: true, session })).plan?.[0]?.sessions, [item.session]);
    }
    await assert.rejects(opened.memory.llm({ plan: true, session: `s_${'x'.repeat(16)}` }), { code: 'not_found' });
  });
});

test('without a model nothing is asked, and a run says what to do', async (context) => {
  const opened = openFresh(context);
  await record(opened);
  const { state, waiting, plan } = await opened.memory.llm({ plan: true });
  assert.deepEqual([state, waiting], ['off', 0]);
  assert.equal(plan?.length, 1, 'what would be sent is shown before a model is set');
  await assert.rejects(opened.memory.llm({ run: true }), { code: 'invalid_input' });
});

test('a purpose that is none is told of', async (context) => {
  const opened = openWorded(context, 'http://127.0.0.1:9', { env: { CAIRN_LLM_PURPOSES: 'sumary' } });
  const { state, error } = await opened.memory.llm();
  assert.equal(state, 'failed');
  assert.match(error?.message ?? '', /llm\.purposes has "sumary"/);
});

test('of what an agent does that is run as a model nothing is kept', async (context) => {
  const opened = openFresh(context);
  const event = { kind: 'prompt', agent: 'claude-code', sessionId: 'inner', text: 'You write summaries of sessions' };
  await opened.memory.record([{ ...event, cwd: join(opened.at.home, 'asides') }]);
  assert.equal((await opened.memory.status()).counts.events, 0);
});

test('an agent may look, and may not spend', async (context) => {
  const { url } = await goodServer(context);
  const opened = openWorded(context, url);
  const agent = opened.memory.withCaller({ surface: 'mcp', person: false, agent: true });
  assert.equal((await agent.llm()).state, 'idle');
  await assert.rejects(agent.llm({ run: true }), { code: 'not_allowed' });
});

test('a question is answered from passages with their ids, and bought once', async (context) => {
  const { url, asked } = await startModelServer(context, ({ prompt }, response) => {
    const ids = material(prompt).flatMap(({ id }) => id ?? []);
    const sentences = [
      { text: 'The token expired.', ids: ids.slice(0, 1) },
      { text: 'This is made up.', ids: ['o_aaaaaaaaaaaaaaaa'] },
    ];
    say(response, SPEAK.openai(JSON.stringify({ sentences })));
  });
  const opened = openWorded(context, url);
  await record(opened);
  const passages = await opened.store.items.list({ kinds: ['message'] }, { limit: 5 });
  const ask = () => opened.models.answer({ question: 'Why?', passages, signal: new AbortController().signal });
  const answer = await ask();
  assert.deepEqual(answer, {
    sentences: [{ text: 'The token expired.', ids: [passages[0]?.id] }],
    model: 'openai:small',
  });
  assert.deepEqual(await ask(), answer);
  assert.equal(asked.length, 1);
});
