import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { WhyLines } from '../../src/api/work-answers.ts';
import { openShop, PAY } from '../support/shop-repository.ts';

const CENTS = ['export const CENTS_OF_ONE_EURO = 100;'];
const FEE = ['export const FEE_OF_A_TRANSFER = 35;'];

type Shop = ReturnType<typeof openShop>;

/** A session that was asked for something, wrote the file in a shell and committed it: no edit of it is known. */
async function commitBySession(shop: Shop, session: string, lines: readonly string[]): Promise<string> {
  const { memory, at, git, write } = shop;
  const by = { agent: 'codex', sessionId: session, cwd: at.project };
  await memory.record([{ ...by, kind: 'prompt', text: `Asked of ${session}.`, origin: 'person' }]);
  write(lines);
  git('add', '.');
  const output = git('commit', '-m', `Work of ${session}`);
  const input = { command: `git commit -m 'Work of ${session}'` };
  await memory.record([{ ...by, kind: 'tool.end', tool: 'Bash', input, output }]);
  await memory.settled();
  return git('rev-parse', 'HEAD').trim();
}

/** A shop with a first commit by hand, on `main`, and the branch `work`. */
function openBranch(...given: Parameters<typeof openShop>): Shop {
  const shop = openShop(...given);
  shop.write(PAY);
  shop.git('add', '.');
  shop.git('commit', '-q', '-m', 'Pay', '--date=2026-01-01T00:00:00Z');
  shop.git('checkout', '-q', '-b', 'work');
  return shop;
}

/** Somebody's commit on `main` that moves the lines of the file. */
function moveMain({ git, write }: Shop): void {
  git('checkout', '-q', 'main');
  write(['// What a customer pays.', '', ...PAY]);
  git('commit', '-q', '-am', 'A comment');
}

function told({ lines }: { lines: WhyLines[] }): unknown[] {
  return lines.map(({ confidence, asked, original, commit }) => [
    confidence,
    asked?.text,
    original?.hash,
    commit?.subject,
  ]);
}

test('a line of a squashed branch is of the session that made the commit which holds it', async (context) => {
  const shop = openBranch(context);
  const { memory, git } = shop;
  const cents = await commitBySession(shop, 'one', [...PAY, ...CENTS]);
  const fee = await commitBySession(shop, 'two', [...PAY, ...CENTS, ...FEE]);
  moveMain(shop);
  git('merge', '-q', '--squash', 'work');
  git('commit', '-q', '-m', 'Money (#12)');
  assert.deepEqual(told(await memory.why({ path: 'src/pay.ts', line: 7, endLine: 8 })), [
    ['likely', 'Asked of one.', cents.slice(0, 7), 'Money (#12)'],
    ['likely', 'Asked of two.', fee.slice(0, 7), 'Money (#12)'],
  ]);
  const [line] = (await memory.why({ path: 'src/pay.ts', line: 7 })).lines;
  assert.equal(line?.because, `the session made the commit ${cents.slice(0, 7)}, which was squashed into this one`);
  const [older] = (await memory.why({ path: 'src/pay.ts', line: 3 })).lines;
  assert.equal(older?.confidence, 'unknown');
});

test('a commit that was rebased and worded anew is of the session that made it', async (context) => {
  const shop = openBranch(context);
  const { memory, git } = shop;
  const cents = await commitBySession(shop, 'one', [...PAY, ...CENTS]);
  moveMain(shop);
  git('checkout', '-q', 'work');
  git('rebase', '-q', 'main');
  git('commit', '-q', '--amend', '-m', 'Name what a euro has', '--date=2026-02-02T00:00:00Z');
  assert.deepEqual(told(await memory.why({ path: 'src/pay.ts', line: 7 })), [
    ['likely', 'Asked of one.', cents.slice(0, 7), 'Name what a euro has'],
  ]);
});

test('a branch that was rebased, then squashed by another session, is of the first', async (context) => {
  const shop = openBranch(context);
  const { memory, git } = shop;
  const cents = await commitBySession(shop, 'one', [...PAY, ...CENTS]);
  await commitBySession(shop, 'two', [...PAY, ...CENTS, ...FEE]);
  moveMain(shop);
  git('checkout', '-q', 'work');
  git('rebase', '-q', 'main');
  git('checkout', '-q', 'main');
  git('merge', '-q', '--squash', 'work');
  const output = git('commit', '-m', 'Money');
  await memory.record([
    {
      agent: 'codex',
      sessionId: 'merger',
      cwd: shop.at.project,
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: "git merge --squash work && git commit -m 'Money'" },
      output,
    },
  ]);
  await memory.settled();
  assert.deepEqual(told(await memory.why({ path: 'src/pay.ts', line: 7 })), [
    ['likely', 'Asked of one.', cents.slice(0, 7), 'Money'],
  ]);
});

test('a cherry-picked line is of the session of the other branch, also where its commit is gone', async (context) => {
  const shop = openBranch(context);
  const { memory, git, at } = shop;
  const cents = await commitBySession(shop, 'one', [...PAY, ...CENTS]);
  moveMain(shop);
  git('cherry-pick', '-x', 'work');
  git('commit', '-q', '--amend', '-m', `A euro\n\n(cherry picked from commit ${cents})`, '--date=2026-02-02T00:00:00Z');
  const wanted = [['likely', 'Asked of one.', cents.slice(0, 7), 'A euro']];
  assert.deepEqual(told(await memory.why({ path: 'src/pay.ts', line: 7 })), wanted);
  git('branch', '-q', '-D', 'work');
  rmSync(join(at.project, '.git/objects', cents.slice(0, 2), cents.slice(2)));
  assert.deepEqual(told(await memory.why({ path: 'src/pay.ts', line: 7 })), wanted);
});

test('the same bracket in two commits shows nothing, nor does what a session did after the commit', async (context) => {
  const shop = openBranch(context);
  const { memory, git, write } = shop;
  moveMain(shop);
  const moved = ['// What a customer pays.', '', ...PAY];
  process.env.GIT_COMMITTER_DATE = '2026-01-03T00:00:00Z';
  context.after(() => delete process.env.GIT_COMMITTER_DATE);
  write([...moved, ...CENTS]);
  git('commit', '-q', '-am', 'By hand', '--date=2026-01-03T00:00:00Z');
  delete process.env.GIT_COMMITTER_DATE;
  git('checkout', '-q', 'work');
  await commitBySession(shop, 'one', [...PAY, ...CENTS]);
  await commitBySession(shop, 'two', [...PAY, ...CENTS, '{', '}']);
  git('checkout', '-q', 'main');
  write([...moved, ...CENTS, '{', '}']);
  git('commit', '-q', '-am', 'By hand as well', '--date=2026-02-02T00:00:00Z');
  const { lines } = await memory.why({ path: 'src/pay.ts', line: 7, endLine: 8 });
  assert.deepEqual(
    lines.map(({ confidence, original }) => [confidence, original]),
    [
      ['unknown', undefined],
      ['unknown', undefined],
    ],
  );
});
