import { agentMark } from '../../config/agent-mark.ts';
import { CairnError } from '../../core/errors.ts';
import type { CliIo } from './cli-io.ts';

/**
 * True when a person is probably at the terminal: stdin and an output are terminals, no agent's variable is set, and no agent
 * stands above it. The worker looks for itself.
 */
export function isPerson(io: CliIo): boolean {
  return whyNoPerson(io) === undefined;
}

/** What speaks against a person, as the end of a sentence; `undefined` for a person. */
export function whyNoPerson(io: CliIo): string | undefined {
  const { stdin, stdout, stderr, env } = io;
  const mark = agentMark(env);
  if (mark !== undefined) return `this is an agent's terminal (${mark} is set)`;
  if (stdin.isTTY !== true || (stdout.isTTY !== true && stderr.isTTY !== true)) return 'this is not a terminal';
  return io.whyNoPerson?.();
}

/** True where a screen with keys can be shown to someone: on a terminal that moves its cursor, and that no agent runs. */
export function hasScreen({ stdin, stdout, env }: CliIo): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb' && agentMark(env) === undefined;
}

/** Throws `not_allowed` unless a person is at the terminal; the error says what only a person does, and the evidence against it. */
export function assertPerson(io: CliIo, { does, fix }: { does: string; fix: string }): void {
  const why = whyNoPerson(io);
  if (why !== undefined) throw new CairnError('not_allowed', `Only a person ${does}, and ${why}.`, { fix });
}
