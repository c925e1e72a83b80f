import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { type MemoryOptions, openMemoryIn } from '../../src/service/open-memory.ts';
import { freshHome } from '../support/fresh-home.ts';

/** Opens the memory of a fresh home as a program does; no worker is started for it. */
async function open(context: TestContext, options: MemoryOptions) {
  const at = freshHome(context);
  const env = { CAIRN_HOME: at.home, CAIRN_WORKER_START: 'never' };
  const environment = {
    resolve: () => resolveConfig({ env, userHome: at.userHome, readText: () => undefined }),
    userHome: at.userHome,
    userId: process.getuid?.() ?? 0,
    cwd: at.project,
    variables: {},
    version: '0.0.0',
    serviceScript: '',
  };
  const memory = await openMemoryIn(environment, options);
  context.after(() => memory.close());
  return memory;
}

test('refuses an option that does not exist or is of a wrong type, and says which', async (context) => {
  const refused: [object, RegExp][] = [
    [{ readOnly: true }, /readOnly/],
    [{ mode: 'owner' }, /mode takes auto, client or embedded; it got owner/],
    [{ home: 3 }, /home takes a path/],
    [{ readonly: 'yes' }, /readonly/],
    [{ signal: {} }, /signal/],
  ];
  for (const [options, message] of refused) {
    await assert.rejects(open(context, options as MemoryOptions), { code: 'invalid_input', message });
  }
});

test('a call whose signal has aborted before it begins is cancelled', async (context) => {
  const memory = await open(context, { mode: 'embedded' });
  const signal = AbortSignal.abort();
  await assert.rejects(memory.search('anything', { signal }), { code: 'cancelled' });
  await assert.rejects(memory.get('o_aaaaaaaaaaaaaaaa', { signal }), { code: 'cancelled' });
});

test('a project is named by the id of anything that happened in it', async (context) => {
  const memory = await open(context, { mode: 'embedded' });
  const { id } = await memory.remember('Deploys happen on Tuesdays.');
  await memory.settled();
  const { hits } = await memory.search({ query: 'deploys', project: id });
  assert.deepEqual(
    hits.map((hit) => hit.id),
    [id],
  );
  const [project] = (await memory.list({ kinds: ['project'] })).entries;
  const [record] = (await memory.get(project?.id ?? '')).records;
  assert.equal(record?.at, project?.at);
});
