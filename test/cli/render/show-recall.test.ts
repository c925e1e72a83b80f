import assert from 'node:assert/strict';
import { test } from 'node:test';
import pc from 'picocolors';
import { showRecall } from '../../../src/cli/render/show-recall.ts';
import type { Output } from '../../../src/cli/terminal/output.ts';

const FIRST = 'm_aaaaaaaaaaaaaaaa';
const SECOND = 'p_bbbbbbbbbbbbbbbb';

function shown(text: string, isColored: boolean): string {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  showRecall({ text, notes: [] }, { print, say: print, colors: pc.createColors(isColored) } as unknown as Output);
  return lines.join('\n');
}

test('an answer has a sentence a line, the ids behind its full stop', () => {
  const text = `claude-code said today: “Rounded” [${FIRST}, ${SECOND}]. No reason is on record. It ended done [${SECOND}].`;
  assert.equal(
    shown(text, false),
    `claude-code said today: “Rounded”. [${FIRST}, ${SECOND}]\nNo reason is on record. It ended done. [${SECOND}]`,
  );
});

test('ids are dim on a terminal, brackets of the words told are not', () => {
  assert.equal(
    shown(`It said “a [b]. c” [${FIRST}].`, true),
    `It said “a [b]. c”. ${pc.createColors(true).dim(`[${FIRST}]`)}`,
  );
});

test('says so when there is no answer', () => {
  assert.equal(shown('', false), 'Memory holds nothing about this.');
});
