import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { fileChangesOf } from '../../../src/derive/tool/file-changes.ts';

const changes = (tool: string, input: JsonObject, result?: JsonValue) =>
  fileChangesOf({ kind: 'tool.end', tool, input, output: '', success: true, ...(result !== undefined && { result }) });

test('an edit is its text before and after; equal ones are none', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: 'c' },
  ];
  assert.deepEqual(changes('MultiEdit', { file_path: '/p/a.ts', edits }), [
    { path: '/p/a.ts', hunks: [{ before: 'a', after: 'b' }] },
  ]);
  assert.deepEqual(changes('Write', { file_path: 'a.ts', content: 'x\n' }), [
    { path: 'a.ts', hunks: [{ before: '', after: 'x\n', newLine: 1 }] },
  ]);
  assert.deepEqual(changes('Bash', { command: 'ls' }), []);
  assert.deepEqual(changes('Read', { file_path: 'a.ts' }), []);
});

test('a patch that the agent reported has its lines and their context', () => {
  const result = { structuredPatch: [{ oldStart: 4, newStart: 5, lines: [' one', '-two', '+three', '+four'] }] };
  assert.deepEqual(changes('Edit', { file_path: 'a.ts', old_string: 'two', new_string: 'three\nfour' }, result), [
    { path: 'a.ts', hunks: [{ before: 'one\ntwo', after: 'one\nthree\nfour', line: 4, newLine: 5 }] },
  ]);
});

test('a patch of several files is read file by file, in both forms', () => {
  const patch = [
    '*** Begin Patch',
    '*** Update File: src/a.ts',
    '@@ function a',
    ' keep',
    '-old',
    '+new',
    '*** Add File: src/b.ts',
    '+one',
    '*** End Patch',
  ].join('\n');
  assert.deepEqual(changes('apply_patch', { input: patch }), [
    { path: 'src/a.ts', hunks: [{ before: 'keep\nold', after: 'keep\nnew' }] },
    { path: 'src/b.ts', hunks: [{ before: '', after: 'one' }] },
  ]);
  const unified = ['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -3,2 +3,2 @@', ' keep', '-old', '+new'].join('\n');
  assert.deepEqual(changes('apply_patch', { input: unified }), [
    { path: 'src/a.ts', hunks: [{ before: 'keep\nold', after: 'keep\nnew', line: 3, newLine: 3 }] },
  ]);
});
