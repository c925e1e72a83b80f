import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { openFresh } from '../../support/fresh-home.ts';
import { type ModelAnswer, SPEAK, startModelServer } from '../../support/models/model-server.ts';

const QUESTION = { collection: 'retries', question: 'why does the retry queue back off?' };

async function openAsked(context: TestContext, answer: ModelAnswer) {
  const { url, asked } = await startModelServer(context, answer);
  const env = { CAIRN_LLM_MODEL: 'ollama:small', CAIRN_LLM_URL: url };
  const opened = openFresh(context, { env, ignorable: /language model/ });
  const { id } = await opened.memory.remember({ text: 'The retry queue backs off since the partner rate-limits us.' });
  await opened.memory.settled();
  await opened.memory.collect({ name: 'retries', add: [id] });
  return { ...opened, asked, id };
}

const says =
  (sentences: (prompt: string) => unknown): ModelAnswer =>
  ({ prompt }, response) =>
    response.end(JSON.stringify(SPEAK.ollama(JSON.stringify({ sentences: sentences(prompt) }))));
const idIn = (prompt: string): string => /o_[a-z2-7]{16}/.exec(prompt)?.[0] ?? '';

suite('a question over a collection, with a model', () => {
  test('is answered in its words, with ids that the passages have, and bought once', async (context) => {
    const { memory, asked, id } = await openAsked(
      context,
      says((prompt) => [{ text: 'It backs off since the partner rate-limits us.', ids: [idIn(prompt)] }]),
    );
    const answer = await memory.ask(QUESTION);
    assert.deepEqual([answer.text, answer.ids], [`It backs off since the partner rate-limits us. [${id}]`, [id]]);
    assert.match(answer.model ?? '', /small/);
    assert.equal(answer.passages.length, 1);
    await memory.ask(QUESTION);
    assert.equal(asked.length, 1);
  });

  test('is answered by the rules for an agent, when the model lies about ids, and when it fails', async (context) => {
    const lying = await openAsked(
      context,
      says(() => [{ text: 'It was the moon.', ids: ['o_aaaaaaaaaaaaaaaa'] }]),
    );
    const byRules = await lying.memory.ask(QUESTION);
    assert.equal(byRules.model, undefined);
    assert.match(byRules.text, new RegExp(`\\[${lying.id}\\]`));
    const before = lying.asked.length;
    await lying.memory.withCaller({ surface: 'mcp', person: false, agent: true }).ask(QUESTION);
    assert.equal(lying.asked.length, before);
    const failing = await openAsked(context, (_, response) => response.writeHead(500).end());
    assert.match((await failing.memory.ask(QUESTION)).text, /rate-limits/);
  });
});
