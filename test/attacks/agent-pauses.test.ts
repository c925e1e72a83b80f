// An agent may pause recording for an hour, not for ever: it moves the end of no pause, and begins none right after one.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

const MINUTE = 60_000;

function open(context: TestContext) {
  const { memory, at } = openFresh(context);
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  return { person, agent, at };
}

for (const folder of [undefined, 'the project'] as const) {
  test(`an agent moves the end of no pause of ${folder ?? 'everything'}`, async (context) => {
    for (const by of ['person', 'agent'] as const) {
      const { at, ...callers } = open(context);
      const place = folder === undefined ? {} : { folder: at.project };
      const until = new Date(Date.now() + 10 * MINUTE).toISOString();
      const { paused } = await callers[by].pause({ until, ...place });
      assert.equal(paused.length, 1);
      assert.deepEqual((await callers.agent.pause(place)).paused, paused);
      const wider = folder === undefined ? callers.agent.pause({ folder: at.project }) : undefined;
      assert.deepEqual((await wider)?.paused ?? paused, paused);
      if (folder !== undefined)
        await assert.rejects(callers.agent.pause({ folder: dirname(at.project) }), { code: 'not_allowed' });
    }
  });
}

test('an agent begins no pause within an hour after one; a person does', async (context) => {
  const { person, agent, at } = open(context);
  const ended = (minutes: number): void => {
    const [from, until] = [minutes + 60, minutes].map((one) => Date.now() - one * MINUTE);
    writeFileSync(join(at.home, 'pauses.json'), JSON.stringify([{ from, until, folder: at.project }]));
  };
  ended(30);
  await assert.rejects(agent.pause({ folder: at.project }), { code: 'not_allowed' });
  await assert.rejects(agent.pause({}), { code: 'not_allowed' });
  assert.equal((await person.pause({ folder: at.project })).paused.length, 1);
  ended(90);
  assert.equal((await agent.pause({ folder: at.project })).paused.length, 1);
});
