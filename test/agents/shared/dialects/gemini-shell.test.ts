import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readShellAnswer, readShellRun } from '../../../../src/agents/shared/dialects/gemini-shell.ts';

test('a shell’s answer is what was printed, and its exit code where one is told', () => {
  const labels = 'Error: (none)\nExit Code: 7\nSignal: (none)\nProcess Group PGID: (none)';
  const qwen = `Command: a\nb\nDirectory: (root)\nOutput: one\ntwo\n${labels}\n\nof a hook\n\nExit Code: 9`;
  assert.deepEqual(readShellAnswer(qwen), { output: 'one\ntwo', exitCode: 7 });
  assert.deepEqual(readShellAnswer('Output: one\nProcess Group PGID: 12'), { output: 'one' });
  assert.deepEqual(readShellAnswer('Output: (empty)\nExit Code: 1'), { output: '', exitCode: 1 });
  assert.deepEqual(readShellAnswer('Output: Exit Code: 3\nError: no\nExit Code: 1\nSignal: 9'), {
    output: 'Exit Code: 3\nError: no',
    exitCode: 1,
  });
});

test('a text of another form is its own output', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.startsWith('Output: '));
      assert.deepEqual(readShellAnswer(text), { output: text });
    }),
  );
});

test('a command that the person ran is a call, and no prompt', () => {
  const told = (command: string, output: string): string =>
    `I ran the following shell command:\n\`\`\`sh\n${command}\n\`\`\`\n\nThis produced the following result:\n\`\`\`\n${output}\n\`\`\``;
  const end = { kind: 'tool.end', tool: 'run_shell_command', success: true };
  for (const [command, output] of [
    ['cat .env', 'MAIL=x'],
    ['cat <<E\na\nE', 'a\n```\nb\n```\nThis produced the following result:\n```\nc'],
    ['true', ''],
  ] as const) {
    assert.deepEqual(readShellRun(told(command, output)), { ...end, input: { command }, output });
  }
  for (const text of ['I ran the following shell command: ls', `See: ${told('ls', 'a')}`, 'Fix it.']) {
    assert.equal(readShellRun(text), undefined);
  }
});
