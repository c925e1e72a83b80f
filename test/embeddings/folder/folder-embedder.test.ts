import assert from 'node:assert/strict';
import { appendFileSync, cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBertEmbedder } from '../../../src/embeddings/bert/bert-embedder.ts';
import { buildModelFile, type ModelSource } from '../../../src/embeddings/bert/build-model-file.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { openFolderEmbedder } from '../../../src/embeddings/folder/folder-embedder.ts';
import { readTokenizer } from '../../../src/embeddings/tokenize/read-tokenizer.ts';
import { writeModelFolder } from '../../support/models/model-folder.ts';
import { SMALL_SHAPE, smallBert } from '../../support/models/small-bert.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { readTokenizerFixture } from '../tokenize/golden-ids.ts';

const entry = fileURLToPath(new URL('../../../src/bin/embedder.ts', import.meta.url));
const TEXTS = ['the memory of an agent', 'pnpm lock file', ''];
const memory = { purpose: 'memory' } as const;

function open(context: TestContext, folder: string, keptIn: string): Embedder {
  const { embedder } = openFolderEmbedder({ folder, keptIn, entry });
  context.after(() => embedder.close());
  return embedder;
}

/** What the kernel gives for a model that was not read from a folder. */
async function expected(context: TestContext, source: ModelSource): Promise<Float32Array[]> {
  const path = join(temporaryFolder(context), 'model.cairn');
  writeFileSync(path, buildModelFile(source));
  const embedder = openBertEmbedder({ path, entry });
  context.after(() => embedder.close());
  return embedder.embed(TEXTS, memory);
}

/** A model of XLM-R's kind: a unigram vocabulary, and positions that begin at 2. */
function smallXlmR(): ModelSource {
  const tokenizer = readTokenizer(JSON.parse(readTokenizerFixture('unigram.json')));
  const { tensors } = smallBert({ ...SMALL_SHAPE, vocabulary: 401, positions: SMALL_SHAPE.positions + 2 });
  const shape = { ...SMALL_SHAPE, vocabulary: 401 };
  return { model: 'small', pooling: 'cls', sources: {}, shape, firstPosition: 2, tensors, tokenizer };
}

suite('a model from a folder', () => {
  test('gives the vectors of its kernel, is kept, and is not read again', async (context) => {
    const root = temporaryFolder(context);
    const [folder, keptIn] = [join(root, 'small-bert'), join(root, 'models')];
    writeModelFolder(folder, smallBert());
    const embedder = open(context, folder, keptIn);
    assert.match(embedder.model, /^folder:small-bert@[0-9a-f]{16}-int8$/);
    assert.equal(embedder.dimensions, SMALL_SHAPE.hidden);
    const [vectors, question] = await Promise.all([
      embedder.embed(TEXTS, memory),
      embedder.embed(TEXTS, { purpose: 'question' }),
    ]);
    assert.deepEqual(vectors, await expected(context, smallBert()));
    assert.deepEqual(question, vectors);
    assert.equal(readdirSync(keptIn).length, 1);
    truncateSync(join(folder, 'model.safetensors'), 0);
    assert.deepEqual(await embedder.embed(TEXTS, memory), vectors);
  });

  test('of XLM-R’s kind runs with its own tokenizer, positions and pooling', async (context) => {
    const root = temporaryFolder(context);
    const folder = join(root, 'small-e5');
    writeModelFolder(folder, smallXlmR());
    writeFileSync(join(folder, 'tokenizer.json'), readTokenizerFixture('unigram.json'));
    const { embedder, prefixes } = openFolderEmbedder({ folder, keptIn: join(root, 'models'), entry });
    context.after(() => embedder.close());
    assert.deepEqual(await embedder.embed(TEXTS, memory), await expected(context, smallXlmR()));
    assert.deepEqual(prefixes, { question: 'query: ', memory: 'passage: ' });
  });

  test('has another name when its weights are others, and then the old file is gone', async (context) => {
    const root = temporaryFolder(context);
    const [folder, keptIn] = [join(root, 'model'), join(root, 'models')];
    writeModelFolder(folder, smallBert());
    const first = open(context, folder, keptIn);
    await first.embed(['a'], memory);
    const [kept] = readdirSync(keptIn);
    writeModelFolder(folder, smallBert(SMALL_SHAPE, 2));
    const second = open(context, folder, keptIn);
    assert.notEqual(second.model, first.model);
    await second.embed(['a'], memory);
    assert.ok(!readdirSync(keptIn).includes(kept ?? ''));
    cpSync(folder, join(root, 'elsewhere', 'model'), { recursive: true });
    assert.equal(open(context, join(root, 'elsewhere', 'model'), keptIn).model, second.model);
  });

  test('is made anew when the file that was kept is damaged', async (context) => {
    const root = temporaryFolder(context);
    const [folder, keptIn] = [join(root, 'model'), join(root, 'models')];
    writeModelFolder(folder, smallBert());
    const embedder = open(context, folder, keptIn);
    const vectors = await embedder.embed(TEXTS, memory);
    await embedder.close();
    appendFileSync(join(keptIn, readdirSync(keptIn)[0] ?? ''), 'x');
    const again = open(context, folder, keptIn);
    await assert.rejects(again.embed(TEXTS, memory), { code: 'embedder_failed' });
    assert.deepEqual(await again.embed(TEXTS, memory), vectors);
  });

  test('closes while it is read', async (context) => {
    const root = temporaryFolder(context);
    writeModelFolder(join(root, 'model'), smallBert());
    const embedder = open(context, join(root, 'model'), join(root, 'models'));
    const call = assert.rejects(embedder.embed(TEXTS, memory));
    await embedder.close();
    await call;
    await assert.rejects(embedder.embed(TEXTS, memory), { code: 'cancelled' });
  });
});

suite('a folder that Cairn cannot use', () => {
  const cases: [string, (folder: string) => void, string, RegExp][] = [
    ['is not there', (folder) => rmSync(folder, { recursive: true }), 'embedder_failed', /no config\.json/],
    ['has no weights', (folder) => rmSync(join(folder, 'model.safetensors')), 'embedder_failed', /weights/],
    ['holds another kind of model', write('config.json', { model_type: 'mpnet' }), 'unsupported', /kind mpnet/],
    ['has other activations', write('config.json', { hidden_act: 'silu' }), 'unsupported', /silu/],
    [
      'has relative positions',
      write('config.json', { position_embedding_type: 'relative_key' }),
      'unsupported',
      /relative/,
    ],
    ['has no sizes', write('config.json', {}), 'unsupported', /without num_hidden_layers/],
    ['pools otherwise', write('1_Pooling/config.json', { pooling_mode_max_tokens: true }), 'unsupported', /max_tokens/],
    [
      'has one more layer',
      write('modules.json', [{ type: 'sentence_transformers.models.Dense' }]),
      'unsupported',
      /Dense/,
    ],
  ];
  for (const [what, spoil, code, message] of cases) {
    test(`because it ${what} says so at once, with a fix`, (context) => {
      const folder = join(temporaryFolder(context), 'model');
      writeModelFolder(folder, smallBert());
      spoil(folder);
      const options = { folder, keptIn: folder, entry };
      assert.throws(() => openFolderEmbedder(options), { code, message, fix: /\w/ });
    });
  }

  const later: [string, (folder: string) => void, RegExp][] = [
    ['has weights of another shape', (folder) => writeModelFolder(folder, smallBert(), { hidden_size: 64 }), /numbers/],
    [
      'has damaged weights',
      (folder) => writeFileSync(join(folder, 'model.safetensors'), 'x'.repeat(100)),
      /safetensors/,
    ],
    [
      'has words without weights',
      (folder) => appendFileSync(join(folder, 'vocab.txt'), 'more\n'),
      /ids up to 14, its weights 14/,
    ],
    ['has no tokenizer', (folder) => rmSync(join(folder, 'vocab.txt')), /neither tokenizer\.json nor vocab\.txt/],
  ];
  for (const [what, spoil, message] of later) {
    test(`because it ${what} says so with the first call, with a fix`, async (context) => {
      const root = temporaryFolder(context);
      const folder = join(root, 'model');
      writeModelFolder(folder, smallBert());
      spoil(folder);
      const embedder = open(context, folder, join(root, 'models'));
      await assert.rejects(embedder.embed(['a'], memory), { code: 'embedder_failed', message, fix: /\w/ });
      assert.throws(() => readdirSync(join(root, 'models')));
    });
  }
});

function write(name: string, value: unknown): (folder: string) => void {
  return (folder) => writeFileSync(join(folder, name), JSON.stringify(value));
}
