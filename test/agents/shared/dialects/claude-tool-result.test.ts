import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { textOfContent, textOfResult, toolEnd } from '../../../../src/agents/shared/dialects/claude-tool-result.ts';

const CALL = { tool: 'Bash', input: {}, failed: false };

suite('the end of a tool call', () => {
  test('has the exit code of a failure', () => {
    assert.equal(toolEnd({ ...CALL, output: 'Exit code 127\nnot found', failed: true }).exitCode, 127);
    assert.equal(toolEnd({ ...CALL, output: 'Exit code 1 is what I print' }).exitCode, undefined);
  });

  test('says when a person stopped it', () => {
    const stopped = "The user doesn't want to proceed with this tool use.";
    assert.equal(toolEnd({ ...CALL, output: stopped, failed: true }).interrupted, true);
    assert.equal(toolEnd({ ...CALL, output: '', result: { interrupted: true } }).interrupted, true);
    assert.equal(toolEnd({ ...CALL, output: stopped }).interrupted, undefined);
  });

  test('keeps a structured result, slim, and no plain text as one', () => {
    const result = { id: 7, task: { id: '3' }, text: 'x'.repeat(3_000), list: [{ base64: 'AAAA', type: 'image/png' }] };
    assert.deepEqual(toolEnd({ ...CALL, output: '', result }).result, {
      id: 7,
      task: { id: '3' },
      text: '[text, 3000 characters]',
      list: ['[image/png, 3 bytes]'],
    });
    assert.equal('result' in toolEnd({ ...CALL, output: 'x', result: 'Error: x' }), false);
  });
});

test('the text of content is its texts, with marks for what is none', () => {
  assert.equal(textOfContent('plain'), 'plain');
  assert.equal(textOfContent(7), '');
  assert.equal(
    textOfContent([
      { type: 'text', text: 'one' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAA=' } },
      { type: 'image', mimeType: '<script>', data: 'AAAA' },
      { type: 'resource', resource: { text: 'two' } },
      { type: 'tool_reference' },
      'odd',
    ]),
    'one\n[image/png, 2 bytes]\n[binary, 3 bytes]\ntwo\n[tool_reference]',
  );
});

test('the text of a result is what it printed, read or found', () => {
  assert.equal(textOfResult({ stdout: 'a', stderr: 'b' }), 'a\nb');
  assert.equal(textOfResult({ file: { content: 'c' } }), 'c');
  assert.equal(textOfResult({ result: 'd', bytes: 1 }), 'd');
  assert.equal(textOfResult({ content: [{ type: 'text', text: 'e' }] }), 'e');
  assert.equal(textOfResult([{ type: 'text', text: 'f' }]), 'f');
  assert.equal(textOfResult(undefined), '');
});
