import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolEnd } from '../../src/agents/shared/dialects/claude-tool-result.ts';
import { fileHash } from '../../src/core/file-hash.ts';
import type { JsonObject } from '../../src/core/json.ts';

const hashOf = (tool: string, input: JsonObject, result?: JsonObject): string | undefined =>
  toolEnd({ tool, input, output: '', failed: false, result }).fileHash;

test('a file that was written as a whole has the hash of what was written', () => {
  assert.equal(hashOf('Write', { file_path: '/w/a.ts', content: 'one\n' }), fileHash('one'));
  assert.equal(hashOf('create_file', { path: 'a.ts', file_text: 'one' }), fileHash('one'));
  const input = { file_path: '/w/a.ts', content: 'one\n' };
  assert.equal(toolEnd({ tool: 'Write', input, output: '', failed: true }).fileHash, undefined);
  assert.equal(hashOf('fs_append', { path: 'a.ts', content: 'one' }), undefined);
  assert.equal(hashOf('mcp__notes__send', { content: 'one' }), undefined);
});

test('a file that was read has one when all of it was read', () => {
  const file = { filePath: '/w/a.ts', content: 'one\ntwo', startLine: 1, numLines: 2, totalLines: 2 };
  assert.equal(hashOf('Read', { file_path: '/w/a.ts' }, { type: 'text', file }), fileHash('one\ntwo\n'));
  for (const part of [{ startLine: 2 }, { totalLines: 9 }, { content: 7 }]) {
    assert.equal(hashOf('Read', { file_path: '/w/a.ts' }, { type: 'text', file: { ...file, ...part } }), undefined);
  }
});

test('an edited file has the hash of the original with the edits applied', () => {
  const edit = { file_path: '/w/a.ts', old_string: 'b', new_string: '$&c' };
  assert.equal(hashOf('Edit', edit, { originalFile: 'abab' }), fileHash('a$&cab'));
  assert.equal(hashOf('Edit', { ...edit, replace_all: true }, { originalFile: 'abab' }), fileHash('a$&ca$&c'));
  assert.equal(
    hashOf('MultiEdit', { edits: [edit, { old_string: 'c', new_string: 'd' }] }, { originalFile: 'ab' }),
    fileHash('a$&d'),
  );
  assert.equal(hashOf('Edit', edit, { originalFile: 'xyz' }), undefined);
  assert.equal(hashOf('Edit', edit, { originalFile: 'ab', userModified: true }), undefined);
  assert.equal(hashOf('Edit', edit, {}), undefined);
});

test('a text longer than a megabyte has none', () => {
  assert.equal(hashOf('Write', { file_path: '/w/a.ts', content: 'x'.repeat(1024 * 1024 + 1) }), undefined);
});
