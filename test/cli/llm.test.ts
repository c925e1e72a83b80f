import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { type ModelServer, SPEAK, say, startModelServer } from '../support/models/model-server.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { goodAnswer } from '../support/worded-sessions.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

/** A home with the example's sessions and a model behind a server. */
async function withModel(context: TestContext): Promise<Cairn & { server: ModelServer }> {
  const server = await startModelServer(context, ({ prompt }, response) =>
    say(response, SPEAK.ollama(goodAnswer(prompt), { tokens: [700, 50] })),
  );
  const cairn = cairnIn(context);
  mkdirSync(cairn.at.home, { recursive: true });
  const settings = { 'llm.model': 'ollama:small', 'llm.url': server.url, 'llm.priceIn': 1, 'llm.priceOut': 4 };
  writeFileSync(join(cairn.at.home, 'config.json'), JSON.stringify(settings));
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  return { ...cairn, server };
}

test('a model is shown, tried dry, run and metered', async (context) => {
  const cairn = await withModel(context);
  const before = await cairn.run(['llm']);
  assert.match(
    before.stdout,
    /^model +ollama:small, 5 summaries to word\nfor +summary, answer\nleft today +500,000 tokens\n$/,
  );

  const dry = await cairn.run(['llm', '--dry-run']);
  assert.match(dry.stdout, /^Call 1: [\d,]+ tokens in, at most [\d,]+ out\ninstructions\nYou write summaries/);
  assert.match(dry.stdout, /BEGIN MATERIAL/);
  assert.match(dry.stderr, /about 5 sessions, at most [\d,]+ tokens, cost 0\.0\d+\. Nothing was sent\./);
  assert.equal(cairn.server.asked.length, 0);

  const run = await cairn.run(['llm', 'run']);
  assert.match(run.stderr, /New words: 5 summaries; as it was: 0\./);
  const { uses, answers, waiting } = await cairn.json(['llm']);
  assert.deepEqual([answers, waiting], [5, 0]);
  assert.equal(Array.isArray(uses) && uses.length, 1);
  assert.match((await cairn.run(['llm'])).stdout, /30 days +1 call, 700 tokens in, 50 out, cost 0\.00090/);
  assert.match((await cairn.run(['status'])).stdout, /^model +ollama:small, today 1 call/m);
  assert.match((await cairn.run(['llm', '--dry-run'])).stderr, /Nothing would be sent/);
  assert.deepEqual(await cairn.json(['llm', 'run']), { refined: [], kept: [] });
});

test('one session is looked at alone; an agent, an unknown action and an unknown session are refused', async (context) => {
  const cairn = await withModel(context);
  const { entries } = (await cairn.json(['sessions', '-a'])) as unknown as { entries: { id: string }[] };
  const id = String(entries[0]?.id);
  const { plan } = (await cairn.json(['llm', '--dry-run', '--session', id])) as unknown as {
    plan: { sessions: string[] }[];
  };
  assert.deepEqual(
    plan.map(({ sessions }) => sessions),
    [[id]],
  );
  assert.equal((await cairn.run(['llm', 'run'], { env: { CLAUDECODE: '1' } })).code, 1);
  assert.equal((await cairn.run(['llm', 'train'])).code, 2);
  assert.equal((await cairn.run(['llm', '--dry-run', '--session', 's_aaaaaaaaaaaaaaaa'])).code, 1);
  assert.equal(cairn.server.asked.length, 0);
});
