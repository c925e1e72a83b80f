import assert from 'node:assert/strict';
import type { PatternsResult } from '../../../src/api/pattern-answers.ts';
import type { Machine } from './machine.ts';

/** Confirms the one tripwire that is proposed, of what a person stated. */
export async function confirmProposed(machine: Machine): Promise<string> {
  const { patterns } = await machine.cairn.json<PatternsResult>(['patterns', '--kind', 'tripwire']);
  const proposed = patterns.filter(({ status }) => status === 'proposed');
  assert.deepEqual(
    proposed.map(({ author }) => author),
    ['person'],
  );
  const id = proposed[0]?.id ?? '';
  await inTerminal(machine, ['review', 'confirm', id]);
  await machine.cairn.settled();
  return id;
}

/** Runs a command of Cairn's as a person does. */
export async function inTerminal({ cairn }: Machine, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await cairn.run(args, { pty: true });
  assert.equal(code, 0, stdout + stderr);
}
