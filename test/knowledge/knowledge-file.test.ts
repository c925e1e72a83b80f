import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KNOWLEDGE_KINDS } from '../../src/core/model/kinds.ts';
import {
  contentHash,
  type KnowledgeFile,
  knowledgeFileName,
  parseKnowledgeFile,
  renderKnowledgeFile,
} from '../../src/knowledge/knowledge-file.ts';

const WORDS = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/^[<=>]{7}|\0|\r/m.test(text));
const FILES: fc.Arbitrary<KnowledgeFile> = fc
  .record(
    {
      kind: fc.constantFrom(...KNOWLEDGE_KINDS, 'note' as const),
      text: WORDS.map((text) => text.trim()).filter((text) => !text.startsWith('\uFEFF')),
      id: fc.constant('o_abcdefghijklmnop'),
      at: fc.integer({ min: 0, max: 2_000_000_000_000 }),
      title: WORDS,
      by: WORDS,
      reason: WORDS,
      alternatives: fc.array(WORDS, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['kind', 'text'], noNullPrototype: true },
  )
  .map((file) => file as KnowledgeFile);

test('what is written is read again as it was', () => {
  fc.assert(fc.property(FILES, (file) => assert.deepEqual(parseKnowledgeFile(renderKnowledgeFile(file)), file)));
});

test('a file without front matter is its words; what its author writes in it never throws', () => {
  assert.deepEqual(parseKnowledgeFile('Never log card numbers.\r\n'), {
    kind: 'constraint',
    text: 'Never log card numbers.',
  });
  fc.assert(fc.property(fc.string(), (text) => void parseKnowledgeFile(`---\n${text}\n---\nx`)));
  assert.equal(parseKnowledgeFile('a\0b'), 'is no text');
});

test('who shared it and when changes nothing of what it says', () => {
  const file: KnowledgeFile = { kind: 'note', text: 'One.' };
  assert.equal(contentHash({ ...file, by: 'Ada', at: 1, id: 'o_abcdefghijklmnop' }), contentHash(file));
  assert.notEqual(contentHash({ ...file, reason: 'why' }), contentHash(file));
});

test('the name of a file is safe on every system, and no other memory has it', () => {
  const name = (title: string): string => knowledgeFileName({ id: 'o_abcdefghijklmnop', title });
  assert.equal(name('../../etc/passwd: caf\u00e9?'), 'etc-passwd-cafe-ijklmnop.md');
  assert.equal(name('\u65e5\u672c'), 'ijklmnop.md');
  assert.match(name('x'.repeat(500)), /^x{48}-ijklmnop\.md$/);
});
