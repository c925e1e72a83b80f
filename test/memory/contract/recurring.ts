import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import { recordSession } from '../../support/worked-sessions.ts';
import type { OpenMemory } from './memory-contract.ts';
import { writeProjectFile } from './write-project-file.ts';

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 2, 2, 9);

async function workTwice(memory: Memory): Promise<void> {
  await recordSession(memory, { id: 'first', at: AT });
  await recordSession(memory, { id: 'second', at: AT + DAY_MS });
  await memory.settled();
}

/** What every implementation of `Memory` must tell of what recurs. */
export function recurringContract(open: OpenMemory): void {
  test('tells what recurs: the failure with its counts and what made it good, what was decided', async (context) => {
    const memory = await open(context);
    assert.deepEqual(await memory.patterns(), { patterns: [], tokens: 0, notes: [] });
    await workTwice(memory);
    const { patterns } = await memory.patterns();
    const [fix, ...fixes] = patterns.filter(({ kind }) => kind === 'fix');
    assert.deepEqual([fix?.count, fix?.sessions, fix?.files, fixes], [2, 2, ['src/cart.ts'], []]);
    const said =
      /^`npm test` fails: TypeError: cannot read properties of undefined.*; mended in cart\.ts: `a\.total` → `a\?\.total`$/;
    assert.match(fix?.label ?? '', said);
    assert.deepEqual(
      patterns.filter(({ kind }) => kind === 'error'),
      [],
    );
    const decisions = patterns.filter(({ kind }) => kind === 'decision');
    assert.deepEqual(
      decisions.map(({ label, count }) => [label, count]),
      [['We decided to keep prices in integer cents .', 2]],
    );
    for (const { id, evidence, firstAt, lastAt, firstSession, lastSession } of patterns) {
      const { records, missing } = await memory.get([id, ...evidence]);
      assert.deepEqual([records[0]?.kind, missing], ['pattern', []]);
      assert.ok(firstAt <= lastAt && firstSession !== lastSession);
    }
  });

  test('tells what a rule would say at a command or a path, which is nothing until a person confirms it', async (context) => {
    const memory = await open(context);
    assert.deepEqual(await memory.tripwires({ test: 'npm ci' }), { mode: 'warn', waiting: 0, met: [] });
    const { id } = await memory.remember({ text: 'Never use npm, and do not edit dist/', kind: 'constraint' });
    await memory.settled();
    for (const test of ['cd web && npm ci', 'dist/a.js']) {
      const { waiting, met } = await memory.tripwires({ test });
      assert.equal(waiting, 2);
      const seen = met.map(({ status, speaks, refuses, rule }) => [status, speaks, refuses, rule]);
      assert.deepEqual(seen, [['proposed', false, false, id]], test);
      assert.ok(met[0]?.says.startsWith(`[${met[0].id}] Tripwire: a rule is about`), met[0]?.says);
    }
    assert.deepEqual((await memory.tripwires({ test: 'pnpm ci' })).met, []);
    await assert.rejects(memory.tripwires({ test: 7 as never }), { code: 'invalid_input' });
  });

  test('narrows what recurs by kind, file, project and time, by pages', async (context) => {
    const memory = await open(context);
    await workTwice(memory);
    const all = (await memory.patterns()).patterns.map(({ id }) => id);
    const ids = async (input: Parameters<Memory['patterns']>[0]): Promise<string[]> =>
      (await memory.patterns(input)).patterns.map(({ id }) => id);
    const [fix, ...others] = await ids({ kind: 'fix' });
    assert.deepEqual(others, []);
    assert.ok((await ids({ file: 'cart.ts' })).includes(fix ?? ''));
    assert.deepEqual(await ids({ file: 'nothing.ts' }), []);
    assert.deepEqual(await ids({ since: '2026-03-09' }), []);
    assert.deepEqual(await ids({ project: '*' }), all);
    assert.deepEqual(await ids({ kind: 'workflow' }), []);
    const paged: string[] = [];
    for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
      const { patterns, nextCursor } = await memory.patterns({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...patterns.map(({ id }) => id));
      cursor = nextCursor;
    }
    assert.deepEqual(paged, all);
    await assert.rejects(memory.patterns({ kind: 'nothing' as 'fix' }), { code: 'invalid_input' });
  });

  test('tells no more of what recurs than the sessions that are left show', async (context) => {
    const memory = await open(context);
    await workTwice(memory);
    const [both] = (await memory.patterns({ kind: 'fix' })).patterns;
    const [decision] = (await memory.patterns({ kind: 'decision' })).patterns;
    const plan = await memory.forget({ session: both?.firstSession ?? '' });
    assert.ok('token' in plan);
    await memory.forget({ session: both?.firstSession ?? '', confirm: plan.token });
    await memory.settled();
    assert.deepEqual((await memory.patterns({ kind: 'decision' })).patterns, []);
    const [fix] = (await memory.patterns({ kind: 'fix' })).patterns;
    assert.deepEqual([fix?.count, fix?.sessions, fix?.firstSession], [1, 1, both?.lastSession]);
    assert.deepEqual((await memory.get([decision?.id ?? ''])).records, []);
  });

  test('tells a new session nothing of what recurs: an error is told when it comes back', async (context) => {
    const memory = await open(context);
    const now = Date.now();
    await recordSession(memory, { id: 'first', at: now - 2 * DAY_MS });
    await recordSession(memory, { id: 'second', at: now - DAY_MS });
    await memory.settled();
    await writeProjectFile(memory, 'src/cart.ts');
    const { text, items } = await memory.context();
    assert.doesNotMatch(text, /TypeError|cannot read/);
    assert.ok(items.every(({ kind }) => kind !== 'pattern'));
  });
}
