import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileHash } from '../../../src/core/file-hash.ts';
import { openChecker, PROOF_LIMITS } from '../../../src/retrieval/proof/check-claims.ts';
import type { DiskClaim, Verdict } from '../../../src/retrieval/proof/disk-claim.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function checkout(t: TestContext, texts: Record<string, string>) {
  const root = realpathSync(temporaryFolder(t));
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const check = (claim: DiskClaim): Verdict | undefined => openChecker(root)?.check(claim);
  return { root, check };
}

test('a path holds while something is there', (t) => {
  const { check } = checkout(t, { 'src/a.ts': '' });
  const verdicts = ['src/a.ts', 'src', 'src/b.ts', '../b.ts'].map((path) => check({ kind: 'path', path }));
  assert.deepEqual(verdicts, ['holds', 'holds', 'fails', 'unknown']);
});

test('a symbol is gone when every file that could hold it was read, or is not there', (t) => {
  const { check } = checkout(t, { 'a.ts': 'toCents(1)', 'b.ts': 'x', 'big.ts': 'x'.repeat(PROOF_LIMITS.bytes + 1) });
  const verdict = (...paths: string[]) => check({ kind: 'text', text: 'toCents', paths });
  assert.deepEqual([verdict('b.ts', 'a.ts'), verdict('b.ts', 'c.ts'), verdict()], ['holds', 'fails', 'unknown']);
  assert.equal(verdict('b.ts', 'big.ts'), 'unknown');
});

test('a script is one of package.json; in a workspace another package may have it', (t) => {
  const claim = (name: string): DiskClaim => ({ kind: 'script', name, in: 'package.json' });
  const { check, root } = checkout(t, { 'package.json': '{"scripts":{"build":"tsc"}}' });
  assert.deepEqual([check(claim('build')), check(claim('gone'))], ['holds', 'fails']);
  writeFileSync(join(root, 'package.json'), '{"scripts":{},"workspaces":["packages/*"]}');
  assert.equal(check(claim('gone')), 'unknown');
  writeFileSync(join(root, 'package.json'), '{not json');
  assert.notEqual(check(claim('gone')), 'holds');
  assert.equal(checkout(t, {}).check(claim('gone')), 'unknown');
});

test('a target is one of the Makefile, unless that takes targets from elsewhere', (t) => {
  const claim = (name: string): DiskClaim => ({ kind: 'script', name, in: 'Makefile' });
  const { check, root } = checkout(t, { Makefile: 'VAR := 1\nbuild lint: deps\n\tgo build\n' });
  assert.deepEqual(
    ['build', 'lint', 'VAR', 'gone'].map((name) => check(claim(name))),
    ['holds', 'holds', 'fails', 'fails'],
  );
  writeFileSync(join(root, 'Makefile'), 'include other.mk\nbuild:\n');
  assert.equal(check(claim('gone')), 'unknown');
});

test('of a file that was written since, the hash of its content decides', (t) => {
  const { check, root } = checkout(t, { 'a.ts': 'one\r\n' });
  const at = Date.now() - 60_000;
  const claim = (text: string, path = 'a.ts'): DiskClaim => ({ kind: 'content', path, hash: fileHash(text), at });
  assert.deepEqual(
    [check(claim('one')), check(claim('two')), check(claim('one', 'b.ts'))],
    ['holds', 'fails', 'fails'],
  );
  utimesSync(join(root, 'a.ts'), at / 1_000, at / 1_000);
  assert.equal(check(claim('two')), 'holds');
});

test('line ends, empty lines at the end and a byte order mark do not count in the hash of a file', () => {
  assert.equal(fileHash('\uFEFFa\r\nb\r\n\r\n'), fileHash('a\nb'));
  assert.notEqual(fileHash('a\n\nb'), fileHash('a\nb'));
  assert.match(fileHash(''), /^[0-9a-f]{16}$/);
});
