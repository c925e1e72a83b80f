import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { agedMiddle, wholeLength, wholeTokens } from '../../src/core/aged-text.ts';
import type { StoredEvent, ToolEnd } from '../../src/core/event.ts';
import { countTokens } from '../../src/core/tokens.ts';
import { agedOutput } from '../../src/derive/age-output.ts';
import { deriveEvent } from '../../src/derive/derive-event.ts';
import { shinglesOf } from '../../src/derive/shingles.ts';
import { makeEvent, toolEnd } from './make-event.ts';

type Run = StoredEvent & { body: ToolEnd };
const runOf = (output: string, tool = 'Bash', input: ToolEnd['input'] = { command: 'cat pump.txt' }): Run =>
  makeEvent(toolEnd(tool, input, { output })) as Run;
const nothing = (): boolean => false;
const LINE = 'the valve of the pump opens when the pressure is high enough';
const long = Array.from({ length: 200 }, (_, i) => `${LINE} at step ${i}`).join('\n');

test('keeps head, tail and what is said again, and tells how much went', () => {
  const said = 'Nobody may ever open the zirconium valve by hand.';
  const output = long.replace(`${LINE} at step 100`, said);
  const says = new Set(shinglesOf(said, 1_000));
  const aged = agedOutput([{ event: runOf(output), says: (shingle) => says.has(shingle) }]) ?? '';
  assert.ok(aged.length < 3_000 && aged.includes(said));
  assert.ok(aged.startsWith(output.slice(0, 1_200)) && aged.endsWith(output.slice(-1_200)));
  assert.deepEqual([wholeTokens(aged), wholeTokens(output)], [countTokens(output), countTokens(output)]);
  assert.deepEqual([wholeLength(output), agedMiddle(output)], [output.length, undefined]);
  assert.equal(agedOutput([{ event: runOf(aged), says: nothing }]), undefined);
});

test('a cut does not go through the mark of a secret', () => {
  const mark = '[redacted:github-token]';
  fc.assert(
    fc.property(fc.integer({ min: 1_201 - mark.length, max: 1_199 }), (at) => {
      const output = `${long.slice(0, at)}${mark}${long.slice(at, 9_000 - at)}${mark}${long.slice(9_000 - at, 9_000)}`;
      const aged = agedOutput([{ event: runOf(output), says: nothing }]) ?? '';
      assert.deepEqual([aged.split(mark).length, aged.split('[redacted').length], [3, 3]);
      assert.ok(aged.length < 3_000 && aged.endsWith(long.slice(9_000 - at, 9_000)));
    }),
  );
});

test('leaves short outputs, those said again for the most part, and those that another run needs', () => {
  assert.equal(agedOutput([{ event: runOf(long.slice(0, 2_500)), says: nothing }]), undefined);
  assert.equal(agedOutput([{ event: runOf(long), says: () => true }]), undefined);
  assert.equal(agedOutput([]), undefined);
});

test('what the rules make of a run is the same without the middle, whatever it gave back', () => {
  const words = fc.constantFrom(
    LINE,
    '✖ opens late (2ms)',
    'not ok 3 - opens',
    'error: no valve',
    '  at a.ts:3',
    '',
    '\r x',
    'zwölf 水',
  );
  const outputs = fc.array(fc.tuple(words, fc.nat(60)), { minLength: 1, maxLength: 12 });
  const uses = fc.constantFrom(
    ['Bash', { command: 'npm test' }],
    ['Read', { file_path: '/p/a.ts' }],
    ['WebFetch', { url: 'https://a.b' }],
  );
  fc.assert(
    fc.property(outputs, uses, (parts, [tool, input]) => {
      const output = parts.flatMap(([line, n]) => Array.from({ length: n }, (_, i) => `${line} ${i}`)).join('\n');
      const event = runOf(output, tool as string, input as ToolEnd['input']);
      const aged = agedOutput([{ event, says: nothing }]);
      if (aged === undefined) return;
      assert.ok(aged.length < output.length);
      const again = { ...event, body: { ...event.body, output: aged } };
      assert.deepEqual(deriveEvent(again, {}), deriveEvent(event, {}));
    }),
    { numRuns: 200 },
  );
});
