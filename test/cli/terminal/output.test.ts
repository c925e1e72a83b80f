import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CliIo } from '../../../src/cli/terminal/cli-io.ts';
import { createOutput } from '../../../src/cli/terminal/output.ts';

test('JSON holds nothing that a terminal obeys, and says the same', () => {
  const parts: string[] = [];
  const stream = { write: (text: string) => parts.push(text) };
  const io = { stdout: stream, stderr: stream, env: {} } as unknown as CliIo;
  const value = { title: '\u009b31mred \u202etxt.exe\u202c \u001b[2J \u2066x\u2069 é 記' };
  createOutput(io, { json: true }).json(value);
  const written = parts.join('');
  assert.doesNotMatch(written, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  assert.match(written, /é 記/);
  assert.deepEqual(JSON.parse(written), value);
});
