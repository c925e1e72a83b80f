import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FILTER_NAMES, questionText, readSyntax } from '../../../src/retrieval/query/question-syntax.ts';
import { CODE_POINT } from '../../support/code-point.ts';

test('filters, words that must not be and beginnings are taken out of the text', () => {
  const read = readSyntax('"rate limit" retry -redis -"dead letter" file:src/queue.ts kind:decision,commit ord*');
  assert.deepEqual(read, {
    text: '"rate limit" retry ord*',
    filters: [
      { name: 'file', value: 'src/queue.ts', isNot: false },
      { name: 'kind', value: 'decision,commit', isNot: false },
    ],
    not: [['redis'], ['dead', 'letter']],
    prefixes: ['ord'],
  });
});

test('values stand in quotes when they hold spaces, and lose the mark that ends a question', () => {
  const { filters, text } = readSyntax('what broke? project:"my shop" after:“last week” Agent:codex?');
  assert.deepEqual(
    filters.map(({ name, value }) => [name, value]),
    [
      ['project', 'my shop'],
      ['after', 'last week'],
      ['agent', 'codex'],
    ],
  );
  assert.equal(text, 'what broke?');
});

test('what only looks like syntax stays text', () => {
  for (const question of [
    'std::vector and Session::new',
    'C:\\path\\file.ts',
    'see https://example.com/a?b=c at 12:30',
    'file://host/share',
    'file::name',
    'kind: Deployment',
    'rm -rf node_modules',
    'find . -name "*.ts" -type f | xargs wc',
    'npm run build --workspace web -silent',
    'it returns -1 - why',
    'an em-dash—like -- this',
    'todo:later re:that',
    'src/**/*.ts *.md',
    '`git log -author me`',
    '-',
    '--',
    '"',
    '-"',
    'file:',
    'file:""',
  ]) {
    assert.deepEqual(readSyntax(question), { text: question, filters: [], not: [], prefixes: [] }, question);
  }
});

test('a pasted text of several lines, or a long one, holds no syntax', () => {
  for (const question of ['- one\n-two file:a.ts', `-word ${'long '.repeat(300)}`]) {
    const { filters, not } = readSyntax(question);
    assert.deepEqual([filters, not], [[], []]);
  }
});

test('kinds can be left out; of scripts with short words one character is a word', () => {
  assert.deepEqual(readSyntax('retry -kind:message').filters, [{ name: 'kind', value: 'message', isNot: true }]);
  assert.deepEqual(readSyntax('预订 -会议 -日').not, [['会议'], ['日']]);
  assert.deepEqual(readSyntax('会议 -会议室').not, [['会议', '议室']]);
});

test('what is asked by meaning has neither filters nor marks', () => {
  assert.equal(questionText('why "pnpm" -yarn kind:decision `lockfile`'), 'why pnpm lockfile');
  assert.equal(questionText('kind:decision after:7d'), '');
});

test('anything at all is read within its limits', () => {
  const piece = fc.oneof(
    fc.string({ unit: CODE_POINT }),
    fc.constantFrom('-', '"', '“', '”', '`', ':', '*', ' ', '\n', '\0', ...FILTER_NAMES.map((name) => `${name}:`)),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join('')),
      (question) => {
        const { filters, not, prefixes } = readSyntax(question);
        assert.ok(filters.length <= 12 && not.length <= 12 && prefixes.length <= 4);
        for (const { value } of filters) assert.ok(value.trim() !== '');
        for (const run of not) assert.ok(run.length > 0 && run.every((word) => word !== ''));
      },
    ),
  );
});
