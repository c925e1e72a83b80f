// The pages hang together: each is in the navigation, and each link leads to a file and a heading that exist.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { SECTIONS } from '../../docs/.vitepress/sidebar.ts';
import { anchorsOf, docsPages, ROOT, textOf } from './pages.ts';

const listed = SECTIONS.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages.map(({ path }) => path)));

test('the navigation names every page once, and no other file', () => {
  const own = docsPages().filter((path) => path !== 'docs/index.md' && !path.startsWith('docs/agents/'));
  assert.deepEqual([...listed].filter((path) => path.startsWith('docs/')).sort(), own);
  for (const path of listed) assert.ok(existsSync(`${ROOT}${path}`), path);
});

for (const path of [...docsPages(), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']) {
  test(`every link of ${path} leads somewhere`, () => {
    const page = textOf(path)
      .replace(/^```.*?^```/gms, '')
      .replace(/`[^`\n]*`/g, '');
    for (const [, href = ''] of page.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:[a-z]+:|\/)/i.test(href)) continue;
      const [file = '', anchor] = href.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      assert.ok(existsSync(`${ROOT}${target}`), href);
      if (anchor !== undefined && target.endsWith('.md')) assert.ok(anchorsOf(textOf(target)).has(anchor), href);
    }
  });
}
