import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIssueName, issueAsked, issuesIn } from '../../../src/core/text/issue-names.ts';

const NAMED: readonly (readonly [text: string, issues: string])[] = [
  ['closes #12, see Acme/Shop#7', '#12 acme/shop#7'],
  ['Fixes https://github.com/acme/shop/issues/3#issuecomment-99, not /pull/4', 'acme/shop#3'],
  [
    'https://github.com/acme/shop/pull/99/files and https://git.acme.example:8443/acme/shop/pulls/5',
    'acme/shop#99 acme/shop#5',
  ],
  ['https://gitlab.com/group/sub/shop/-/merge_requests/4 after group/shop!3', 'group/sub/shop!4 group/shop!3'],
  ['https://gitlab.example/group/shop/-/issues/8', 'group/shop#8'],
  ['https://acme.atlassian.net/browse/SHOP-41?focus=1 https://linear.app/acme/issue/ENG-5/a-title', 'SHOP-41 ENG-5'],
  ['Work on SHOP-12 in feature/ENG-9-refunds', 'SHOP-12 ENG-9'],
  ['Review PR 45 and issue #46, MR !8, pull request 47; GH-77', '#45 #46 !8 #47 #77'],
  ['Merge pull request #14 from acme/fix', '#14'],
  ['Refunds (#31)', '#31'],
  ['#142 fails again. #142!', '#142'],
];
const NOT_NAMED: readonly string[] = [
  'UTF-8, SHA-256, RFC-7231, GPT-4, HTTP-404, STEP-2, CVE-2024-1234',
  'take option #2, in step #3 of test #4',
  'color: #333; background #123456',
  '#1 write the test\n#2 make it pass',
  '```sh\n# see\n#12 of the output\n```',
  'an anchor page#12, an entity &#123; a hash #12ab, 12#13',
  'https://example.org/docs/12#34 and https://example.org/ABC-12',
  'v1.2-3 X-1 abc-12 ABC-012',
  '',
];

for (const [text, issues] of NAMED) {
  test(`names ${issues}: ${text}`, () => assert.equal(issuesIn(text).join(' '), issues));
}

for (const text of NOT_NAMED) {
  test(`names none: ${JSON.stringify(text)}`, () => assert.deepEqual(issuesIn(text), []));
}

test('takes an issue as it is asked for, and nothing else', () => {
  const asked = ['12', '#12', ' shop-7 ', 'Acme/Shop#3', 'https://github.com/Acme/Shop/pull/3', 'GH-9', 'refunds', ''];
  const names = ['#12', '#12', 'SHOP-7', 'acme/shop#3', 'acme/shop#3', '#9', undefined, undefined];
  assert.deepEqual(asked.map(issueAsked), names);
  assert.deepEqual(['#12', 'a/b#1', 'a/b/c!2', 'ABC-1'].map(isIssueName), [true, true, true, true]);
  assert.deepEqual(['testing', 'version-control', '#a', 'a/b'].map(isIssueName), [false, false, false, false]);
});

test('names at most twelve of a long text, and reads it in a moment', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `#${at + 10}`).join(' ');
  assert.equal(issuesIn(many).length, 12);
  for (const hostile of [
    'a/'.repeat(40_000),
    'https://a/'.repeat(8_000),
    '```\n'.repeat(20_000),
    'AB-'.repeat(30_000),
  ]) {
    assert.deepEqual(issuesIn(hostile), []);
  }
});
