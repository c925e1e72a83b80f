import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { codePrograms } from '../../src/bin/code-programs.ts';
import { embedPlaces } from '../../src/bin/embedding-paths.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import type { GivenEmbedder } from '../../src/embeddings/to-embedder.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { type MemoryOptions, openMemoryIn } from '../../src/worker/open-memory.ts';
import { freshHome } from '../support/fresh-home.ts';
import { createWordEmbedder } from '../support/models/word-embedder.ts';
import { PATIENT_ENV } from '../support/patience.ts';

/** Opens the memory of a fresh home as a program does; no worker is started for it. */
async function open(context: TestContext, options: MemoryOptions, at = freshHome(context)) {
  const env = { CAIRN_HOME: at.home, CAIRN_WORKER_START: 'never', ...PATIENT_ENV };
  const environment = {
    resolve: () => resolveConfig({ env, userHome: at.userHome, readText: () => undefined }),
    userHome: at.userHome,
    userId: process.getuid?.() ?? 0,
    cwd: at.project,
    variables: {},
    version: '0.0.0',
    serviceScript: '',
    embedPlaces,
    codePrograms,
  };
  const memory = await openMemoryIn(environment, options);
  context.after(() => memory.close());
  return memory;
}

test('refuses an option that does not exist or is of a wrong type, and says which', async (context) => {
  const refused: [object, RegExp][] = [
    [{ readOnly: true }, /readOnly/],
    [{ mode: 'worker' }, /mode takes auto, client or embedded; it got worker/],
    [{ home: 3 }, /home takes a path/],
    [{ readonly: 'yes' }, /readonly/],
    [{ embedder: { embed: () => [] } }, /embedder takes/],
    [{ embedder: 'none' }, /mode "embedded" alone/],
    [{ mode: 'embedded', embedder: 'word2vec' }, /minilm, none/],
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

test('an embedder of one’s own finds what no word of the question stands in', async (context) => {
  const { embed, model, dimensions } = createWordEmbedder();
  const memory = await open(context, { mode: 'embedded', embedder: { embed, model, dimensions } });
  const { id } = await memory.remember('The mutex was held twice.');
  await memory.remember('Deploys happen on Tuesdays.');
  await memory.settled();
  const { vectors } = await memory.status();
  assert.deepEqual(vectors, { state: 'idle', model: 'given:words@1', stored: 2, waiting: 0 });
  const { hits, notes } = await memory.search('semaphore');
  assert.equal(hits[0]?.id, id);
  assert.deepEqual(notes, []);
});

test('an embedder that fails leaves search by words, says so, and holds nobody up', async (context) => {
  takeIgnored();
  const failing: GivenEmbedder = {
    model: 'broken',
    dimensions: 3,
    embed: async (texts) => texts.map(() => [Number.NaN, 0, 1]),
  };
  const memory = await open(context, { mode: 'embedded', embedder: failing });
  const { id } = await memory.remember('Deploys happen on Tuesdays.');
  await memory.settled();
  const { hits, notes } = await memory.search('deploys');
  assert.equal(hits[0]?.id, id);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['words_only'],
  );
  const { vectors } = await memory.status();
  assert.deepEqual([vectors.state, vectors.waiting, vectors.error?.code], ['failed', 1, 'embedder_failed']);
  const { checks } = await memory.doctor();
  const check = checks.find(({ name }) => name === 'vectors');
  assert.equal(check?.status, 'warning');
  assert.match(check?.message ?? '', /Embedding failed/);
  takeIgnored();
});

test('read-only, words alone are looked for, and it says so', async (context) => {
  const at = freshHome(context);
  const worker = await open(context, { mode: 'embedded', embedder: 'none' }, at);
  await worker.remember('Deploys happen on Tuesdays.');
  assert.deepEqual((await worker.search('deploys')).notes, []);
  const reader = await open(context, { readonly: true }, at);
  const { hits, notes } = await reader.search('deploys');
  assert.equal(hits.length, 1);
  assert.match(notes[0]?.message ?? '', /words alone.*read-only/);
});
