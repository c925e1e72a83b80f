import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Step } from '../../../bench/support/claude-transcript.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { type ToldSessions, tellSessions } from '../../attacks/sessions-told.ts';
import { until } from '../../support/until.ts';

const RULE = 'Never write to the ledger table by hand.';
const ASK = 'Make the invoice exporter write amounts with two decimals.';
const PROMPTS = ['The invoice exporter still writes amounts with one decimal, why?'];

function work(project: string): Step[][] {
  const file_path = join(project, 'src/exporter.ts');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(file_path, 'amount.toFixed(2)\n');
  const edit = { file_path, old_string: 'toFixed(1)', new_string: 'toFixed(2)' };
  return [
    [{ typed: RULE }, { said: 'Understood.' }],
    [
      { typed: ASK },
      { call: { tool: 'Edit', input: edit, output: 'The file was updated.' } },
      {
        said: 'The invoice exporter in src/exporter.ts writes two decimals because the bank rejects amounts with one.',
      },
    ],
  ];
}

/** Ids of items, not those of sessions. */
const ITEM_ID = /\b(?!s_)[a-z]_[a-z2-7]{16}/g;

const personOf = ({ memory }: ToldSessions): Memory => memory.withCaller({ surface: 'cli', person: true });

/** The ids before the lines of all blocks, and the ids in the text for who goes on. */
async function idsTold(told: ToldSessions): Promise<string[]> {
  const blocks = await told.blocks({ prompts: PROMPTS, file: join(told.at.project, 'src/exporter.ts') });
  const lines = [...blocks.matchAll(/^\[([a-z]_[a-z2-7]{16})\]/gm)].map(([, id]) => id ?? '');
  const { text } = await told.memory.resume({ project: told.at.project });
  return [...new Set([...lines, ...(text.match(ITEM_ID) ?? [])])];
}

async function told(context: TestContext): Promise<ToldSessions> {
  return tellSessions(context, work);
}

test('whatever id stands before a line: muted, it is told in no block, and still found', async (context) => {
  const sessions = await told(context);
  const person = personOf(sessions);
  const muted: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const ids = await idsTold(sessions);
    assert.deepEqual(
      ids.filter((id) => muted.includes(id)),
      [],
    );
    if (ids.length === 0) break;
    for (const id of ids) assert.equal((await person.update(id, { muted: true })).status, 'updated');
    muted.push(...ids);
  }
  const { records, missing } = await sessions.memory.get(muted);
  const kinds = new Set(records.map(({ kind }) => kind));
  assert.ok(kinds.size >= 3, `only ${[...kinds].join(', ')} were told`);
  assert.deepEqual([missing, await idsTold(sessions)], [[], []]);
  for (const { muted: isMuted, detail } of records) assert.deepEqual([isMuted, detail.muted], [true, true]);
  const { hits } = await sessions.memory.search(RULE);
  assert.equal(hits.find(({ title }) => title === RULE)?.muted, true);
  const words = await sessions.blocks({ prompts: PROMPTS, file: join(sessions.at.project, 'src/exporter.ts') });
  assert.doesNotMatch(words, /ledger|two decimals|bank rejects/);
});

test('the same words, stated once more, are muted with it until a person has it told again', async (context) => {
  const sessions = await tellSessions(context, (project) => [...work(project), [{ typed: RULE }, { said: 'Yes.' }]]);
  const person = personOf(sessions);
  const ruleId = async () => /\[(o_\w+)\] Constraint/.exec(await sessions.blocks())?.[1];
  const id = await ruleId();
  assert.ok(id !== undefined);
  await person.update(id, { muted: true });
  assert.equal(await ruleId(), undefined);
  assert.equal((await person.update(id, { muted: true })).status, 'unchanged');
  await person.update(id, { muted: false });
  assert.equal(await ruleId(), id);
});

test('an agent mutes nothing, and has nothing told again', async (context) => {
  const sessions = await told(context);
  const [id = ''] = await idsTold(sessions);
  await assert.rejects(sessions.memory.update(id, { muted: true }), { code: 'not_allowed', fix: /typed by a person/ });
  await personOf(sessions).update(id, { muted: true });
  await assert.rejects(sessions.memory.update(id, { muted: false }), { code: 'not_allowed' });
  assert.ok(!(await idsTold(sessions)).includes(id));
});

test('it stays muted when all is derived again', async (context) => {
  const sessions = await told(context);
  const ids = await idsTold(sessions);
  for (const id of ids) await personOf(sessions).update(id, { muted: true });
  await sessions.memory.rebuild({ what: 'index' });
  await until(async () => (await sessions.store.jobs.list(10)).length === 0);
  await sessions.memory.settled();
  const { records } = await sessions.memory.get(ids);
  assert.deepEqual(
    records.filter(({ muted }) => muted !== true).map(({ id }) => id),
    [],
  );
});
