import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSession } from '../../../src/context/resume/choose-session.ts';
import { asked, edited, OTHER, openTestStore, ran, SHOP, said, tellSession } from '../../retrieval/fill-store.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 10);
const person = { project: SHOP, now: NOW, byAgent: false };

const DONE = [asked('Add a coupon'), edited('a.ts'), said('It is there.')];
const OPEN = [asked('Fix the cart'), ran('npm test', 1, 'not ok 1 - cart'), said('I could not.')];

test('the newest session that left something open is chosen, else the newest', async (context) => {
  const store = openTestStore(context);
  assert.equal(await chooseSession(store, person), undefined);
  const old = await tellSession(store, { name: 'old', at: NOW - 9 * HOUR, bodies: DONE });
  assert.equal((await chooseSession(store, person))?.session.id, old);
  const open = await tellSession(store, { name: 'open', at: NOW - 8 * HOUR, bodies: OPEN });
  await tellSession(store, { name: 'done', at: NOW - 7 * HOUR, bodies: DONE });
  await tellSession(store, { name: 'other', at: NOW - 6 * HOUR, bodies: OPEN, project: OTHER });
  const chosen = await chooseSession(store, person);
  assert.equal(chosen?.session.id, open);
  assert.equal(chosen?.newer, 1);
});

test('an agent is not given the session that is active right now, unless there is no other', async (context) => {
  const store = openTestStore(context);
  const agent = { ...person, byAgent: true };
  const active = await tellSession(store, { name: 'active', at: NOW - 130_000, bodies: OPEN });
  assert.equal((await chooseSession(store, agent))?.session.id, active);
  const before = await tellSession(store, { name: 'before', at: NOW - 9 * HOUR, bodies: DONE });
  assert.equal((await chooseSession(store, agent))?.session.id, before);
  assert.equal((await chooseSession(store, person))?.session.id, active);
});
