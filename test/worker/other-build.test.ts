import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClientMemory } from '../../src/client/client-memory.ts';
import { createConnection } from '../../src/client/connect.ts';
import { homePaths } from '../../src/config/paths.ts';
import { installProgram, readBuiltProgram } from '../../src/setup/install-program.ts';
import { applySetup, chooseAgents, planSetup } from '../../src/setup/setup.ts';
import { DIST, placeOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { callTool } from '../support/mcp-client.ts';
import { PATIENT } from '../support/patience.ts';
import { environmentOf, helloFrom, socketOf } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

/** The built program as another build of the same version: its description has one more space. */
function otherBuild(at: FreshHome, name: string): string {
  const folder = join(at.root, name);
  cpSync(DIST, folder, { recursive: true });
  const text = readFileSync(join(DIST, 'build.json'), 'utf8');
  writeFileSync(join(folder, 'build.json'), `${text}${' '.repeat(name.length)}`);
  return folder;
}

/** A home with the built program, and a client that starts its worker from there. */
function homeWithProgram(t: TestContext) {
  // Before the home is removed: what is registered first is done first.
  t.after(async () => {
    const pid = existsSync(paths.state) ? (await helloFrom(socketOf(at)))?.pid : undefined;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  });
  const at = freshHome(t);
  const paths = homePaths(at.home);
  mkdirSync(paths.app, { recursive: true, mode: 0o700 });
  const install = (folder: string): string => installProgram(readBuiltProgram(folder), paths);
  const socket = socketOf(at);
  const connection = createConnection({
    socket: () => socket,
    version: '0.0.0',
    program: { script: join(paths.appCurrent, 'worker.js'), env: environmentOf(at), settings: true },
    start: 'auto',
    deadlines: PATIENT,
  });
  const memory = createClientMemory(connection, { surface: 'sdk', person: false, cwd: at.project });
  return { at, paths, install, socket, memory };
}

/** A hook whose payload is under way: `finish` sends its end and gives the answer. */
function beginHook(socket: string, payload: string): { finish: () => Promise<{ status: number; text: string }> } {
  const sent = request({
    socketPath: socket,
    method: 'POST',
    path: '/hook/claude-code/UserPromptSubmit',
    headers: { 'x-cairn-delivery': 'd-half', 'content-length': Buffer.byteLength(payload) },
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  sent.write(payload.slice(0, 10));
  return {
    finish() {
      sent.end(payload.slice(10));
      return answered;
    },
  };
}

test('two set-ups while a worker lives leave it its program, and it makes room once it has done what it is at', async (t) => {
  const { at, install, socket, memory } = homeWithProgram(t);
  const own = install(DIST);
  await memory.remember('We use pnpm.');
  const pid = (await helloFrom(socket))?.pid;
  const prompt = { session_id: 's1', cwd: at.project, prompt: 'Which manager of packages do we use?', prompt_id: 'p1' };
  const hook = beginHook(socket, JSON.stringify({ ...prompt, hook_event_name: 'UserPromptSubmit' }));
  await memory.status();

  const next = [install(otherBuild(at, 'b')), install(otherBuild(at, 'cc'))];
  assert.ok(existsSync(join(own, 'ingest.js')));
  // It answers as before: threads load their files from its own folder.
  assert.ok((await memory.backup()).name);
  assert.equal((await helloFrom(socket))?.pid, pid);

  const answer = await hook.finish();
  assert.deepEqual([answer.status, answer.text.split('\n')[0]], [200, 'd-half']);
  await until(async () => (await helloFrom(socket))?.pid !== pid);
  // What asks next gets a worker of the program that is installed now.
  const { counts } = await memory.status();
  assert.equal(counts.byKind.prompt, 1);
  const state = JSON.parse(readFileSync(homePaths(at.home).state, 'utf8')) as { pid: number; program: string };
  assert.notEqual(state.pid, pid);
  assert.equal(join(homePaths(at.home).app, state.program), next[1]);
  // Nobody runs the first one any more: the next set-up removes it.
  install(otherBuild(at, 'ddd'));
  assert.equal(existsSync(own), false);
});

test('a set-up of another build tries its hook, and what is streamed next is answered by the other worker', async (t) => {
  const { at, install, socket, memory } = homeWithProgram(t);
  install(DIST);
  await memory.status();
  const pid = (await helloFrom(socket))?.pid;
  const place = placeOf(at, { program: otherBuild(at, 'b') });
  const plan = planSetup(chooseAgents(['claude-code'], place), place);
  const done = await applySetup(plan, place, {
    now: Date.now(),
    async seenByWorker() {
      if ((await helloFrom(socket)) === undefined) return undefined;
      const { hooks } = await memory.status();
      return hooks.find(({ event }) => event === 'CairnSetupCheck')?.count ?? 0;
    },
  });
  assert.ok(done.verified);
  const parts = [];
  for await (const part of memory.import({ paths: [at.project] })) parts.push(part);
  assert.equal(parts.at(-1)?.done, true);
  assert.notEqual((await helloFrom(socket))?.pid, pid);
});

test('an MCP server of an overtaken build answers each call, by the worker of the build that is installed, which stays', async (t) => {
  const { at, install, socket } = homeWithProgram(t);
  const own = install(DIST);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  t.after(() => client.close());
  const env = environmentOf(at);
  const args = [join(own, 'cli.js'), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: at.project }));
  const remember = (text: string) => callTool(client, 'remember', { text });
  const first = await remember('We use pnpm.');
  assert.equal(first.isError, false, first.text);
  const pid = (await helloFrom(socket))?.pid;

  install(otherBuild(at, 'b'));
  await until(async () => (await helloFrom(socket))?.pid !== pid);
  const pids = [];
  for (const text of ['The port is 8040.', 'Use tabs.', 'Deploy on Fridays.']) {
    const { isError, text: answer } = await remember(text);
    assert.equal(isError, false, answer);
    pids.push((await helloFrom(socket))?.pid);
  }
  assert.equal(new Set(pids).size, 1);
});

test('a client of a newer version that a set-up replaced by an older one asks no worker to leave', async (t) => {
  const { at, paths, install, socket } = homeWithProgram(t);
  const program = { script: join(install(DIST), 'worker.js'), env: environmentOf(at), settings: true };
  const options = {
    socket: () => socket,
    paths,
    version: '99.0.0',
    program,
    start: 'auto',
    deadlines: PATIENT,
  } as const;
  const connection = createConnection(options);
  install(otherBuild(at, 'b'));
  await connection.connect();
  const pid = (await helloFrom(socket))?.pid;
  assert.ok(pid);
  await connection.connect();
  assert.equal((await helloFrom(socket))?.pid, pid);
});
