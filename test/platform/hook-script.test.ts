import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { shellQuote } from '../../src/platform/shell-quote.ts';
import { runProgram } from '../support/run-program.ts';

test('the paths stand in the script as quoted words, and no placeholder is left', () => {
  const parts = { home: "/a b/'c'", node: '/n', app: '/p$x', person: '/a b' };
  const script = renderHookScript("home=@HOME@\nnode=@NODE@\napp=@APP@ a@b.c '$1' @PERSON@", parts);
  assert.equal(script, "home='/a b/'\\''c'\\'''\nnode='/n'\napp='/p$x' a@b.c '$1' '/a b'");
});

test('the times stand in the script in seconds', () => {
  const parts = { home: '/h', node: '/n', app: '/a', person: '/p' };
  const text = '--connect-timeout @CONNECT_S@ --max-time @ANSWER_S@ @SILENT_S@';
  assert.equal(renderHookScript(text, parts), '--connect-timeout 0.05 --max-time 1 30');
  const deadlines = { connectMs: 2_500, answerMs: 60_000, silentMs: 1_200 };
  assert.equal(renderHookScript(text, { ...parts, deadlines }), '--connect-timeout 2.5 --max-time 60 2');
});

test('any text is one word of sh', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => !value.includes('\0'));
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const { stdout } = await runProgram('/bin/sh', ['-c', `printf %s ${shellQuote(value)}`]);
      assert.equal(stdout, value);
    }),
    { numRuns: 25 },
  );
});
