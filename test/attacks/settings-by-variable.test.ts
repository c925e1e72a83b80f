// A worker serves all projects: the settings that one project has in its environment are none of the worker's that a hook
// or an agent starts there. Else it turns recording off everywhere, or has the memory of all sent to an address of its own.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DIST, programOf } from '../support/built-program.ts';
import type { FreshHome } from '../support/fresh-home.ts';
import { QUIET, sendHook } from '../support/hook-script.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runModule, runProgram } from '../support/run-program.ts';
import { clientOf, configure, helloFrom, socketOf } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

/** What the project says of all others. */
const SET: Readonly<Record<string, string>> = {
  CAIRN_EXCLUDE_PROJECTS: '**',
  CAIRN_EXCLUDE_PATHS: '**',
  CAIRN_EMBED_MODEL: 'ollama:x',
  CAIRN_EMBED_URL: 'http://127.0.0.1:9',
  CAIRN_LLM_MODEL: 'command:/tmp/m.sh',
  CAIRN_TRIPWIRES: 'off',
  CAIRN_WORKER_IDLE_MINUTES: '1440',
};

type Start = (context: TestContext, cairn: Cairn) => Promise<unknown>;

/** Ways in which what serves an agent starts the worker of a home. */
const BY_AGENTS: Readonly<Record<string, Start>> = {
  'a hook': async (_, { at, env }) => {
    const payload = { session_id: 'e1', cwd: at.userHome, hook_event_name: 'SessionStart', source: 'startup' };
    const options = { input: JSON.stringify(payload), env: { ...env, ...SET }, cwd: '/' };
    const words = [programOf('hook'), 'claude-code', 'SessionStart', 'd-1'];
    const { stdout: _said, ...ended } = await runProgram(process.execPath, words, options);
    assert.deepEqual({ ...ended, stdout: '' }, QUIET);
  },
  'an MCP server': async (context, { at, env }) => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [join(DIST, 'cli.js'), 'mcp'];
    const how = { command: process.execPath, args, cwd: at.project, stderr: 'pipe' } as const;
    await client.connect(new StdioClientTransport({ ...how, env: { ...env, ...SET } }));
    context.after(() => client.close());
    await client.callTool({ name: 'search', arguments: { query: 'anything' } });
  },
  'a command of an agent': (_, cairn) => cairn.run(['status'], { env: { ...SET, CLAUDECODE: '1' } }),
  'a program of an agent': (_, { env }) =>
    runModule(
      `import { openMemory } from ${JSON.stringify(join(DIST, 'sdk.js'))};
       const memory = await openMemory({ mode: 'client' });
       await memory.status();
       await memory.close();`,
      { ...env, ...SET, CLAUDECODE: '1' },
    ),
};

for (const [name, start] of Object.entries(BY_AGENTS)) {
  test(`${name} starts a worker that goes by none of the settings of its environment, and keeps other projects`, async (context) => {
    const cairn = cairnIn(context);
    configure(cairn.at);
    await start(context, cairn);
    assert.deepEqual(await byVariable(cairn.at), []);
    const payload = { session_id: 's1', cwd: cairn.at.project, prompt: 'The heron is told of.' };
    await sendHook(socketOf(cairn.at), 'UserPromptSubmit', { payload });
    const memory = clientOf(cairn.at, socketOf(cairn.at));
    await memory.settled();
    assert.equal((await memory.status()).counts.byKind.prompt, 1);
  });
}

test('a worker that the command of a person starts goes by the settings of the environment', async (context) => {
  const cairn = cairnIn(context);
  assert.equal(
    (await cairn.run(['status'], { env: { CAIRN_EXCLUDE_PROJECTS: '/other', CAIRN_TRIPWIRES: 'block' } })).code,
    0,
  );
  const known = await byVariable(cairn.at);
  for (const key of ['embed.model', 'privacy.excludeProjects', 'tripwires.mode']) assert.ok(known.includes(key), key);
  const { stderr } = await cairn.run(['config', 'get', 'embed.model']);
  assert.match(stderr, /One that a hook or an agent starts goes by config\.json alone/);
});

/** Settings that the worker of a home has from its environment. */
async function byVariable(at: FreshHome): Promise<string[]> {
  const socket = socketOf(at);
  await until(async () => (await helloFrom(socket)) !== undefined);
  const { settings } = await clientOf(at, socket).settings({});
  return settings.flatMap(({ key, from }) => (from === 'env' && key !== 'home' ? [key] : []));
}
