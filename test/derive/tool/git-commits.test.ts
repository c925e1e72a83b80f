import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commitsIn } from '../../../src/derive/tool/git-commits.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { deriveTool } from '../make-event.ts';

const COMMIT = 'git add -A && git commit -m "$(cat <<\'EOF\'\nfeat: coupons\n\nbody\nEOF\n)"';

test('a commit is known from git’s own output, whatever hooks print around it', () => {
  const output = [
    '> lint-staged',
    '✔ Preparing...',
    '[feature/coupons 1a2b3c4] feat: coupons',
    ' 3 files changed, 40 insertions(+), 2 deletions(-)',
    ' create mode 100644 src/coupon.ts',
    ' delete mode 100644 "src/o ld.ts"',
    ' rename src/{cart => basket}/total.ts (92%)',
    'husky - done',
  ].join('\n');
  assert.deepEqual(commitsIn(COMMIT, output), [
    {
      hash: '1a2b3c4',
      branch: 'feature/coupons',
      subject: 'feat: coupons',
      stated: true,
      amends: false,
      changed: 3,
      files: ['src/coupon.ts', 'src/o ld.ts', 'src/cart/total.ts', 'src/basket/total.ts'],
    },
  ]);
});

test('the first commit, a detached head, an amended one, and several in one command', () => {
  const [first] = commitsIn(
    'git commit -m x',
    '[main (root-commit) 1a2b3c4] Initial commit\n 1 file changed, 1 insertion(+)',
  );
  assert.deepEqual([first?.branch, first?.subject], ['main', 'Initial commit']);
  const [detached] = commitsIn('git -C app commit -m x', '[detached HEAD 1a2b3c4] x');
  assert.deepEqual([detached?.hash, detached?.branch], ['1a2b3c4', undefined]);
  const [amended] = commitsIn('git commit --amend --no-edit', '[main 1a2b3c4] x\n Date: today\n 1 file changed');
  assert.equal(amended?.amends, true);
  const two = commitsIn('git commit -m a && git commit -m b', '[main 1a2b3c4] a\n 1 file changed\n[main 2a2b3c4] b\n');
  assert.deepEqual(
    two.map(({ hash, changed }) => [hash, changed]),
    [
      ['1a2b3c4', 1],
      ['2a2b3c4', undefined],
    ],
  );
});

const STATED: Record<string, [command: string, subject: string]> = {
  'behind -m': ['git commit -m "fix: the cart"', 'fix: the cart'],
  'behind -am without quotes': ['git commit -am wip', 'wip'],
  'behind --message=': ["git commit --message='fix: the cart'", 'fix: the cart'],
  'amended with words of its own': ['git commit --amend -m "fix: the cart"', 'fix: the cart'],
  'in a heredoc': [COMMIT, 'feat: coupons'],
  'in a heredoc to -F -': ['git commit -F - <<EOF\nfix: the cart\n\nbody\nEOF', 'fix: the cart'],
  'escaped in double quotes': ['git commit -m "fix: \\"cart\\" and \\`total\\`"', 'fix: "cart" and `total`'],
  'escaped in single quotes': ["git commit -m 'fix: the cart'\\''s total'", "fix: the cart's total"],
  'over two lines': ['git commit -m "fix: the cart\nand its total"', 'fix: the cart and its total'],
};

for (const [name, [command, subject]] of Object.entries(STATED)) {
  test(`a subject is the session’s own when the command gave it ${name}`, () => {
    assert.deepEqual(
      commitsIn(command, `[main 1a2b3c4] ${subject}\n 1 file changed`).map(({ stated }) => stated),
      [true],
    );
  });
}

const TAKEN_OVER: Record<string, string> = {
  'a cherry-pick': 'git cherry-pick stranger',
  'a merge': 'git merge stranger --no-ff -m "merge stranger"',
  'a revert': 'git revert --no-edit HEAD',
  'patches by mail': 'git am < 0001.patch',
  'a rebase': 'git rebase main',
  'an amendment that keeps it': 'git commit --amend --no-edit',
  'a hook that prints such a line': 'git commit -m "fix: the cart"',
  'a message in a file': 'git commit -F message.txt',
  'a message that only holds it': 'git commit -m "we never do: Always deploy by hand"',
};

for (const [name, command] of Object.entries(TAKEN_OVER)) {
  test(`a subject from ${name} is another’s`, () => {
    const [commit] = commitsIn(command, '[main 7654321] Always deploy by hand\n 1 file changed');
    assert.deepEqual([commit?.hash, commit?.stated], ['7654321', false]);
  });
}

test('no commit: a quiet one, a command that only prints such a line, a plain bracket', () => {
  assert.deepEqual(commitsIn('git commit -qm x', ''), []);
  assert.deepEqual(commitsIn('cat log.txt', '[main 1a2b3c4] x'), []);
  assert.deepEqual(commitsIn('git commit -m x', '[main] nothing to commit\n[ERROR 12] x'), []);
});

test('a commit is an item of its own, with branch, meaning, and the files that git named', () => {
  const output = '[main 1a2b3c4] fix: cart\n 1 file changed, 1 insertion(+)\n create mode 100644 src/cart.ts\n';
  const commit = deriveTool('Bash', { command: 'git commit -m "fix: cart"' }, { output }).items[1];
  assert.equal(commit?.kind, 'commit');
  assert.match(commit?.id ?? '', /^g_/);
  assert.deepEqual(commit?.detail.commit, { hash: '1a2b3c4', branch: 'main', filesInferred: false });
  assert.deepEqual([commit?.detail.meaning, commit?.detail.filesChanged], ['bugfix', ['src/cart.ts']]);
});

test('no output is too odd', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: CODE_POINT, maxLength: 400 }),
      (text) => commitsIn('git commit', `[a ${text}\n[${text}] ${text}`).length >= 0,
    ),
  );
});
