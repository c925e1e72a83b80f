import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { CairnError, toCairnError } from '../../src/core/errors.ts';

test('a write that the system refused because the disk or a quota is full says so, with what helps', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    const told = toCairnError(Object.assign(new Error(`${code}: write`), { code, path: '/home/ada/file' }));
    const { message, fix } = told;
    assert.deepEqual(
      { code: told.code, message, fix },
      { code: 'low_disk', message: '/home/ada/file is on a disk that is full.', fix: 'Free some space on that disk.' },
    );
  }
});

test('a file without access names a command that shows whose it is, for any name', () => {
  const told = toCairnError(Object.assign(new Error('EACCES: open'), { code: 'EACCES', path: "/srv/a; it's" }));
  const { code, fix } = told;
  assert.deepEqual([code, fix?.split(': ').at(-1)], ['unwritable', `ls -ld '/srv/a; it'\\''s'`]);
});

test('any other error is internal and keeps its words; an error of Cairn stays as it is', () => {
  const missing = refusalOf(() => writeFileSync('/no/such/folder/file', 'x'));
  const { code, message, cause } = toCairnError(missing);
  assert.deepEqual({ code, message, cause }, { code: 'internal', message: (missing as Error).message, cause: missing });
  const own = new CairnError('not_found', 'There is none.');
  assert.equal(toCairnError(own), own);
  assert.equal(toCairnError('words').message, 'words');
});

function refusalOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  assert.fail('nothing was refused');
}
