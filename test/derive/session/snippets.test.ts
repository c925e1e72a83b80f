import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../../src/core/model/item.ts';
import { withDetail } from '../../../src/core/model/item.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { asks, edits, foldedFrom, type Happening, itemsOf, says, writes } from './session-items.ts';

const CODE = 'export function total(lines: Line[]): number {\n  return lines.reduce(add, 0);\n}\n';
const snippetsOf = (...happenings: Happening[]): Item[] =>
  foldedFrom(itemsOf(asks('Write the code of the invoice'), ...happenings)).filter(({ kind }) => kind === 'snippet');

test('code of an answer is kept with the language of its fence', () => {
  const [snippet] = snippetsOf(
    says(`Do it so:\n\`\`\`python\ndef total(lines):\n    rows = list(lines)\n    return sum(rows)\n\`\`\`\n`),
  );
  assert.deepEqual(flatDetail(snippet).snippet, { language: 'python', why: 'shown in an answer' });
  assert.equal(snippet?.title, 'total in an answer');
  assert.equal(snippet?.text, 'def total(lines):\n    rows = list(lines)\n    return sum(rows)');
});

test('what a later change takes away, or writes anew, is not kept', () => {
  assert.equal(snippetsOf(edits('src/a.ts', CODE, '')).length, 1);
  assert.equal(snippetsOf(edits('src/a.ts', CODE, ''), edits('src/a.ts', '', CODE)).length, 0);
  const [last, ...rest] = snippetsOf(writes('src/a.ts', CODE), writes('src/a.ts', CODE.replace('total', 'sum')));
  assert.deepEqual([last?.title, rest.length], ['sum in src/a.ts', 0]);
});

test('code begins at the margin, and lines that stand in what was read stay marked', () => {
  const items = itemsOf(edits('src/a.ts', `    old();\n  }\n\n  ${CODE.trim().replaceAll('\n', '\n  ')}\n`, ''));
  const marked = items.map((item) => {
    const start = item.text.indexOf('+    return');
    return withDetail(item, { quoted: [[start, start + 12]] });
  });
  const snippet = foldedFrom([...itemsOf(asks('Write it')), ...marked]).find(({ kind }) => kind === 'snippet');
  assert.equal(snippet?.text, CODE.trim());
  const [[from, to] = [0, 0]] = snippet?.detail.quoted ?? [];
  assert.equal(snippet?.text.slice(from, to), '  return lines.reduce(add, 0);');
});

test('files that are not code leave none, and no session more than eight of at most 1,200 characters', () => {
  assert.deepEqual(snippetsOf(writes('notes.md', `${CODE}\n`), writes('data.json', '{\n"a": 1,\n"b": 2\n}')), []);
  const long = 'const x = compute(1);\n'.repeat(60);
  const many = snippetsOf(
    ...Array.from({ length: 60 }, (_, at) => writes(`src/f${at}.ts`, `export function f${at}() {\n${long}}\n`)),
  );
  assert.equal(many.length, 8);
  assert.ok(many.every(({ text }) => text.length <= 1_200));
});
