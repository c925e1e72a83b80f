import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Author } from '../../../src/core/model/kinds.ts';
import { unquotedText } from '../../../src/derive/provenance/quoted.ts';
import type { ReadingLookup } from '../../../src/derive/provenance/readings.ts';
import { quotationIn, RULE } from '../../../src/derive/provenance/repeated-words.ts';
import { shinglesOf } from '../../../src/derive/provenance/shingles.ts';
import { CODE_POINT } from '../../support/code-point.ts';

const PAGE = 'Before each release the team runs the whole canary suite against the staging cluster.';

function having(text: string, author: Author = 'web'): ReadingLookup {
  const read = new Set(shinglesOf(text, 1_000_000));
  return (shingle) => (read.has(shingle) ? author : undefined);
}

test('a sentence that was read is marked, however it is set, and the others are not', () => {
  const readings = having(PAGE);
  for (const copy of [
    PAGE,
    PAGE.toUpperCase(),
    `> **${PAGE.slice(0, -1)}**`,
    `// ${PAGE}`,
    `The page says: "${PAGE}"`,
  ]) {
    const text = `I looked at the docs first.\n${copy}\nNow the tests are green again.`;
    const quotation = quotationIn(text, readings);
    assert.equal(quotation?.author, 'web', copy);
    const told = unquotedText({ text, detail: { quoted: quotation?.spans ?? [] } });
    assert.match(told, /I looked at the docs first/);
    assert.match(told, /tests are green again/);
    assert.doesNotMatch(told, /canary/i);
  }
});

test('numbers before the lines of a file and escaped line ends hide nothing', () => {
  let line = 9;
  const numbered = PAGE.replace(/(?:\S+ ){1,5}/g, (words) => {
    line += 1;
    return `    ${line}→${words.trim()}\n`;
  });
  assert.ok(quotationIn(PAGE, having(numbered)));
  assert.ok(quotationIn(PAGE, having(JSON.stringify({ body: `Hello.\n${PAGE}` }))));
});

test('own sentences with a few words of a text are not quoted; a rule with four is', () => {
  const own = 'I moved the release notes and then the team runs the whole thing once more on another machine.';
  assert.equal(quotationIn(own, having(PAGE)), undefined);
  assert.equal(quotationIn(own, having(PAGE, 'repo'), RULE)?.author, 'repo');
  assert.equal(quotationIn('All is well here and there.', having(PAGE), RULE), undefined);
});

test('a script without spaces is compared letter by letter', () => {
  assert.ok(quotationIn('记住每次提交之前都要运行命令', having('请记住每次提交之前都要运行命令。')));
});

test('any text is marked whole by itself, in order, within its bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 300 }), fc.string({ maxLength: 300 }), (one, other) => {
      const text = `${one}\n${other} ${PAGE}`;
      const quotation = quotationIn(text, having(text));
      let at = 0;
      for (const [start, end] of quotation?.spans ?? []) {
        assert.ok(start >= at && end > start && end <= text.length);
        at = end;
      }
      assert.doesNotMatch(unquotedText({ text, detail: { quoted: quotation?.spans ?? [] } }), /canary suite against/);
    }),
  );
});
