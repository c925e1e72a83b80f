import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { commandLine, commandToRepeat } from '../../../src/cli/terminal/command-line.ts';
import { CODE_POINT } from '../../support/code-point.ts';

test('says a command again with all that narrows it and without what answers its question', () => {
  const options = {
    olderThan: '180d',
    project: "/home/jo/it's here",
    kind: ['observation', 'prompt'],
    now: true,
    keep: undefined,
    yes: true,
    confirm: 'abc',
    dryRun: true,
    json: true,
  };
  assert.equal(
    commandToRepeat('prune', { args: [], options }),
    "cairn prune --older-than 180d --project '/home/jo/it'\\''s here' --kind observation --kind prompt --now",
  );
});

test('leaves plain words as they are and quotes the others', () => {
  const line = commandToRepeat('import', {
    args: ['/a b', './c', '$HOME', '', 'é'],
    options: { since: '2026-01-02T03:04:05Z' },
  });
  assert.equal(line, "cairn import '/a b' ./c '$HOME' '' 'é' --since 2026-01-02T03:04:05Z");
});

test('a shell reads back every word as it was', () => {
  const word = fc.string({ unit: CODE_POINT, maxLength: 12 }).map((text) => text.replace(/[\0\ud800-\udfff]/g, ''));
  const read = (line: string): string[] =>
    execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
      assert.deepEqual(read(commandLine(words)), words);
    }),
    { numRuns: 30 },
  );
});
