import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownLine, memoryMarkdown } from '../../../src/core/text/memory-markdown.ts';

const at = '2026-11-28T12:00:00.000Z';

test('a title marks nothing up in Markdown: no tag, no link, no picture, no heading of its own', () => {
  const title = '<img src=x onerror=alert(1)> ![a](http://evil.example) [x](javascript:alert(1)) \\[y](z) `c`\n# Top';
  const [heading = '', ...rest] = memoryMarkdown({ id: 'o_1', kind: 'knowledge', at, title, text: 'words' }).split(
    '\n',
  );
  assert.match(heading, /^## .*Top$/);
  assert.ok(!rest.some((line) => line.startsWith('#')));
  // Each character that opens markup has an odd number of backslashes before it, and so stands for itself.
  for (const [, slashes = ''] of heading.slice(3).matchAll(/(\\*)[<>[\]`#]/g)) assert.equal(slashes.length % 2, 1);
  assert.equal(heading.slice(3).replace(/\\(.)/g, '$1'), title.replace('\n', ' '));
});

test('a plain title stays as it is', () => {
  assert.equal(
    markdownLine('We deploy by hand, and never on Fridays (see ADR-7).'),
    'We deploy by hand, and never on Fridays (see ADR-7).',
  );
});
