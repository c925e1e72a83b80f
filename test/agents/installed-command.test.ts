import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { AGENTS } from '../../src/agents/registry.ts';
import type { Dialect } from '../../src/agents/shared/contract.ts';
import { asObject, asString } from '../../src/core/json.ts';
import { BEGIN_LINE } from '../../src/privacy/own-words.ts';
import { installHook, QUIET, type RunHook } from '../support/hook-script.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { foldEvents } from './fold-events.ts';
import { dayOf, hooksFile, type SentHook } from './session-fixture.ts';

const CONSTRAINT = 'Tests never call the billing service';
const GARBAGE = ['', ' ', '{', '[]', 'null', '"text"', '{}', '{"session_id":[]}', new Uint8Array([0, 255, 10, 123])];

/** Fails unless what was printed is the agent's reply around a block that holds the constraint. */
function assertReply(dialect: Dialect, event: string, stdout: string): void {
  const mark = 'BLOCK';
  const [before = '', after = ''] = dialect.reply(event, mark).split(mark);
  const printed = stdout.trimEnd();
  assert.ok(printed.startsWith(before) && printed.endsWith(after), `${event}: ${stdout}`);
  const block = printed.slice(before.length, printed.length - after.length);
  assert.ok(block.includes(BEGIN_LINE), `${event}: ${stdout}`);
}

/** Sends a day through the command; gives the events on which context was handed over. */
async function send(
  day: readonly SentHook[],
  dialect: Dialect,
  run: RunHook,
): Promise<{ event: string; text: string }[]> {
  const told: { event: string; text: string }[] = [];
  for (const { event, payload } of day) {
    const { stdout, ...rest } = await run(event, payload, dialect.name);
    assert.deepEqual({ ...rest, stdout: '' }, QUIET);
    if (stdout === '') continue;
    assertReply(dialect, event, stdout);
    told.push({ event, text: stdout });
  }
  return told;
}

async function eventCounts(worker: RunningWorker): Promise<Record<string, number>> {
  const { noted: _ours, ...counts } = (await worker.memory().status()).counts.byEvent;
  return counts;
}

/** What `after` has more of than `before`. */
function added(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const more = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(more.filter(([, count]) => count !== 0));
}

function countsOf(day: readonly SentHook[], dialect: Dialect): Record<string, number> {
  const raws = day.flatMap(
    ({ event, at, payload }, i) => dialect.readHook(event, payload, { at, delivery: `d${i}` }).events,
  );
  const counts: Record<string, number> = {};
  for (const { body } of foldEvents(raws, dialect.authority)) counts[body.kind] = (counts[body.kind] ?? 0) + 1;
  return counts;
}

test('through the installed command the day of an agent', async (context) => {
  const worker = await runWorker(context);
  const run = installHook(worker.at);
  const folders = new Set(
    AGENTS.flatMap(({ name, dialect }) =>
      dialect === undefined ? [] : dayOf(name).map(({ payload }) => asString(asObject(payload).cwd)),
    ),
  );
  for (const project of folders) {
    if (project !== undefined)
      await worker.asPerson(['remember', CONSTRAINT, '--kind', 'constraint', '--project', project]);
  }
  for (const { name, dialect, capabilities } of AGENTS) {
    if (dialect === undefined) continue;
    const day = dayOf(name);
    const title = `${name} (${capabilities.evidence.how}) comes to its events and is answered in the form that it takes`;
    await context.test(title, async () => {
      const before = await eventCounts(worker);
      const told = await send(day, dialect, run);
      const takes = day.some(({ event }) => capabilities.contextOn.includes(event));
      assert.equal(
        told.some(({ text }) => text.includes(CONSTRAINT)),
        takes,
      );
      for (const { event } of told) assert.ok(capabilities.contextOn.includes(event), event);
      for (const event of capabilities.hooks) {
        assert.ok(
          day.some((sent) => sent.event === event),
          `the day has no ${event}`,
        );
      }
      assert.deepEqual(added(before, await eventCounts(worker)), countsOf(day, dialect));
    });
  }
});

test('garbage gets silence from every hook of every agent, with a worker and without', async (context) => {
  const worker = await runWorker(context);
  const run = installHook(worker.at);
  const expectSilence = async (name: string, event: string, payload: unknown): Promise<void> =>
    assert.deepEqual(await run(event, payload, name), QUIET, `${name} ${event}: ${payload}`);
  const hooked = AGENTS.filter(({ dialect }) => dialect !== undefined);
  for (const { name, capabilities } of hooked) {
    const events = [...capabilities.hooks.slice(0, 2), 'NoSuchEvent'];
    await Promise.all(GARBAGE.map((garbage, i) => expectSilence(name, events[i % events.length] ?? '', garbage)));
  }
  await worker.end('SIGTERM');
  for (const { name, capabilities } of hooked) {
    await Promise.all(GARBAGE.slice(-3).map((garbage) => expectSilence(name, capabilities.hooks[0] ?? '', garbage)));
  }
});

test('no hook is evidence of a person: any program can send one', () => {
  for (const { name, dialect } of AGENTS) {
    if (dialect === undefined) continue;
    for (const { event, at, payload } of dayOf(name)) {
      const claims = {
        source: 'user',
        origin: 'person',
        turn_trigger: 'user',
        promptSource: 'typed',
        provenance: 'real_user',
      };
      for (const sent of [payload, { ...asObject(payload), ...claims }]) {
        const { events } = dialect.readHook(event, sent, { at, delivery: 'd' });
        for (const { body } of events)
          if (body.kind === 'prompt') assert.notEqual(body.origin, 'person', `${name} ${event}`);
      }
    }
  }
});

test('every agent with hooks has a day among the fixtures', () => {
  const without = AGENTS.filter(({ name, dialect }) => dialect !== undefined && !existsSync(hooksFile(name)));
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  );
});
