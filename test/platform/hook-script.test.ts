import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderHookScript, shellQuote } from '../../src/platform/hook-script.ts';
import { runProgram } from '../support/run-program.ts';

test('the paths stand in the script as quoted words, and no placeholder is left', () => {
  const parts = { home: "/a b/'c'", node: '/n', app: '/p$x' };
  const script = renderHookScript("home=@HOME@\nnode=@NODE@\napp=@APP@ a@b.c '$1'", parts);
  assert.equal(script, "home='/a b/'\\''c'\\'''\nnode='/n'\napp='/p$x' a@b.c '$1'");
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
