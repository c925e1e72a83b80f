import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { READ_SETTINGS } from '../../bench/support/read-settings.ts';
import { contextReads } from '../../src/context/context-reads.ts';
import { sessionId } from '../../src/core/model/ids.ts';
import { countTokens } from '../../src/core/text/tokens.ts';
import { asked, edited, openTestStore, ROOT, SHOP, said, tellSession } from '../retrieval/fill-store.ts';

const NOW = Date.UTC(2026, 0, 10);
const DAY = 86_400_000;
const QUESTION = 'The notarization of the release failed after 20 minutes.';
const FINDINGS = [
  'The notarization of the release waited 20 minutes for Apple and gave up before the queue answered.',
  'Its timeout is 45 minutes now, because the slowest of the last thirty notarizations took 38 minutes.',
  'The ticket number of the notarization is written to the log, so that a second run can ask for its state.',
  'The stapler runs only after the ticket says Accepted, never after a plain exit code of zero.',
  'A rejected ticket stops the release with the text of the rejection and the path of the offending file.',
  'The signing identity comes from the keychain of the runner, and the release fails early when it is missing.',
];

/** The block for a prompt of a later session, by its hook: its first, or one after an answer. */
async function toldAt(context: TestContext, answered: boolean): Promise<string> {
  const store = openTestStore(context);
  const answer = said(FINDINGS.join(' '));
  const work = [asked('Why is the notarization of the release slow?'), edited('release.yml'), answer];
  await tellSession(store, { name: 'one', at: NOW - 5 * DAY, bodies: work });
  if (answered) await tellSession(store, { name: 'two', at: NOW - 60_000, bodies: [asked('Hello.'), said('Hello.')] });
  const session = sessionId('claude-code', 'two');
  await store.items.recordInjection({ session, at: NOW, occasion: 'start', ids: [], tokens: 100, shingles: [] });
  const need = { occasion: 'prompt', agent: 'claude-code', agentSession: 'two', project: SHOP, cwd: ROOT } as const;
  return (await contextReads(store, READ_SETTINGS).hookContext({ ...need, prompt: QUESTION }, NOW)).text;
}

test('the first prompt of a session gets what its start left of its budget, a later one its own alone', async (context) => {
  const first = await toldAt(context, false);
  const later = await toldAt(context, true);
  assert.match(later, /notarization/);
  assert.ok(countTokens(later) <= 250, later);
  assert.ok(first.length > later.length + 100, `${first}\n${later}`);
  assert.ok(countTokens(first) <= 600, first);
});
