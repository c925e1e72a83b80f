import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { variedText } from '../../../bench/support/varied-text.ts';
import { agedMiddle } from '../../../src/core/aged-text.ts';
import type { StoredEvent } from '../../../src/core/event.ts';
import type { Item } from '../../../src/core/item.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import type { RetirePlan, RetireReport } from '../../../src/memory/retire-answers.ts';
import { openFresh } from '../../support/fresh-home.ts';

const DAY = 86_400_000;
const QUOTED = 'The zirconium valve of the second pump opens at ninety bar and never before that';
const PERSON = { caller: { surface: 'cli', person: true } } as const;

function lines(seed: number, count: number): string {
  return Array.from({ length: count }, (_, i) => variedText(seed * 1_000 + i, 60).replaceAll('\n', ' ')).join('\n');
}

function run(number: string, output: string, more: { days?: number; command?: string; success?: boolean } = {}) {
  const { days = 300, command = `cat notes-${number}.txt`, success = true } = more;
  return {
    kind: 'tool.end',
    tool: 'Bash',
    input: { command },
    output,
    success,
    number,
    sessionId: 'old',
    agent: 'claude-code',
    at: Date.now() - days * DAY,
  };
}

/** An old session with long outputs, one of which the agent says again in part, and one that is new. */
async function openLong(context: TestContext) {
  const opened = openFresh(context, PERSON);
  const cwd = opened.at.project;
  const place = { sessionId: 'old', agent: 'claude-code', cwd };
  const events = [
    { kind: 'prompt', text: 'Please read the notes of the pump.', number: 'p', at: Date.now() - 301 * DAY, ...place },
    { ...run('plain', lines(1, 300)), cwd },
    { ...run('quoted', `${lines(2, 100)}\n${QUOTED}.\n${lines(3, 100)}`), cwd },
    { ...run('short', lines(4, 10)), cwd },
    { ...run('new', lines(5, 300), { days: 3 }), cwd },
    { kind: 'message', text: `I read it. ${QUOTED}. So I wait.`, number: 'm', at: Date.now() - 299 * DAY, ...place },
  ];
  await opened.memory.record(events);
  await opened.memory.settled();
  return { ...opened, events };
}

async function outputsOf({ store }: Pick<OpenedMemory, 'store'>): Promise<Record<string, string>> {
  const events = await store.log.since(0, 500);
  return Object.fromEntries(
    events.flatMap(({ body }: StoredEvent) => (body.kind === 'tool.end' ? [entryOf(body)] : [])),
  );
}

function entryOf({ input, output }: Extract<StoredEvent['body'], { kind: 'tool.end' }>): [string, string] {
  return [`${input.command}`.replace(/^cat notes-|\.txt$/g, ''), output];
}

async function rowsOf({ store }: Pick<OpenedMemory, 'store'>): Promise<Item[]> {
  const { rows } = await store.items.page({ hidden: true }, { limit: 500 });
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function age({ memory }: Pick<OpenedMemory, 'memory'>): Promise<RetireReport> {
  const { token } = (await memory.prune({ kinds: ['output'], olderThan: '180d', now: true })) as RetirePlan;
  return (await memory.prune({ kinds: ['output'], olderThan: '180d', now: true, confirm: token })) as RetireReport;
}

suite('the middle of old outputs', () => {
  test('goes after a plan and its grace, and can be kept until then', async (context) => {
    const opened = await openLong(context);
    const { memory } = opened;
    const before = await outputsOf(opened);
    const asked = { kinds: ['output' as const], olderThan: '180d' };
    const plan = (await memory.prune(asked)) as RetirePlan;
    assert.deepEqual([plan.items, plan.outputs, plan.outputBytes > 1_000], [0, 2, true]);
    const done = (await memory.prune({ ...asked, confirm: plan.token })) as RetireReport;
    assert.deepEqual([done.state, done.outputs], ['retired', 2]);
    assert.deepEqual(await outputsOf(opened), before);
    const again = (await memory.prune(asked)) as RetirePlan;
    assert.deepEqual([again.outputs, again.batches.map(({ outputs }) => outputs)], [0, [true]]);
    await memory.prune({ undo: plan.token });
    await memory.prune({ kinds: ['prompt'], olderThan: '180d', now: true });
    assert.deepEqual(await outputsOf(opened), before);
    assert.equal(((await memory.prune(asked)) as RetirePlan).outputs, 2);
  });

  test('goes for good, and all that was made of it stays as it was, also in a rebuild', async (context) => {
    const opened = await openLong(context);
    const { memory, store, deriver } = opened;
    const before = await outputsOf(opened);
    const rows = await rowsOf(opened);
    assert.ok(rows.some(({ kind, detail }) => kind === 'message' && (detail.quoted ?? []).length > 0));
    const done = await age(opened);
    assert.deepEqual([done.state, done.outputs], ['pruned', 2]);
    const after = await outputsOf(opened);
    assert.deepEqual([after.short, after.new], [before.short, before.new]);
    for (const name of ['plain', 'quoted']) {
      const [was = '', is = ''] = [before[name], after[name]];
      assert.ok(is.length < 3_000 && is.startsWith(was.slice(0, 1_200)) && is.endsWith(was.slice(-1_200)));
      assert.match(is, /\n\[aged: \d+ characters left out, \d+ tokens in all\]\n/);
    }
    assert.ok(after.quoted?.includes(QUOTED));
    assert.deepEqual(await store.check(), []);
    assert.deepEqual(await rowsOf(opened), rows);
    await store.log.reset();
    await deriver.settled(30_000);
    assert.deepEqual(await rowsOf(opened), rows);
    const plain = rows.find(({ title }) => title.includes('notes-plain'));
    const { records } = await memory.get([plain?.id ?? '']);
    assert.match(JSON.stringify(records), /\[aged: \d+ characters left out/);
    assert.equal(((await memory.prune({ kinds: ['output'], olderThan: '180d' })) as RetirePlan).outputs, 0);
    assert.deepEqual(((await memory.prune({ kinds: ['output'] })) as RetirePlan).batches, []);
  });

  test('does not come back when it is told again, and is no loss where it is whole', async (context) => {
    const opened = await openLong(context);
    const rows = await rowsOf(opened);
    const whole = await outputsOf(opened);
    const lineOf = async (one: Pick<OpenedMemory, 'memory'>): Promise<string> => {
      const told: string[] = [];
      for await (const line of one.memory.export()) told.push(JSON.stringify(line));
      return `${told.join('\n')}\n`;
    };
    const before = join(opened.at.root, 'before.jsonl');
    writeFileSync(before, await lineOf(opened));
    await age(opened);
    const aged = await outputsOf(opened);
    await opened.memory.record(opened.events);
    for await (const _progress of opened.memory.import({ paths: [before] }));
    await opened.memory.settled();
    assert.deepEqual(await outputsOf(opened), aged);
    const after = join(opened.at.root, 'after.jsonl');
    writeFileSync(after, await lineOf(opened));
    const other = openFresh(context, PERSON);
    for await (const _progress of other.memory.import({ paths: [after] }));
    await other.memory.settled();
    assert.deepEqual(await outputsOf(other), aged);
    assert.deepEqual(
      (await rowsOf(other)).map(({ id, text }) => [id, text]),
      rows.map(({ id, text }) => [id, text]),
    );
    const third = openFresh(context, PERSON);
    for (const path of [before, after]) for await (const _progress of third.memory.import({ paths: [path] }));
    await third.memory.settled();
    assert.deepEqual(await outputsOf(third), whole);
  });

  test('stays where something that was made of the output needs it', async (context) => {
    const opened = openFresh(context, PERSON);
    const failing = `${lines(6, 30)}\n✖ opens at ninety bar (1.2ms)\n${lines(7, 30)}\nℹ fail 1\n`;
    const shared = lines(8, 200);
    await opened.memory.record([
      run('fail', failing, { command: 'npm test', success: false }),
      run('old', shared),
      run('young', shared, { days: 2 }),
    ]);
    await opened.memory.settled();
    const before = await outputsOf(opened);
    const rows = await rowsOf(opened);
    await age(opened);
    const after = await outputsOf(opened);
    assert.deepEqual([after.old, after.young], [before.old, before.young]);
    await opened.store.log.reset();
    await opened.deriver.settled(30_000);
    assert.deepEqual(await rowsOf(opened), rows);
    const isWhole = agedMiddle(after['npm test'] ?? '') === undefined;
    const plan = (await opened.memory.prune({ kinds: ['output'], olderThan: '180d' })) as RetirePlan;
    assert.deepEqual([isWhole, plan.outputs], [true, 0]);
  });

  test('is forgotten with the rest', async (context) => {
    const opened = await openLong(context);
    await age(opened);
    const [session] = (await opened.memory.list({ limit: 1 })).entries.map(({ sessionId }) => sessionId);
    const plan = (await opened.memory.forget({ session: session as string, dryRun: true })) as { token: string };
    const done = await opened.memory.forget({ confirm: plan.token });
    assert.equal(done.state, 'erased');
    assert.deepEqual('searched' in done && done.searched.found, []);
    assert.deepEqual(await outputsOf(opened), {});
  });
});
