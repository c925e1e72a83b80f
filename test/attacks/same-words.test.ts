// An agent records the words of a person’s rule again, in other letters. A start tells the person’s own statement all the same.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import { openFresh } from '../support/fresh-home.ts';

const RULE = 'Never deploy on Fridays.';
const COPIES = [RULE, 'never deploy on fridays.', 'NEVER deploy on Fridays.', 'Never  deploy on Fridays'];

interface Both {
  memory: Memory;
  agent: Memory;
  rule: string;
}

/** A person's rule, and then the same words by an agent. */
async function stateBoth(context: TestContext, copies: readonly string[]): Promise<Both & { copies: string[] }> {
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const rule = (await memory.remember({ text: RULE, kind: 'constraint' })).id;
  const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  const ids: string[] = [];
  for (const text of copies) ids.push((await agent.remember({ text, kind: 'constraint' })).id);
  await memory.settled();
  return { memory, agent, rule, copies: ids };
}

async function assertTold({ memory, rule }: Both, after: string): Promise<void> {
  const { text } = await memory.context();
  assert.match(text, new RegExp(`\\[${rule}\\] Constraint by a person`), `at a start, ${after}`);
}

test('a person’s rule is told at each start whatever an agent records in the same words', async (context) => {
  for (const copy of COPIES) await assertTold(await stateBoth(context, [copy]), `with "${copy}"`);
  await assertTold(await stateBoth(context, COPIES), 'with all of them');
});

test('an agent that mutes or hides its own copy silences no rule of a person', async (context) => {
  const both = await stateBoth(context, [COPIES[1] ?? '']);
  for (const change of [{ muted: true }, { hidden: true }] as const) {
    for (const id of both.copies) {
      if (id !== both.rule)
        await both.agent.update(id, change).catch((error: Error) => assert.match(error.name, /Error/));
    }
    await assertTold(both, `after ${JSON.stringify(change)}`);
  }
});

test('a search shows a person’s rule and not an agent’s copy of it', async (context) => {
  const both = await stateBoth(context, COPIES);
  const { hits } = await both.memory.search('deploy on Fridays');
  const shown = hits.filter(({ kind }) => kind === 'knowledge').map(({ id }) => id);
  assert.ok(shown.includes(both.rule), `${shown}`);
});
