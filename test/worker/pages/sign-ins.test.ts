import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ATTEMPTS, CODE_MS, openSignIns, WRITES } from '../../../src/worker/pages/sign-ins.ts';
import { GONE_MS, SIGNED_IN_MS } from '../../../src/worker/pages/signed-in.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOTHING = { cookie: undefined, key: undefined };
const PERSON = { as: 'person', terminal: '/dev/pts/7' } as const;

function open(context: TestContext) {
  const file = join(temporaryFolder(context), 'sign-ins.json');
  const clock = { at: 1_770_000_000_000 };
  const again = () => openSignIns({ file, now: () => clock.at });
  const signIns = again();
  signIns.listensAt(7_777);
  return { file, clock, signIns, again };
}

test('a code signs one page in, once', (context) => {
  const { signIns } = open(context);
  const code = signIns.createCode(PERSON);
  const { cookie, key, session } = signIns.signIn(code, NOTHING);
  assert.deepEqual(signIns.find({ cookie, key }), session);
  assert.deepEqual([session.as, session.terminal], ['person', '/dev/pts/7']);
  assert.throws(() => signIns.signIn(code, NOTHING), { code: 'unauthorized', fix: 'cairn ui' });
});

test('a code signs nobody in after a minute, and neither does a guess or a part of one', (context) => {
  const { signIns, clock } = open(context);
  const late = signIns.createCode(PERSON);
  clock.at += CODE_MS;
  assert.throws(() => signIns.signIn(late, NOTHING), { code: 'unauthorized' });
  const code = signIns.createCode(PERSON);
  for (const guess of ['', code.slice(0, -1), `${code}0`, code.toUpperCase(), '0'.repeat(code.length)]) {
    assert.throws(() => signIns.signIn(guess, NOTHING), { code: 'unauthorized' }, guess);
  }
  assert.equal(signIns.signIn(code, NOTHING).session.as, 'person');
});

test('neither the cookie nor the key is enough, nor those of two pages', (context) => {
  const { signIns } = open(context);
  const [one, other] = [PERSON, PERSON].map((by) => signIns.signIn(signIns.createCode(by), NOTHING));
  assert.ok(one && other);
  for (const shown of [
    NOTHING,
    { cookie: one.cookie, key: undefined },
    { cookie: undefined, key: one.key },
    { cookie: one.cookie, key: other.key },
    { cookie: one.cookie, key: '' },
    { cookie: one.key, key: one.cookie },
  ]) {
    assert.equal(signIns.find(shown), undefined);
  }
  assert.ok(signIns.find(one) && signIns.find(other));
});

test('a page stays signed in for a week, until it signs out, and until it signs in anew', (context) => {
  const { signIns, clock } = open(context);
  const shown = signIns.signIn(signIns.createCode(PERSON), NOTHING);
  clock.at += SIGNED_IN_MS - 1;
  assert.ok(signIns.find(shown));
  clock.at += 1;
  assert.equal(signIns.find(shown), undefined);
  const before = signIns.signIn(signIns.createCode(PERSON), NOTHING);
  const now = signIns.signIn(signIns.createCode({ as: 'reader' }), before);
  assert.equal(signIns.find(before), undefined);
  assert.equal(signIns.find(now)?.as, 'reader');
  signIns.signOut(now);
  assert.equal(signIns.find(now), undefined);
});

test('another worker knows the page again, by a file that holds none of its secrets', (context) => {
  const { signIns, file, again } = open(context);
  const shown = signIns.signIn(signIns.createCode(PERSON), NOTHING);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const kept = readFileSync(file, 'utf8');
  for (const secret of [shown.cookie, shown.key]) assert.ok(!kept.includes(secret));
  const next = again();
  assert.equal(next.port(), 7_777);
  next.listensAt(7_777);
  assert.deepEqual(next.find(shown), shown.session);
  next.signOut(shown);
  assert.equal(existsSync(file), false);
});

test('nobody is signed in at another port, or after ten minutes without a worker', (context) => {
  const { signIns, clock, again } = open(context);
  const shown = signIns.signIn(signIns.createCode(PERSON), NOTHING);
  clock.at += GONE_MS;
  signIns.stamp();
  clock.at += GONE_MS;
  assert.ok(again().find(shown));
  const moved = again();
  moved.listensAt(7_778);
  assert.equal(moved.find(shown), undefined);
  const second = open(context);
  const other = second.signIns.signIn(second.signIns.createCode(PERSON), NOTHING);
  second.clock.at += GONE_MS + 1;
  assert.equal(second.again().find(other), undefined);
});

test('a file that is none of ours signs nobody in', (context) => {
  const { file, again, clock } = open(context);
  const alive = { port: 7_777, aliveAt: clock.at };
  for (const text of ['', '{', '[]', '{"sessions":{}}', JSON.stringify({ ...alive, sessions: [1, {}, { hash: 3 }] })]) {
    writeFileSync(file, text);
    assert.equal(again().find({ cookie: 'a', key: 'b' }), undefined);
    assert.equal(again().port(), undefined);
  }
});

test('there are at most so many attempts and changes within a minute', (context) => {
  const { signIns, clock } = open(context);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    assert.throws(() => signIns.signIn('guess', NOTHING), { code: 'unauthorized' });
  }
  const code = signIns.createCode(PERSON);
  assert.throws(() => signIns.signIn(code, NOTHING), { code: 'too_many' });
  for (let writes = 0; writes < WRITES; writes += 1) signIns.countWrite();
  assert.throws(() => signIns.countWrite(), { code: 'too_many' });
  clock.at += CODE_MS;
  signIns.countWrite();
  assert.equal(signIns.signIn(signIns.createCode(PERSON), NOTHING).session.as, 'person');
});

test('nothing is written into a home that another worker owns', (context) => {
  const file = join(temporaryFolder(context), 'sign-ins.json');
  const signIns = openSignIns({ file, now: Date.now, ownsHome: () => false });
  signIns.signIn(signIns.createCode(PERSON), NOTHING);
  assert.equal(existsSync(file), false);
});
