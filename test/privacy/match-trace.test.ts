import assert from 'node:assert/strict';
import { test } from 'node:test';
import { md5Hex } from '../../src/core/hash.ts';
import { matchesTrace } from '../../src/privacy/match-trace.ts';

test('a name that Cursor makes of a path can be that of a folder which a glob names, or of one below it', () => {
  for (const [glob, slug, isMatch] of [
    ['/home/ada/work/secret-corp', 'home-ada-work-secret-corp', true],
    ['/home/ada/work/Secret.Corp/', 'home-ada-work-secret-corp-api', true],
    ['/home/ada/.hidden/corp', 'home-ada--hidden-corp', true],
    ['~/work/secret', 'home-ada-work-secret', true],
    ['secret-*', 'home-ada-work-secret-corp', true],
    ['clients/**/contracts', 'home-ada-clients-globex-contracts-x', true],
    ['/home/ada/work', 'home-ada-workshop', false],
    ['/work/secret', 'home-ada-work-secret', false],
    ['!/home/ada/work', 'home-ada-work', false],
    ['~', 'home-ada-work', false],
    ['', 'home-ada-work', false],
  ] as const)
    assert.equal(matchesTrace([glob], { slug }), isMatch, `${glob} ${slug}`);
});

test('a hash of a path is that of a folder which is named whole, also from the home', () => {
  const trace = { md5: md5Hex('/home/ada/work/secret'), home: '/home/ada' };
  for (const glob of ['/home/ada/work/secret', '/home/ada/work/secret/', '~/work/secret'])
    assert.ok(matchesTrace([glob], trace), glob);
  for (const glob of ['/home/ada/work', 'secret', '!/home/ada/work/secret', '/'])
    assert.ok(!matchesTrace([glob], trace));
});
