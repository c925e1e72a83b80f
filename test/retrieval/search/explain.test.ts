import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { withWhyTable } from '../../../scripts/docs/with-why-table.ts';
import type { Hit } from '../../../src/api/answers.ts';
import { searchItems } from '../../../src/retrieval/search/search.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, edited, openTestStore, ROOT, ran, SHOP, said, tellSession } from '../fill-store.ts';

const AT = Date.UTC(2026, 0, 7, 12);
const NOW = Date.UTC(2026, 0, 10, 12);

async function fill(store: Store): Promise<void> {
  await tellSession(store, {
    name: 'checkout',
    at: AT,
    bodies: [
      asked('The pool of postgres connections runs dry: raise the timeout'),
      edited('src/pool.ts'),
      ran('npm test', 1, 'TimeoutError: pool is empty'),
      said('The pool had five connections. It has twenty now, and the timeout is a minute.'),
      edited('src/pool.ts'),
    ],
  });
  await tellSession(store, { name: 'pages', at: AT, bodies: [asked('Paint the landing page blue')] });
}

async function explained(store: Store, query: string, over = {}): Promise<Hit[]> {
  return (await searchItems(store, { filter: {}, query, explain: true, near: SHOP, ...over }, NOW)).hits;
}

test('the reasons come to the score, as the parts do, the strongest first', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const words = fc.constantFrom(
    'pool',
    'timeout',
    'blue',
    'src/pool.ts',
    '"landing page"',
    'latest',
    'yesterday',
    'the',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 5 }), async (asking) => {
      for (const { score, why = {}, reasons = [] } of await explained(store, asking.join(' '))) {
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
        assert.equal(sum(Object.values(why)).toFixed(3), score.toFixed(3));
        assert.ok(Math.abs(sum(reasons.map((one) => one.score)) - score) < 0.0051);
        const sizes = reasons.slice(0, -1).map((one) => Math.abs(one.score));
        assert.deepEqual(
          sizes,
          sizes.toSorted((one, other) => other - one),
        );
      }
    }),
    { numRuns: 40 },
  );
});

test('one sentence says which words it holds, what it is, how old, and what tells against it', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const hits = await explained(store, 'postgres pool timeouts');
  const prompt = hits.find(({ kind }) => kind === 'prompt');
  assert.match(
    prompt?.whyText ?? '',
    /^Holds "postgres", "(?:pool|timeouts)" and "(?:pool|timeouts)"; .*prompt; 3 days old\.$/,
  );
  const failed = hits.find(({ title }) => title.startsWith('npm test'));
  assert.match(failed?.whyText ?? '', /^Holds "timeouts" and "pool"; .*; a failed command; 3 days old\.$/);
  const read = { kind: 'tool.end', tool: 'Read', input: { file_path: `${ROOT}/src/pool.ts` }, success: true } as const;
  await tellSession(store, {
    name: 'earlier',
    at: AT - 60_000,
    bodies: [{ ...read, output: 'export const size = 5;' }],
  });
  const [old] = (await explained(store, 'src/pool.ts')).filter(({ title }) => title === 'Read src/pool.ts');
  assert.match(
    old?.whyText ?? '',
    /; a file that was read; file changed since, 2026-01-07, o_[a-z2-7]{16}; 3 days old\.$/,
  );
});

test('what the question names by its id says so', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const [item] = await store.items.list({ kinds: ['prompt'] }, { limit: 1 });
  const [named, session] = await explained(store, `${item?.id} ${item?.session}`);
  for (const hit of [named, session]) assert.match(hit?.whyText ?? '', /^The question names it by its id[.;]/);
});

test('nothing is explained that was not asked for', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const [hit] = (await searchItems(store, { filter: {}, query: 'pool' }, NOW)).hits;
  assert.deepEqual([hit?.why, hit?.whyText, hit?.reasons], [undefined, undefined, undefined]);
});

test('docs/search.md says what each part of a score is: node scripts/write-search-docs.ts', () => {
  const page = readFileSync(new URL('../../../docs/search.md', import.meta.url), 'utf8');
  assert.equal(page, withWhyTable(page));
});
