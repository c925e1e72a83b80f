import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/config/settings.ts';
import { buildModelFile } from '../../src/embeddings/bert/build-model-file.ts';
import { type EmbedSettings, openEmbedder } from '../../src/embeddings/open-embedder.ts';
import { writeModelFolder } from '../support/models/model-folder.ts';
import { smallBert } from '../support/models/small-bert.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { answerOllama, answerOpenAi, startEmbedServer } from './server/embed-server.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const places = { modelFolders: [at('packages/model-minilm'), '/nowhere'], entry: at('src/bin/embedder.ts') };
const memory = { purpose: 'memory' } as const;
const question = { purpose: 'question' } as const;

function settings(changes: Partial<EmbedSettings> = {}): EmbedSettings {
  return {
    'embed.model': SETTINGS['embed.model'].default,
    'embed.url': SETTINGS['embed.url'].default,
    'embed.key': SETTINGS['embed.key'].default,
    'embed.dimensions': SETTINGS['embed.dimensions'].default,
    'embed.questionPrefix': SETTINGS['embed.questionPrefix'].default,
    'embed.memoryPrefix': SETTINGS['embed.memoryPrefix'].default,
    ...changes,
  };
}

suite('the embedder of the settings', () => {
  test('is the bundled model by default, and none when a person wants none', () => {
    assert.equal(openEmbedder(settings(), places)?.model, 'all-MiniLM-L6-v2-int8');
    assert.equal(openEmbedder(settings({ 'embed.model': 'none' }), places), undefined);
  });

  test('is embedder_failed with a fix when the bundled model is missing', () => {
    const nowhere = { ...places, modelFolders: ['/nowhere'] };
    assert.throws(() => openEmbedder(settings(), nowhere), { code: 'embedder_failed', fix: /\w/ });
    assert.throws(() => openEmbedder(settings(), { ...places, modelFolders: [] }), { code: 'embedder_failed' });
  });

  test('is a server when it names one, with key and prefixes', async (context) => {
    const { url, asked } = await startEmbedServer(context, answerOpenAi);
    const changes = {
      'embed.model': 'openai:text-small',
      'embed.url': url,
      'embed.key': ' key-of-a-test ',
      'embed.questionPrefix': 'query: ',
    };
    const embedder = openEmbedder(settings(changes), places);
    await embedder?.embed(['a'], question);
    await embedder?.embed(['a'], memory);
    assert.deepEqual(
      asked.map(({ body }) => body.input),
      [['query: a'], ['a']],
    );
    assert.equal(asked[0]?.headers.authorization, 'Bearer key-of-a-test');
    assert.match(embedder?.model ?? '', /^openai:text-small@127\.0\.0\.1:\d+\+[0-9a-f]{8}$/);
    assert.equal(embedder?.dimensions, 3);
  });

  test('may have colons in the name of its model', async (context) => {
    const { url, asked } = await startEmbedServer(context, answerOllama);
    await openEmbedder(settings({ 'embed.model': 'ollama:bge-m3:567m', 'embed.url': url }), places)?.embed(
      ['a'],
      memory,
    );
    assert.equal(asked[0]?.body.model, 'bge-m3:567m');
  });

  test('is a model from a folder with the prefixes of the settings before its own', async (context) => {
    const root = temporaryFolder(context);
    writeModelFolder(join(root, 'small-e5'), smallBert());
    const inHome = { ...places, modelFolders: [join(root, 'models')] };
    const open = (changes: Partial<EmbedSettings>) => {
      const embedder = openEmbedder(
        settings({ 'embed.model': `folder:${join(root, 'small-e5')}`, ...changes }),
        inHome,
      );
      assert.ok(embedder);
      context.after(() => embedder.close());
      return embedder;
    };
    const [own, other] = [open({}), open({ 'embed.questionPrefix': 'file ', 'embed.memoryPrefix': 'file ' })];
    assert.notEqual(own.model, other.model);
    assert.deepEqual(await other.embed(['lock'], question), await other.embed(['lock'], memory));
    assert.notDeepEqual(await own.embed(['lock'], question), await other.embed(['lock'], question));
  });

  test('is a model of a package in the home, with the prefixes that its file names', async (context) => {
    const models = temporaryFolder(context);
    const folder = join(models, 'node_modules', '@some', 'small-model');
    mkdirSync(folder, { recursive: true });
    const inHome = { ...places, modelFolders: [at('packages/model-minilm'), models] };
    const open = (changes: Partial<EmbedSettings> = {}) =>
      openEmbedder(settings({ 'embed.model': 'package:@some/small-model', ...changes }), inHome);
    assert.throws(() => open(), { code: 'embedder_failed', fix: `npm install --prefix ${models} @some/small-model` });
    const prefixes = { question: 'word ', memory: 'file ' };
    writeFileSync(join(folder, 'model.cairn'), buildModelFile({ ...smallBert(), prefixes }));
    const [own, other] = [open(), open({ 'embed.questionPrefix': 'file ' })];
    assert.ok(own && other);
    context.after(() => Promise.all([own.close(), other.close()]));
    assert.notEqual(own.model, other.model);
    assert.notDeepEqual(await own.embed(['lock'], question), await own.embed(['lock'], memory));
    assert.deepEqual(await other.embed(['lock'], question), await own.embed(['lock'], memory));
  });

  const wrong: [Partial<EmbedSettings>, RegExp][] = [
    [{ 'embed.model': 'minilm2' }, /it takes minilm, none, package:NAME, folder:PATH/],
    [{ 'embed.model': '' }, /it takes minilm/],
    [{ 'embed.model': 'cohere:x' }, /it takes minilm/],
    [{ 'embed.model': 'openai:' }, /it takes minilm/],
    [{ 'embed.model': 'folder:models/e5' }, /absolute path/],
    [{ 'embed.model': 'package:../../elsewhere' }, /takes the name of one/],
    [{ 'embed.model': 'ollama:x', 'embed.url': 'localhost:1' }, /no address of a server/],
    [{ 'embed.model': 'ollama:x', 'embed.url': 'file:///etc/passwd' }, /no address of a server/],
    [{ 'embed.model': 'ollama:x', 'embed.url': 'https://me:hidden@example.org' }, /name or password/],
    [{ 'embed.model': 'openai:x', 'embed.dimensions': 2.5 }, /whole number/],
    [{ 'embed.model': 'openai:x' }, /needs a key/],
  ];
  for (const [changes, message] of wrong) {
    test(`is invalid_input with a fix for ${JSON.stringify(changes)}`, () => {
      assert.throws(
        () => openEmbedder(settings(changes), places),
        (error: Error) => {
          assert.match(error.message, message);
          assert.ok(!error.message.includes('hidden'));
          return 'code' in error && error.code === 'invalid_input' && 'fix' in error && Boolean(error.fix);
        },
      );
    });
  }
});
