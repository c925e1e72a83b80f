import assert from 'node:assert/strict';
import { test } from 'node:test';
import { md5Hex } from '../../src/core/hash.ts';
import { matchesTrace } from '../../src/ingest/match-trace.ts';

test('a name that Cursor makes of a path can be that of a folder which a glob names, or of one below it', () => {
  for (const [glob, slug, isMatch] of [
    ['/home/dev/work/secret-corp', 'home-dev-work-secret-corp', true],
    ['/home/dev/work/Secret.Corp/', 'home-dev-work-secret-corp-api', true],
    ['/home/dev/.hidden/corp', 'home-dev--hidden-corp', true],
    ['~/work/secret', 'home-dev-work-secret', true],
    ['secret-*', 'home-dev-work-secret-corp', true],
    ['clients/**/contracts', 'home-dev-clients-globex-contracts-x', true],
    ['/home/dev/work', 'home-dev-workshop', false],
    ['/projects/secret', 'home-dev-projects-secret', false],
    ['!/home/dev/work', 'home-dev-work', false],
    ['~', 'home-dev-work', false],
    ['', 'home-dev-work', false],
  ] as const)
    assert.equal(matchesTrace([glob], { slug }), isMatch, `${glob} ${slug}`);
});

test('a hash of a path is that of a folder which is named whole, also from the home', () => {
  const trace = { md5: md5Hex('/home/dev/work/secret'), home: '/home/dev' };
  for (const glob of ['/home/dev/work/secret', '/home/dev/work/secret/', '~/work/secret'])
    assert.ok(matchesTrace([glob], trace), glob);
  for (const glob of ['/home/dev/work', 'secret', '!/home/dev/work/secret', '/'])
    assert.ok(!matchesTrace([glob], trace));
});
