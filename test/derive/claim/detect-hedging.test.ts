import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectHedging } from '../../../src/derive/claim/detect-hedging.ts';

const prompt = (text: string) => detectHedging({ kind: 'prompt', text });
const message = (text: string) => detectHedging({ kind: 'message', text });

test('what is said by hearsay, unverified or of another project is doubtful', () => {
  const doubtful = [
    'Unverified: the rate limit may be 100.',
    'I heard that we will move to Bun.',
    'The port is similar to a note from another workspace: 3000 was used there.',
    'That is a convention from a different project.',
    'This older note must not override the current port.',
    'A note mentions 3.11, but it is not authoritative here.',
    'In another repository tabs are used, this does not apply here.',
    'Angeblich nutzen die Kollegen Bun.',
    '听说端口是 4000。',
  ];
  for (const text of doubtful) assert.equal(prompt(text).doubtful, true, text);
});

test('a mention of older notes or other places alone is no doubt', () => {
  const sure = [
    'The commit changed the serializer; older notes contain a similar mention.',
    'Keep the memory of this workspace and of older ones separate.',
    'The token of an older workspace may be used only after approval.',
    'Copy the login page from another project.',
    'The checks confirmed that totals are verified.',
    `${'The report is long. '.repeat(60)}Unverified: the rate limit may be 100.`,
  ];
  for (const text of sure) assert.equal(prompt(text).doubtful, false, text);
});

test('rules of a program that keeps, expires, verifies or overrides something say nothing of themselves', () => {
  const rules = [
    'Do not override the default ESLint config.',
    'Migrations must not replace existing columns.',
    'A local cache is not authoritative.',
    'Unverified emails must not log in.',
    'Users with unconfirmed accounts see a banner.',
    'An address that is not verified gets no mail.',
    'Rumours service: the gossip interval is 5 s.',
    'Keep API keys in the vault; never store them in git.',
    'Passwords are hashed; do not log them.',
    'Do not save it as a global, pass it in.',
    'Never remember this between requests: the handler is stateless.',
    'Signed URLs expire; do not store them.',
    'This certificate has expired, renew it.',
    'This endpoint is obsolete, use v2.',
  ];
  for (const text of rules) {
    const { doubtful, withheld } = prompt(text);
    assert.deepEqual({ doubtful, withheld }, { doubtful: false, withheld: false }, text);
  }
});

test('what is not to be kept, and a request to forget, is withheld', () => {
  const withheld = [
    'The temporary code of the door is 4711. Do not save or repeat it.',
    "Please don't remember this.",
    'Forget and delete the demo tenant: acme.',
    'Forget the rule about tabs.',
    'Disregard what I said about default exports.',
    'This temporary context has expired: plan B.',
    'Das Passwort ist nur für heute, nicht speichern.',
    '不要保存这个。',
  ];
  for (const text of withheld) assert.equal(prompt(text).withheld, true, text);
  const kept = [
    "Don't forget to run the tests.",
    'Forget it.',
    'Delete the temporary files.',
    'Never store secrets in the repository.',
    'Remove the old parser and its tests.',
    'The button should save the form, and it should not repeat the request.',
  ];
  for (const text of kept) assert.equal(prompt(text).withheld, false, text);
});

test("an agent's assent says nothing", () => {
  const bare = [
    'Got it.',
    'Understood!',
    'I will follow that limit.',
    "Okay, I'll remember that.",
    'I will use the new value.',
  ];
  for (const text of bare) assert.equal(message(text).bare, true, text);
  const telling = [
    "I'll fix the login form.",
    "I'll update `totals.ts` now.",
    'I will use pnpm.',
    'Done. The tests pass on Node 24.',
    'I see the folder. Let me look at it.',
  ];
  for (const text of telling) assert.equal(message(text).bare, false, text);
  assert.equal(prompt('Got it.').bare, false);
});
