import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as LIMITS from '../../../src/core/limits.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { openFresh } from '../../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

const WORDS = ['header', 'footer', 'invoice', 'parser', 'login', 'cart', 'mailer'];
const CARDS = 'Never store card numbers in the log.';

const rules = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `From now on run check-${WORDS[i % 7]}-${i} before you commit.`);
const told = (text: string): number => text.match(/Constraint by a person/g)?.length ?? 0;

/** A person types prompts, an hour after what is remembered now. */
async function type({ intake, memory, at }: Opened, prompts: readonly string[]): Promise<void> {
  const raws = prompts.map(
    (text, i): RawEvent => ({
      agent: 'claude-code',
      agentSession: 'one',
      at: Date.now() + 3_600_000 + i,
      cwd: at.project,
      identity: { number: `n${i}` },
      source: 'transcript',
      body: { kind: 'prompt', text, origin: 'person' },
    }),
  );
  await intake.events(raws);
  await memory.settled();
}

suite('with more rules than a start has room for', () => {
  test('what a person remembered or confirmed is told before what was read out of prompts', async (context) => {
    const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
    const { memory } = opened;
    await memory.remember({ text: CARDS, kind: 'constraint' });
    await type(opened, ['From now on every endpoint gets a test.', ...rules(40)]);
    const { hits } = await memory.search('every endpoint gets a test');
    const rule = hits.find(({ kind }) => kind === 'knowledge');
    assert.doesNotMatch((await memory.context()).text, /every endpoint gets a test/);
    await memory.update(rule?.id ?? '', { status: 'confirmed' });
    const { text, tokens } = await memory.context();
    assert.match(text, /Never store card numbers in the log/);
    assert.match(text, /every endpoint gets a test/);
    assert.ok(tokens <= LIMITS.contextTokens.start, `${tokens}`);
  });

  test('a start says how many are left, and the call that it names tells them', async (context) => {
    const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
    await memory.remember({ text: CARDS, kind: 'constraint' });
    assert.doesNotMatch((await memory.context()).text, /had no room/);
    for (const text of rules(29)) await memory.remember({ text, kind: 'constraint' });
    await memory.settled();
    const { text } = await memory.context();
    assert.ok(told(text) <= 14);
    assert.match(
      text,
      new RegExp(`\\n${30 - told(text)} more rules hold here and had no room: ask for them with the tool`),
    );
    const all = await memory.context({ budget: 2_000 });
    assert.equal(told(all.text), 30);
    assert.doesNotMatch(all.text, /had no room/);
  });

  test('a long rule is left out no sooner than a short one', async (context) => {
    const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
    for (const text of rules(20)) await memory.remember({ text, kind: 'constraint' });
    const long = `${CARDS.slice(0, -1)}${', not in debug output, not in traces'.repeat(5)}.`;
    await memory.remember({ text: long, kind: 'constraint' });
    await memory.settled();
    assert.match((await memory.context()).text, /Never store card numbers/);
  });

  test('the person is told once in a project', async (context) => {
    const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
    let sessions = 0;
    const warning = async (shows = true): Promise<string | undefined> => {
      sessions += 1;
      const session = { agent: 'claude-code', agentSession: `${sessions}` };
      const project = (await memory.list({ limit: 1 })).entries[0]?.project;
      const place = { cwd: at.project, project } as object;
      return (await memory.hookContext({ occasion: 'start', ...session, ...place, shows })).warning;
    };
    await memory.remember({ text: CARDS, kind: 'constraint' });
    assert.equal(await warning(), undefined);
    for (const text of rules(29)) await memory.remember({ text, kind: 'constraint' });
    await memory.settled();
    assert.equal(await warning(false), undefined);
    assert.match((await warning()) ?? '', /^Cairn: \d\d rules have no room at the start of a session here/);
    assert.equal(await warning(), undefined);
  });
});
