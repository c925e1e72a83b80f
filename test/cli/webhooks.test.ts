import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startJsonServer } from '../support/json-server.ts';
import { cairnIn } from '../support/run-cairn.ts';

test('a person sets an address in a terminal, no script does, and a test message tells what it answers', async (context) => {
  const cairn = cairnIn(context);
  let status = 204;
  const url = await startJsonServer(context, (_, response) => response.writeHead(status).end());
  const off = await cairn.run(['webhooks']);
  assert.match(off.stderr, /No address is set: nothing is sent/);
  assert.equal((await cairn.run(['webhooks', 'test'])).code, 2);
  assert.match((await cairn.run(['config', 'set', 'webhooks.urls', url])).stderr, /can loosen webhooks\.urls/);
  await cairn.terminal(['config', 'set', 'webhooks.urls', url]);
  await cairn.run(['worker', 'restart']);
  assert.match((await cairn.run(['webhooks'])).stdout, /webhooks\.secret is not set.+\nfix: cairn config set/);
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const set = await cairn.terminal(['config', 'set', 'webhooks.secret', secret]);
  assert.ok(!set.stdout.includes(secret));
  await cairn.run(['worker', 'restart']);
  const taken = await cairn.run(['webhooks', 'test']);
  assert.match(taken.stdout, /^http:\/\/127\.0\.0\.1:\d+ {2}taken \d+ ms\n$/);
  status = 500;
  const refused = await cairn.run(['webhooks', 'test']);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /status 500/);
  assert.match((await cairn.run(['webhooks'])).stdout, /0 messages/);
});
