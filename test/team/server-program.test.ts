import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ask, eventRecord, homeOf, openTeamServer, pullAll } from './team-server.ts';

const PATH = '/v1/sync/records';
const PROGRAM = fileURLToPath(new URL('../../src/bin/server.ts', import.meta.url));

/** `cairn server start` as a process of its own, which is ended with the test. */
async function startProgram(
  context: TestContext,
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess; ended: Promise<number | null> }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'start'], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  context.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let said = '';
  for await (const part of child.stderr ?? []) {
    said += String(part);
    const url = /answers at (http:\S+),/.exec(said)?.[1];
    if (url !== undefined) {
      child.stderr?.resume();
      return { url, child, ended };
    }
  }
  throw new Error(`the server did not start: ${said}`);
}

test('what was acknowledged before a server was killed is there on another, once; the rest is pushed again', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const [one, two] = [await startProgram(context, server.env), await startProgram(context, server.env)];
  const records = Array.from({ length: 200 }, (_, n) => eventRecord(homeOf('ada'), n));
  const acknowledged = new Set<string>();
  for (const [n, record] of records.entries()) {
    if (n === 100) one.child.kill('SIGKILL');
    try {
      const { value } = await ask(one.url, PATH, { token, body: { records: [record] } });
      for (const id of value.acknowledged as string[]) acknowledged.add(id);
    } catch {
      break;
    }
  }
  assert.ok(acknowledged.size >= 99 && acknowledged.size < 200, String(acknowledged.size));
  const kept = new Set((await pullAll(two.url, token)).map(({ id }) => String(id)));
  for (const id of acknowledged) assert.ok(kept.has(id), id);
  await ask(two.url, PATH, { token, body: { records } });
  const all = (await pullAll(two.url, token)).map(({ id }) => String(id));
  assert.deepEqual([all.length, new Set(all).size], [200, 200]);
});

test('asked to end, a server answers what is under way, takes no more, and ends with 0', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const { url, child, ended } = await startProgram(context, server.env);
  const text = JSON.stringify({ records: [eventRecord(homeOf('ada'), 1)] });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' };
  const pushing = request(`${url}${PATH}`, { method: 'POST', headers });
  const answered = once(pushing, 'response');
  pushing.flushHeaders();
  // It has read the head of the request once it says so.
  await once(pushing, 'continue');
  child.kill('SIGTERM');
  for (;;) {
    const isRefused = await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
      ({ body: rest }) => rest?.cancel().then(() => false),
      () => true,
    );
    if (isRefused) break;
  }
  pushing.end(text);
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  assert.deepEqual([answer.statusCode, await ended], [200, 0]);
});

test('refuses to start over a database that waits for a migration, or as a role that owns the tables', async (context) => {
  const server = await openTeamServer(context);
  const run = async (env: Record<string, string>): Promise<string> => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'start'], {
      env: { PATH: '/usr/bin:/bin', ...server.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    let said = '';
    for await (const part of child.stderr ?? []) said += String(part);
    const [code] = await ended;
    assert.notEqual(code, 0, said);
    return said;
  };
  assert.match(await run({ CAIRN_DATABASE_URL: server.env.CAIRN_DATABASE_OWNER_URL ?? '' }), /owns Cairn's tables/);
  assert.match(await run({ CAIRN_DATABASE_URL: '' }), /CAIRN_DATABASE_URL is no postgres:/);
  assert.match(await run({ CAIRN_SERVER_PORT: 'x' }), /takes a whole number/);
});
