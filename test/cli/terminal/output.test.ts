import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CliIo } from '../../../src/cli/terminal/cli-io.ts';
import { createOutput } from '../../../src/cli/terminal/output.ts';
import { CairnError } from '../../../src/core/errors.ts';

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

test('on a terminal an error names the command that tells more of its code, elsewhere it does not', () => {
  const said = (isTTY: boolean): string => {
    const parts: string[] = [];
    const stream = { write: (text: string) => parts.push(text), isTTY };
    const io = { stdout: stream, stderr: stream, env: { NO_COLOR: '1' } } as unknown as CliIo;
    createOutput(io, { json: false }).error(
      new CairnError('not_found', 'There is no memory o_x.', { fix: 'cairn search' }),
    );
    return parts.join('');
  };
  assert.match(said(true), /fix: {3}cairn search\nmore: {2}cairn help not_found\n$/);
  assert.match(said(false), /fix: {3}cairn search\n$/);
});
