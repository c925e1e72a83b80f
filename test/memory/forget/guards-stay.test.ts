import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../../support/fresh-home.ts';

test('the confirmed tripwires of other rules refuse right after one rule is forgotten', async (context) => {
  const { memory, at } = openFresh(context, { env: { CAIRN_TRIPWIRES: 'block' } });
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  await person.remember({ text: 'Never run git push --force.' });
  const { id } = await person.remember({ text: 'Never run terraform apply.' });
  await memory.settled();
  for (const { id: tripwire } of (await person.list({ kinds: ['pattern'] })).entries)
    await person.update(tripwire, { status: 'confirmed' });
  await memory.settled();
  const project = (await memory.get([id])).records[0]?.project;
  const isRefused = async (command: string, session: string): Promise<boolean> => {
    const { refusal } = await memory.hookContext({
      ...{ occasion: 'tool', call: { tool: 'Bash', input: { command } }, agent: 'claude-code', agentSession: session },
      ...{ refusable: true, cwd: at.project, project: project as never },
    });
    return refusal !== undefined;
  };
  assert.deepEqual([await isRefused('git push --force', 'a'), await isRefused('terraform apply', 'a')], [true, true]);
  const plan = await person.forget({ ids: [id], dryRun: true });
  assert.ok('token' in plan);
  await person.forget({ confirm: plan.token });
  assert.deepEqual([await isRefused('git push --force', 'b'), await isRefused('terraform apply', 'b')], [true, false]);
});
