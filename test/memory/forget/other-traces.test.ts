import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import { databaseRows } from '../../secrets/read-database.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { until } from '../../support/until.ts';

// What is not derived from events, and can hold words of what was forgotten.

const PERSON = { surface: 'cli', person: true } as const;

async function forgetAll(memory: Memory, query: string): Promise<void> {
  const plan = await memory.forget({ query, now: true });
  await memory.forget({ query, now: true, confirm: 'token' in plan ? plan.token : '' });
  await memory.settled();
}

test('the indexes of source files go with what is forgotten, and are made again', async (context) => {
  const { memory, at } = openFresh(context, { caller: PERSON });
  const source = join(at.project, 'walrus.ts');
  writeFileSync(source, 'export function walrusBilling(): number {\n  return 1;\n}\n');
  writeFileSync(join(at.project, 'egret.ts'), 'export const egret = 1;\n');
  await memory.remember({ text: 'The walrus is billed in cents.', kind: 'decision' });
  const indexes = join(at.home, 'code', 'index');
  const find = async (query: string): Promise<string[]> =>
    (await memory.smartSearch({ query, project: at.project })).symbols.map(({ name }) => name);
  assert.deepEqual(await find('walrusBilling'), ['walrusBilling']);
  await until(() => existsSync(indexes) && readdirSync(indexes).length > 0);
  rmSync(source);
  await forgetAll(memory, 'walrus');
  assert.deepEqual(readdirSync(indexes), []);
  assert.deepEqual(await find('egret'), ['egret']);
});

test('a name that a project was given goes, and an earlier one comes back', async (context) => {
  const { memory, at } = openFresh(context, { caller: PERSON });
  await memory.remember({ text: 'The walrus is billed in cents.', kind: 'decision' });
  await memory.remember({ text: 'The egret stays.', kind: 'decision' });
  await memory.settled();
  const project = async () => (await memory.list({ kinds: ['project'] })).entries[0] ?? assert.fail();
  const { id } = await project();
  await memory.update(id, { name: 'The egret shop' });
  await memory.update(id, { name: 'The walrus shop' });
  await memory.settled();
  await forgetAll(memory, 'walrus');
  assert.equal((await project()).title, 'The egret shop');
  for (const { column, value } of databaseRows(join(at.home, 'cairn.db')))
    assert.ok(!String(value).includes('walrus'), column);
});
