import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../src/core/model/item.ts';
import type { CandidateAnswer, CandidateQuery } from '../../src/store/contract/candidates.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { APP_ROLE, migratePostgres } from '../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { prefixOf } from '../../src/store/postgres/words/stems.ts';
import { ask, cosine, message, SMALL, textOf, vectorOf } from '../store/contract/embedding.ts';
import { makeItem, projectOf, START } from '../store/contract/make.ts';
import { openTemporary } from '../store/sqlite/open-temporary.ts';
import { createDatabase, ENGINES, OWNER, poolOf, type TeamDatabase } from './engines.ts';

const WORDS = [
  ...['retry', 'retries', 'retrying', 'payment', 'payments', 'tests', 'tested', 'running', 'ran', 'failing', 'happy'],
  ...['a', 'of', 'the', 'x1', "don't", 'e-mail', 'CamelCaseName', 'snake_case_name', 'relational', 'oscillators'],
  ...['café', 'naïve', '会议室', 'ФАЙЛ', 'agreed', 'sized', 'generalization', 'sky'],
];
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));
const someItem = fc.record({
  title: text,
  text,
  terms: fc.oneof(fc.constant(''), text),
  kind: fc.constantFrom<Item['kind']>('message', 'summary', 'prompt'),
  isHidden: fc.boolean(),
  project: fc.constantFrom('a', 'b').map(projectOf),
});
const someQuery: fc.Arbitrary<CandidateQuery> = fc.record({
  words: fc.array(word, { maxLength: 6 }),
  phrases: fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  all: fc.boolean(),
  not: fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { maxLength: 1 }),
  filter: fc.constantFrom({}, { project: projectOf('a') }, { hidden: true }, { kinds: ['message' as const] }),
  limit: fc.integer({ min: 1, max: 40 }),
});

/** An answer with ids for items, and scores to nine digits. */
function shown({ candidates, ...answer }: CandidateAnswer): unknown {
  return { ...answer, candidates: candidates.map(({ item, bm25 }) => [item.id, bm25.toPrecision(9)]) };
}

for (const [name, open] of Object.entries(ENGINES)) {
  suite(`${name}: full text`, () => {
    let opened: Promise<TeamDatabase> | undefined;
    let tenants = 0;
    const database = (): Promise<TeamDatabase> => (opened ??= open());

    test('gives the same candidates with the same scores as SQLite', async (t) => {
      const { stores } = await database();
      const plan = fc.tuple(fc.array(someItem, { minLength: 1, maxLength: 60 }), fc.array(someQuery, { maxLength: 8 }));
      await fc.assert(
        fc.asyncProperty(plan, async ([items, queries]) => {
          tenants += 1;
          const [own, other] = [stores.store(`words-${tenants}`), openTemporary(t).store];
          const put = items.map(({ isHidden, ...parts }, i) =>
            makeItem({ name: String(i), at: START + i, ...parts, detail: isHidden ? { hidden: true } : {} }),
          );
          for (const store of [own, other]) await store.items.apply({ derived: [], put });
          for (const query of queries) {
            assert.deepEqual(shown(await own.candidates.query(query)), shown(await other.candidates.query(query)));
          }
        }),
        { numRuns: 30 },
      );
    });

    test('reads the index through functions that give no row of another tenant', async () => {
      const { stores, pool } = await database();
      const put = [makeItem({ text: 'zirconium' })];
      for (const tenant of ['own', 'other']) await stores.store(tenant).items.apply({ derived: [], put });
      const connection = await pool.connect();
      const found = async (tenant: string, asked: string): Promise<unknown[]> => {
        const query = `'${prefixOf(asked, false)}zirconium'`;
        await connection.exec(`BEGIN; SELECT set_config('cairn.tenant', '${tenant}', true)`);
        const counts = await connection.query<{ n: number }>(
          `SELECT (SELECT count(*) FROM cairn.find_words($1::tsquery, NULL)) AS found,
            (SELECT n FROM cairn.count_words(ARRAY[$1::tsquery], 9)) AS counted,
            (SELECT count(*) FROM cairn.some_words(ARRAY[$1::tsquery], 9)) AS some`,
          [query],
        );
        await connection.exec('ROLLBACK');
        return Object.values(counts.rows[0] ?? {});
      };
      try {
        assert.deepEqual(await found('own', 'own'), [1, 1, 1]);
        for (const [tenant, asked] of [
          ['own', 'other'],
          ['other', 'own'],
          ['', 'own'],
        ] as const)
          assert.deepEqual(await found(tenant, asked), [0, 0, 0]);
      } finally {
        connection.release();
      }
    });
  });
}

test('full text uses its index as the server’s role, under row security', async () => {
  const { server, name } = await createDatabase();
  await migratePostgres(poolOf(server, OWNER, name));
  const pool = poolOf(server, APP_ROLE, name);
  const store = (await openPostgresStores({ pool })).store('many');
  const put = Array.from({ length: 3_000 }, (_, i) => makeItem({ name: `${i}`, text: `number${i} of many` }));
  for (let at = 0; at < put.length; at += 500) {
    await store.items.apply({ derived: [], put: put.slice(at, at + 500) });
  }
  server.psql('VACUUM ANALYZE cairn.item_words', name);
  const connection = await pool.connect();
  try {
    await connection.exec("BEGIN; SELECT set_config('cairn.tenant', 'many', true)");
    const scans = async (of: string): Promise<number> => {
      const sql = `SELECT pg_stat_get_xact_numscans('cairn.${of}'::regclass) AS n`;
      return (await connection.query<{ n: number }>(sql, [])).rows[0]?.n ?? 0;
    };
    const before = { index: await scans('item_words_index'), table: await scans('item_words') };
    const sql = 'SELECT seq FROM cairn.find_words($1::tsquery, NULL)';
    const { rows } = await connection.query(sql, [`'${prefixOf('many', false)}number77'`]);
    assert.equal(rows.length, 1);
    assert.equal(await scans('item_words_index'), before.index + 1);
    assert.equal(await scans('item_words'), before.table, 'the table was read from its beginning');
  } finally {
    await connection.exec('ROLLBACK');
    connection.release();
  }
});

/** More items than are all counted and all scored. */
const MANY = 6_500;

test('estimates how many of many items hold a word, and scans many vectors for the nearest', async () => {
  const database = await ENGINES.postgres();
  const store = database.stores.store('many');
  const put = Array.from({ length: MANY }, (_, i) =>
    message(`${i}`, {
      at: START + i,
      text: `number${i} ${i % 4 === 0 ? 'common' : 'other'} ${i % 50 === 0 ? 'seldom' : ''}`,
      project: projectOf(i % 3 === 0 ? 'a' : 'b'),
      author: i % 9 === 0 ? 'person' : 'agent',
    }),
  );
  await store.vectors.useModel(SMALL);
  for (let at = 0; at < MANY; at += 500) {
    const items = put.slice(at, at + 500);
    await store.items.apply({ derived: [], put: items });
    const vectors = items.map((item) => ({ ...item, vector: vectorOf(textOf(item)) }));
    await store.vectors.put(SMALL.name, vectors);
  }
  const words = ['common', 'seldom', 'number77'];
  const { frequency, total } = await store.candidates.query({ words, phrases: [], filter: {}, limit: 5 });
  assert.deepEqual([total, frequency.seldom, frequency.number77], [MANY, MANY / 50, 1]);
  const share = (frequency.common ?? 0) / (MANY / 4);
  assert.ok(share > 0.85 && share < 1.15, `${frequency.common}`);
  for (const filter of [{}, { project: projectOf('a') }, { authors: ['person' as const] }, { since: START + 2_000 }]) {
    const allowed = await store.items.list(filter, { limit: MANY });
    const nearest = allowed
      .map((item) => ({ id: item.id, cosine: cosine(vectorOf('question'), vectorOf(textOf(item))) }))
      .sort((one, other) => other.cosine - one.cosine);
    const answer = await ask(store as Store, 'question', { filter });
    assert.equal(answer.vectors, 'used');
    const found = new Set(answer.candidates.map(({ item }) => item.id));
    assert.equal(found.size, 10);
    // What was rounded to a byte a number may change places with what is as near.
    const least = Math.min(...answer.candidates.map((one) => one.cosine ?? 0));
    assert.ok(nearest.slice(0, 10).every(({ id, cosine: near }) => near < least + 0.02 || found.has(id)));
  }
  await store.items.apply({
    derived: [],
    put: [],
    drop: [...(await ask(store as Store, 'question')).candidates.map(({ item }) => item.id)],
  });
  assert.equal((await ask(store as Store, 'question')).candidates.length, 10, 'of what is left');
});
