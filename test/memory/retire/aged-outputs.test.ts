import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { variedText } from '../../../bench/support/generated/varied-text.ts';
import type { RetirePlan } from '../../../src/api/retire-answers.ts';
import { sha256 } from '../../../src/core/hash.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { countTokens } from '../../../src/core/text/tokens.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { pruneRetired } from '../../../src/memory/retire/prune.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { packText, unpackText } from '../../../src/store/sqlite/text/packed-text.ts';
import { makeEvent } from '../../store/contract/make.ts';
import { openFresh } from '../../support/fresh-home.ts';

const DAY = 86_400_000;
const PERSON = { caller: { surface: 'cli', person: true } } as const;
const LINES = Array.from({ length: 100 }, (_, i) => `${i}: ${variedText(i, 60).replaceAll('\n', ' ').trim()}`);
const WHOLE = LINES.join('\n');
const QUOTED = variedText(50, 60).replaceAll('\n', ' ').trim();
const [HEAD, SAID, TAIL] = [LINES.slice(0, 20).join('\n'), `${LINES[50]}\n`, LINES.slice(-20).join('\n')];
const GONE = WHOLE.length - HEAD.length - SAID.length - TAIL.length;
/** What an earlier version made of `WHOLE`: head, tail, and the line that the session says again. */
const AGED = `${HEAD}\n[aged: ${GONE} characters left out, ${countTokens(WHOLE)} tokens in all]\n${SAID}${TAIL}`;

/** How an earlier version planned the ageing of outputs from before a time. */
const PLANNED = {
  ...{ kind: 'retired', targets: [], batch: 'planned', reason: 'age', person: true },
  outputs: { before: 400 * DAY },
} as EventBody;

function eventsIn(cwd: string) {
  const place = { sessionId: 'old', agent: 'claude-code', cwd };
  const run = { kind: 'tool.end', tool: 'Bash', input: { command: 'cat pump.txt' }, output: WHOLE, success: true };
  return [
    { kind: 'prompt', text: 'Please read the notes of the pump.', number: 'p', at: 301 * DAY, ...place },
    { ...run, number: 'run', at: 302 * DAY, ...place },
    { kind: 'message', text: `I read it. ${QUOTED}. So I wait.`, number: 'm', at: 303 * DAY, ...place },
  ];
}

/** A memory whose long output was aged as an earlier version did it, with another ageing planned; and what it held before. */
async function openAged(context: TestContext) {
  const first = openFresh(context, PERSON);
  const { at } = first;
  const events = eventsIn(at.project);
  await first.memory.record(events);
  await first.memory.settled();
  const rows = await rowsOf(first);
  const whole = await exported(first);
  await first.memory.close();
  const db = openDatabase(join(at.home, 'cairn.db'));
  const bodies = db.all<{ seq: number; data: Uint8Array }>('SELECT seq, data FROM bodies');
  const seq = bodies.find(({ data }) => unpackText(data) === WHOLE)?.seq ?? 0;
  db.run('UPDATE bodies SET hash = ?, data = ? WHERE seq = ?', sha256(AGED), packText(AGED), seq);
  db.run('INSERT INTO aged_bodies (body) VALUES (?)', seq);
  db.close();
  const opened = openFresh(context, { ...PERSON, home: at });
  await opened.store.log.append({ events: [makeEvent({ number: 'planned', body: PLANNED })] });
  return { ...opened, events, rows, whole };
}

async function rowsOf({ store }: Pick<OpenedMemory, 'store'>): Promise<Item[]> {
  const { rows } = await store.items.page({ hidden: true }, { limit: 500 });
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function outputOf({ store }: Pick<OpenedMemory, 'store'>): Promise<string | undefined> {
  const bodies = (await store.log.since(0, 500)).map(({ body }) => body);
  return bodies.flatMap((body) => (body.kind === 'tool.end' ? [body.output] : []))[0];
}

async function exported({ memory }: Pick<OpenedMemory, 'memory'>): Promise<string> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(JSON.stringify(line));
  return `${lines.join('\n')}\n`;
}

async function importInto({ memory }: Pick<OpenedMemory, 'memory'>, path: string, lines: string): Promise<void> {
  writeFileSync(path, lines);
  for await (const _progress of memory.import({ paths: [path] }));
  await memory.settled();
}

suite('an output that an earlier version aged', () => {
  test('is found and given as it is stored', async (context) => {
    const { store, memory } = await openAged(context);
    assert.deepEqual(await store.check(), []);
    const { hits } = await memory.search({ query: 'pump notes' });
    assert.ok(hits.some(({ title }) => title.includes('pump.txt')));
    const run = (await rowsOf({ store })).find(({ title }) => title.includes('pump.txt'));
    const { records } = await memory.get([run?.id ?? '']);
    assert.match(JSON.stringify(records), /\[aged: \d+ characters left out, \d+ tokens in all\]/);
  });

  test('gives the same memories in a rebuild as it did when it was whole', async (context) => {
    const { store, deriver, rows } = await openAged(context);
    assert.ok(rows.some(({ kind, detail }) => kind === 'message' && (detail.quoted ?? []).length > 0));
    await store.log.reset();
    await deriver.settled(30_000);
    assert.deepEqual(await rowsOf({ store }), rows);
  });

  test('stays without its middle when it is told again, and does not shorten a whole one', async (context) => {
    const { at, events, whole, ...opened } = await openAged(context);
    await opened.memory.record(events);
    await importInto(opened, join(at.root, 'whole.jsonl'), whole);
    assert.equal(await outputOf(opened), AGED);
    const aged = await exported(opened);
    const other = openFresh(context, PERSON);
    await importInto(other, join(at.root, 'aged.jsonl'), aged);
    assert.equal(await outputOf(other), AGED);
    const third = openFresh(context, PERSON);
    await importInto(third, join(at.root, 'whole.jsonl'), whole);
    await importInto(third, join(at.root, 'aged.jsonl'), aged);
    assert.equal(await outputOf(third), WHOLE);
  });

  test('is not aged further by what was planned', async (context) => {
    const { at, memory, store, deriver, runner } = await openAged(context);
    const plan = (await memory.prune({ olderThan: '180d' })) as RetirePlan;
    assert.deepEqual(plan.batches, []);
    await assert.rejects(memory.prune({ undo: 'planned' }), { code: 'not_found' });
    const retention = { days: ['output=180'], graceDays: 0 };
    const parts = { store, deriver, runner, retention, environment: { home: at.userHome } };
    assert.deepEqual(await pruneRetired(parts as never, Date.now()), { events: 0, bodies: 0, freed: 0 });
    assert.equal(await outputOf({ store }), AGED);
  });

  test('is forgotten with the rest', async (context) => {
    const { memory, ...opened } = await openAged(context);
    const [session] = (await memory.list({ limit: 1 })).entries.map(({ sessionId }) => sessionId);
    const plan = (await memory.forget({ session: session as string, dryRun: true })) as { token: string };
    const done = await memory.forget({ confirm: plan.token, now: true });
    assert.equal(done.state, 'erased');
    assert.deepEqual('searched' in done && done.searched.found, []);
    assert.equal(await outputOf(opened), undefined);
  });
});
