import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit, SearchResult } from '../../src/api/answers.ts';
import { unquotedText } from '../../src/derive/provenance/quoted.ts';
import { setUp, stateConstraint } from './harness/checks.ts';
import { prepareClaudeCode } from './harness/claude-code.ts';
import { ASKING_SESSION, CONSTRAINT, DECISION, FIRST_SESSION, SAID_WHEN_ASKING } from './harness/story.ts';
import { openWorld, type World } from './harness/world.ts';

const claudeCode = await prepareClaudeCode();

test('an agent that asks its memory, repeats what it is told and compacts adds nothing to what is known', {
  timeout: 240_000,
}, async (context) => {
  const world = await openWorld(claudeCode);
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    await setUp(world, 'claude-code');
    await stateConstraint(world);
    await world.printFirstSession();
    await world.cairn.settled();
    const before = await stated(world);
    assert.equal(before.filter(({ title }) => title.includes(DECISION)).length, 1);

    let resume: { resume?: string } = {};
    for (const prompt of ASKING_SESSION) {
      const { session } = await world.claude.print(prompt, resume);
      resume = { resume: session };
    }
    await world.cairn.settled();
    assert.deepEqual(await stated(world), before, 'what was told again is stated once');
    await assertOnlyEchoes(world);

    const counts = (await world.cairn.status()).counts;
    assert.equal((await world.cairn.import()).added, 0);
    await world.cairn.settled();
    assert.deepEqual((await world.cairn.status()).counts.byKind, counts.byKind);
    assert.deepEqual(await stated(world), before);
  });
});

/** All that is known, ids and words, in one order. */
async function stated({ cairn }: World): Promise<Pick<Hit, 'id' | 'title'>[]> {
  const known = (words: string) => cairn.json<SearchResult>(['search', words, '--kind', 'knowledge']);
  const hits = [...(await known(DECISION)).hits, ...(await known(CONSTRAINT)).hits];
  const byId = new Map(hits.map(({ id, title }) => [id, { id, title }]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Beside the prompt that decided, which is one hit with what was read out of it, and what is made of its session, only echoes
 * hold the decision's words.
 */
async function assertOnlyEchoes({ cairn }: World): Promise<void> {
  const { hits } = await cairn.search(`${DECISION} -kind:knowledge`);
  const holding: string[] = [];
  const deciding = hits.find(({ kind }) => kind === 'prompt')?.sessionId;
  for (const { id, kind, sessionId } of hits) {
    const record = await cairn.get(id);
    const isMade = kind === 'checkpoint' || (kind === 'summary' && sessionId === deciding);
    const isOwn = record.detail.echo === true || kind === 'knowledge' || isMade;
    const told = unquotedText(record);
    if (told.includes(DECISION) && !isOwn) holding.push(`${kind}: ${told}`);
  }
  assert.deepEqual(holding, [`prompt: ${FIRST_SESSION[0]?.prompt}`]);
  assert.ok((await cairn.search(SAID_WHEN_ASKING)).hits.length > 0);
}
