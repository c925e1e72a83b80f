// What a person gives because it was asked for, or because they said that they would, may be anybody's words: a comment to be
// answered, a page to be read. Nothing tells it as a rule of theirs before they confirm it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Step } from '../../bench/support/claude-transcript.ts';
import { expectedNext, type SpokenTurn } from '../../src/derive/claim/handed-over.ts';
import { openFresh } from '../support/fresh-home.ts';
import { tellSessions } from './sessions-told.ts';

const PERSON = { surface: 'cli', person: true } as const;
const RULE = 'Never call the payment API without a retry.';

/** Talks in which a rule follows that its person was asked for, or announced. */
const HANDED: Record<string, readonly string[]> = {
  'a comment that the agent asked for': [
    'Help me answer the comments on my PR.',
    'Sure. Please paste the first comment.',
  ],
  'comments that were announced': [
    'I will paste comments of the reviewer one by one. Tell me for each whether it is right.',
    'OK, send the first one.',
  ],
  'a later one of them': [
    'I will paste comments of the reviewer one by one.',
    'OK.',
    'Rename this variable.',
    'He is right.',
  ],
  'the second comment, though nobody asked for it': [
    'Help me answer the comments on my PR.',
    'Could you paste the first comment?',
    'Always use the client of the SDK.',
    'Here is a reply: done, thanks.',
  ],
  'a mail of a customer': ['What does the customer want? I can paste the mail.', 'Yes, please paste the mail.'],
  'the message of a linter': ['why does it complain in a.ts', 'Can you paste the exact message of the linter?'],
  'a page that the agent cannot open': ['what do they say about retries?', 'I cannot open the page. What does it say?'],
  'the words of a message': ['add an error message for double ids', 'What should the error message say?'],
  'the words of a banner': ['put a banner on the page', 'Which text do you want on it?'],
  'a policy': ['compare our policy with theirs', 'I need the exact wording of their policy for that.'],
  'what will be translated': ['Translate everything I send to German.', 'Ready.'],
  'an answer to a question': ['write the release notes', 'Is there anything else that I should know about it?'],
};

/** Talks behind which a rule is its person's own. */
const OWN: Record<string, readonly string[]> = {
  'nothing was said': [],
  'a report of what was done': [
    'fix the retry',
    'Fixed: the client read the text before the file was there. All 14 tests pass.',
  ],
  'an offer': ['fix the retry', 'Fixed. Would you like me to add a test?'],
  'a question whether it is right': ['fix the retry', 'Fixed. Does that look good?'],
  'a request that was answered before': ['fix it', 'Please paste the error.', 'TypeError: x is undefined', 'Fixed.'],
};

function stepsOf(talk: readonly string[], last = RULE): Step[] {
  const steps = talk.map((text, i): Step => (i % 2 === 0 ? { typed: text } : { said: text }));
  return [...steps, { typed: last }, { said: 'Understood.' }];
}

function saidIn(talk: readonly string[]): SpokenTurn[] {
  return talk.map((text, i) => ({ by: i % 2 === 0 ? 'person' : 'agent', text }));
}

suite('a rule is not told where it is', () => {
  for (const [name, talk] of Object.entries(HANDED)) {
    test(name, async (context) => {
      const { blocks, memory } = await tellSessions(context, () => [stepsOf(talk)], { caller: PERSON });
      assert.doesNotMatch(await blocks(), /payment API/);
      const { entries } = await memory.list({ kinds: ['knowledge'], status: 'proposed' });
      assert.ok(
        entries.some(({ title }) => title === RULE),
        'it waits for its person',
      );
    });
  }
});

suite('a rule is told behind', () => {
  for (const [name, talk] of Object.entries(OWN)) {
    test(name, async (context) => {
      assert.equal(expectedNext(saidIn(talk)), undefined);
      const { blocks } = await tellSessions(context, () => [stepsOf(talk)]);
      assert.match(await blocks(), /Constraint by a person[^:]*: Never call the payment API/);
    });
  }
});

test('a decision that answers a question is its person’s', async (context) => {
  const talk = ['add a store', 'Which database should I take?'];
  const decision = 'We decided to use SQLite instead of PostgreSQL.';
  const { memory } = await tellSessions(context, () => [stepsOf(talk, decision)]);
  const { entries } = await memory.list({ kinds: ['knowledge'], status: 'proposed' });
  assert.deepEqual(entries, []);
});

test('a request that becomes known after the rule takes the rule back', async (context) => {
  const { memory, intake, at } = openFresh(context);
  const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, source: 'hook' } as const;
  const now = Date.now() - 60_000;
  const told = async (): Promise<string> => {
    await memory.settled();
    return (await memory.context({ cwd: at.project })).text;
  };
  const prompt = { kind: 'prompt', text: RULE, origin: 'person' } as const;
  await intake.events([{ ...place, at: now, identity: { number: '2' }, body: prompt }]);
  assert.match(await told(), /Constraint by a person[^:]*: Never call the payment API/);
  const message = { kind: 'message', text: 'Please paste the first comment.' } as const;
  await intake.events([{ ...place, at: now - 1_000, identity: { number: '1' }, body: message }]);
  assert.doesNotMatch(await told(), /Constraint[^\n]*payment API/);
});
