import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '../../../../src/core/model/finding.ts';
import { derivePattern } from '../../../../src/derive/pattern/derive-pattern.ts';
import { edits, type Happening, runs } from '../session-items.ts';
import { found } from './found.ts';

describe('a lesson', () => {
  const titles = (...happenings: Happening[]): (string | undefined)[] =>
    found('fix', ...happenings).map((fix) => derivePattern([fix])?.title);
  const lint = (output?: string): Happening =>
    output === undefined ? runs('make lint', 'ok') : runs('make lint', output, 1);

  test('says by what the working command differs', () => {
    assert.deepEqual(
      titles(runs('go test ./wire', 'no Go files to test in wire', 1), runs('go test -tags=wire ./wire', 'ok')),
      ['`go test ./wire` fails: no Go files to test in wire; works with `-tags=wire`'],
    );
    assert.deepEqual(
      titles(runs('gh pr diff 7 --stats', 'unknown flag: --stats', 1), runs('gh pr diff 7 --name-only', 'a.ts')),
      ['`gh pr diff 7 --stats` fails: unknown flag: --stats; works with `--name-only` instead of `--stats`'],
    );
    assert.deepEqual(
      titles(
        runs('git rebase --continue', 'error: cannot run editor', 1),
        runs('GIT_EDITOR=true git rebase --continue', 'ok'),
      ),
      ['`git rebase --continue` fails: error: cannot run editor; works with `GIT_EDITOR=true`'],
    );
  });

  test('says which step was missing', () => {
    const check = (output: string, exitCode?: number): Happening => runs('npm run lint', output, exitCode);
    assert.deepEqual(
      titles(check('sh: 1: biome: command not found', 127), runs('npm install', 'added 3'), check('ok')),
      ['`npm run lint` fails: sh: 1: biome: command not found; works after `npm install`'],
    );
    assert.deepEqual(titles(check('sh: 1: biome: command not found', 127), runs('git add .', ''), check('ok')), [
      undefined,
    ]);
  });

  test('is kept by the rule of a checker, with the line that satisfied it', () => {
    const broken = 'cart.go:9:2: error returned from external package is unwrapped: sig: func Open() (wrapcheck)';
    const wrapped = edits('cart.go', 'return fmt.Errorf("open: %w", err)', 'return err');
    const [fix] = found('fix', lint(broken), wrapped, lint());
    assert.equal(fix?.key, 'rule: golangci-lint wrapcheck');
    assert.match(
      derivePattern([fix as Finding])?.title ?? '',
      /^golangci-lint wrapcheck: error returned .*; mended in cart\.go: `return err` → `return fmt\.Errorf\("open: %w", err\)`$/,
    );
    const silenced = edits('cart.go', 'return nil //nolint:nilerr // by design', 'return nil');
    const [other] = found('fix', lint('cart.go:3:1: error is not nil but it returns nil (nilerr)'), silenced, lint());
    assert.match(
      derivePattern([other as Finding])?.title ?? '',
      /by `\/\/nolint:nilerr \/\/ by design` after `return nil`$/,
    );
  });

  test('is had of the second error of an output as well', () => {
    const both =
      'a.go:1:2: error is not nil but it returns nil (nilerr)\nb.go:3:4: string `paid` has 3 occurrences, make it a constant (goconst)';
    const mended = [edits('a.go', 'return err', 'return nil'), edits('b.go', 'mark(statePaid)', 'mark("paid")')];
    const keys = found('fix', lint(both), ...mended, lint()).map(({ key }) => key);
    assert.deepEqual(keys.toSorted(), ['rule: golangci-lint goconst', 'rule: golangci-lint nilerr']);
    assert.equal(found('error', lint(both)).length, 2);
  });

  test('is none of a search that finds nothing where it looks', () => {
    const looked = runs('rg -n price web/src', 'rg: web/src: No such file or directory (os error 2)', 2);
    assert.deepEqual(titles(looked, runs('rg -n price app/src', 'app/src/a.ts:1:price')), []);
  });
});
