import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import { isRepeatable, toPostgresError } from '../../../src/platform/postgres/postgres-error.ts';

/** An error as the driver throws it. */
function thrown(code: string, message = 'it failed'): Error {
  return Object.assign(new Error(message), { code });
}

suite('errors of PostgreSQL in Cairn’s words', () => {
  const codes = {
    ECONNREFUSED: 'not_running',
    '08006': 'not_running',
    '57P03': 'not_running',
    '28P01': 'not_allowed',
    '42501': 'not_allowed',
    '25006': 'not_allowed',
    '3D000': 'not_found',
    '53100': 'low_disk',
    '53300': 'busy',
    '40001': 'busy',
    '57014': 'timeout',
    XX001: 'damaged',
    '42P01': 'unsupported',
    '0A000': 'unsupported',
    '55P03': 'busy',
    '22003': 'internal',
    '54000': 'internal',
  };
  for (const [code, own] of Object.entries(codes)) {
    test(`${code} is ${own}`, () => {
      const error = thrown(code);
      const told = toPostgresError(error);
      assert.deepEqual([told.code, told.cause, told.message], [own, error, 'PostgreSQL: it failed']);
    });
  }

  test('a pool without a free connection is busy, one that was cut has no server', () => {
    assert.equal(toPostgresError(new Error('timeout exceeded when trying to connect')).code, 'busy');
    assert.equal(toPostgresError(new Error('Connection terminated unexpectedly')).code, 'not_running');
  });

  test('what met another transaction may be run again, and nothing else', () => {
    assert.deepEqual(
      ['40001', '40P01', '23505'].map((code) => isRepeatable(toPostgresError(thrown(code)))),
      [true, true, false],
    );
    assert.equal(isRepeatable(thrown('40001')), false);
  });

  test('an error in Cairn’s words stays as it is', () => {
    const own = new CairnError('not_found', 'There is none.');
    assert.equal(toPostgresError(own), own);
  });
});
