import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop, PAY } from '../support/shop-repository.ts';

test('an issue by its number is the same as by its project, and a line tells which issues led to it', async (context) => {
  const { memory, at, git, write } = openShop(context);
  git('remote', 'add', 'origin', 'git@github.com:Acme/Shop.git');
  const by = { agent: 'codex', cwd: at.project, kind: 'prompt', origin: 'person' } as const;
  await memory.record([
    { ...by, sessionId: 's1', text: 'Pay as https://github.com/acme/shop/issues/12 says.' },
    { ...by, sessionId: 's2', text: 'Is #12 done?' },
    { ...by, sessionId: 's3', text: 'Look at other/shop#12.' },
  ]);
  await memory.settled();
  const sessionsOf = async (issue: string) =>
    (await memory.list({ kinds: ['session'], issue, project: '.' })).entries.length;
  assert.equal(await sessionsOf('#12'), 2);
  assert.equal(await sessionsOf('acme/shop#12'), 2);
  assert.equal(await sessionsOf('other/shop#12'), 1);
  write(PAY);
  git('add', '.');
  const output = git('commit', '-m', 'Pay (#13)', '-m', 'Refs SHOP-1');
  const input = { command: "git commit -m 'Pay (#13)' -m 'Refs SHOP-1'" };
  await memory.record([{ ...by, kind: 'tool.end', sessionId: 's1', tool: 'Bash', input, output }]);
  await memory.settled();
  const [line] = (await memory.why('src/pay.ts')).lines;
  assert.deepEqual(line?.issues, ['#13', 'SHOP-1', 'acme/shop#12']);
});
