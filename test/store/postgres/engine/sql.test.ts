import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allOf, joinSql, raw, sql, toQuery } from '../../../../src/store/postgres/engine/sql.ts';

suite('statements for PostgreSQL', () => {
  test('a value becomes a parameter, a part of a statement stays one, and numbers run through', () => {
    const condition = sql`e.kind = ${'prompt'} AND e.seq > ${7}`;
    const query = toQuery(
      sql`SELECT ${raw('e.id')} FROM events AS e WHERE e.tenant_id = ${'acme'} AND ${condition} LIMIT ${9}`,
    );
    assert.deepEqual(query, {
      text: 'SELECT e.id FROM events AS e WHERE e.tenant_id = $1 AND e.kind = $2 AND e.seq > $3 LIMIT $4',
      values: ['acme', 'prompt', 7, 9],
    });
  });

  test('parts are joined in their order, and no condition is true', () => {
    assert.deepEqual(toQuery(joinSql([sql`a = ${1}`, raw('b'), sql`c = ${2}`], ' OR ')), {
      text: 'a = $1 OR b OR c = $2',
      values: [1, 2],
    });
    assert.deepEqual(toQuery(allOf([])), { text: 'true', values: [] });
  });

  test('a list is PostgreSQL’s text of an array, whatever its texts hold', () => {
    const { values } = toQuery(
      sql`${['a', 'b"c', 'd\\e', 'f,{g}', '', 'NULL', null]} ${[1, -2]} ${[true, false]} ${[]}`,
    );
    assert.deepEqual(values, ['{"a","b\\"c","d\\\\e","f,{g}","","NULL",NULL}', '{1,-2}', '{true,false}', '{}']);
  });

  test('no text holds what PostgreSQL refuses', () => {
    const { values } = toQuery(sql`${'a\0b'} ${['c\0d']}`);
    assert.deepEqual(values, ['a\ufffdb', '{"c\ufffdd"}']);
  });
});
