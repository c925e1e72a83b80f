import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openFresh } from './fresh-home.ts';

/** A file of the shop. */
export const PAY = [
  'export function pay(amount: number): void {',
  '  if (amount <= 0) return;',
  '  send(amount);',
  '}',
];
/** What is added to it. */
export const REFUND = ['export function refund(amount: number): void {', '  send(-amount);', '}'];

/** A memory whose project is a real repository without a commit, with git to run in it. */
export function openShop(context: TestContext) {
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  rmSync(join(at.project, '.git'), { recursive: true });
  mkdirSync(join(at.project, 'src'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', at.project, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
    });
  git('init', '-q', '-b', 'main');
  const write = (lines: readonly string[], path = 'src/pay.ts'): void =>
    writeFileSync(join(at.project, path), `${lines.join('\n')}\n`);
  return { memory, at, git, write };
}
