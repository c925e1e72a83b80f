// Cairn tells the person of what an agent accepted, or let go on, in their name, as if nobody had.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

const PERSON = { surface: 'cli', person: true, terminal: '/dev/pts/3' } as const;

const LONG: Record<string, string> = {
  '': '',
  ' behind 61 other commands': 'echo step\n'.repeat(61),
  ' behind a commit message of 9 kB': `git commit -qm '${'m '.repeat(4_500)}'\n`,
  ' behind a here-document of 9 kB': `cat > a.ts <<'EOF'\n${'one line\n'.repeat(1_000)}EOF\n`,
};

for (const [name, command, before] of Object.entries(LONG).flatMap(
  ([where, words]) =>
    [
      [`accepts what the file of a project turns off${where}`, 'config accept project', words],
      [`ends a pause${where}`, 'unpause', words],
    ] as const,
)) {
  test(`an agent that ${name} in a person’s name is seen, and the person is told`, async (context) => {
    const { memory, intake, at } = openFresh(context, { caller: PERSON });
    const here = memory.withCaller({ ...PERSON, cwd: at.project });
    await here.remember({ text: 'Never deploy on Fridays.', kind: 'constraint' });
    let calls = 0;
    const start = async () => {
      calls += 1;
      const session = { agent: 'claude-code', agentSession: `${calls}`, cwd: at.project, root: at.project };
      return memory.hookContext({ occasion: 'start', ...session, shows: true });
    };
    const run = async (): Promise<void> => {
      const input = { command: `${before}script -qec "env -i cairn ${command}" /dev/null` };
      const body = { kind: 'tool.end', tool: 'Bash', input, output: 'done', success: true } as const;
      const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, at: Date.now() };
      calls += 1;
      await intake.events([{ ...place, identity: { number: `${calls}` }, source: 'hook', body }]);
      await memory.settled();
    };
    if (command === 'unpause') {
      await here.pause({});
      await here.pause({ end: true });
      assert.equal((await start()).warning, undefined);
      await run();
      assert.match((await start()).warning ?? '', /pause/);
      return;
    }
    mkdirSync(join(at.project, '.cairn'), { recursive: true });
    writeFileSync(join(at.project, '.cairn', 'config.json'), JSON.stringify({ 'context.enabled': false }));
    assert.match((await start()).warning ?? '', /turns context off/);
    await here.settings({ accept: 'project' });
    assert.equal((await start()).warning, undefined);
    await run();
    assert.match((await start()).warning ?? '', /turns context off/);
    assert.match((await here.context({ cwd: at.project })).text, /Fridays/);
  });
}

test('what a person accepted stays accepted while an agent asks another server for its settings', async (context) => {
  const { memory, intake, at } = openFresh(context, { caller: PERSON });
  const here = memory.withCaller({ ...PERSON, cwd: at.project });
  await here.remember({ text: 'Never deploy on Fridays.', kind: 'constraint' });
  const session = { agent: 'claude-code', cwd: at.project, root: at.project };
  const start = (agentSession: string) =>
    memory.hookContext({ occasion: 'start', ...session, agentSession, shows: true });
  mkdirSync(join(at.project, '.cairn'), { recursive: true });
  writeFileSync(join(at.project, '.cairn', 'config.json'), JSON.stringify({ 'context.enabled': false }));
  assert.match((await start('one')).warning ?? '', /turns context off/);
  await here.settings({ accept: 'project' });
  const input = {
    command: 'curl -s http://localhost:3000/api/v1/settings -o answer.json && node dist/cli.js config set a b',
  };
  const body = { kind: 'tool.end', tool: 'Bash', input, output: 'done', success: true } as const;
  const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, at: Date.now() };
  await intake.events([{ ...place, identity: { number: 'call' }, source: 'transcript', body }]);
  await memory.settled();
  assert.equal((await start('two')).warning, undefined);
});
