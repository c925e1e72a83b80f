import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTEMPTS, CODE_MS, createSignIns, WRITES } from '../../../src/worker/pages/sign-ins.ts';
import { SIGNED_IN_MS } from '../../../src/worker/pages/signed-in.ts';

const NOTHING = { cookie: undefined, key: undefined };
const PERSON = { as: 'person', terminal: '/dev/pts/7' } as const;

function open() {
  const clock = { at: 1_770_000_000_000 };
  return { clock, signIns: createSignIns(() => clock.at) };
}

test('a code signs one page in, once', () => {
  const { signIns } = open();
  const code = signIns.createCode(PERSON);
  const { cookie, key, session } = signIns.signIn(code, NOTHING);
  assert.deepEqual(signIns.find({ cookie, key }), session);
  assert.deepEqual([session.as, session.terminal], ['person', '/dev/pts/7']);
  assert.throws(() => signIns.signIn(code, NOTHING), { code: 'unauthorized', fix: 'cairn ui' });
});

test('a code signs nobody in after a minute, and neither does a guess or a part of one', () => {
  const { signIns, clock } = open();
  const late = signIns.createCode(PERSON);
  clock.at += CODE_MS;
  assert.throws(() => signIns.signIn(late, NOTHING), { code: 'unauthorized' });
  const code = signIns.createCode(PERSON);
  for (const guess of ['', code.slice(0, -1), `${code}0`, code.toUpperCase(), '0'.repeat(code.length)]) {
    assert.throws(() => signIns.signIn(guess, NOTHING), { code: 'unauthorized' }, guess);
  }
  assert.equal(signIns.signIn(code, NOTHING).session.as, 'person');
});

test('neither the cookie nor the key is enough, nor those of two pages', () => {
  const { signIns } = open();
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

test('a page stays signed in for a week at most, until it signs out, and until it signs in anew', () => {
  const { signIns, clock } = open();
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

test('there are at most so many attempts and changes within a minute', () => {
  const { signIns, clock } = open();
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
