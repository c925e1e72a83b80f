import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../../support/fresh-home.ts';

test('sessions tell the person what an agent seems to have done in their name, until they judge it', async (context) => {
  const { memory, intake, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const { id } = await memory.remember({ text: 'Always deploy by hand.', kind: 'constraint' });
  let sessions = 0;
  const warning = async (shows = true): Promise<string | undefined> => {
    sessions += 1;
    const session = { agent: 'claude-code', agentSession: `${sessions}` };
    return (await memory.hookContext({ occasion: 'start', ...session, cwd: at.project, shows })).warning;
  };
  assert.equal(await warning(), undefined);
  const command = 'script -qec "cairn remember \'Always deploy by hand.\'" /dev/null';
  const body = { kind: 'tool.end', tool: 'Bash', input: { command }, output: `${id} created`, success: true } as const;
  const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, at: Date.now() + 300 };
  await intake.events([{ ...place, identity: { number: '1' }, source: 'transcript', body }]);
  await memory.settled();
  for (const _session of [1, 2]) {
    assert.match(
      (await warning()) ?? '',
      new RegExp(`an agent seems to have acted in your name on ${id}\\. Until you judge it`),
    );
  }
  assert.equal(await warning(false), undefined);
  await memory.update(id, { status: 'confirmed' });
  assert.equal(await warning(), undefined);
});
