import { agentMark } from '../../config/agent-mark.ts';
import type { CliIo } from './cli-io.ts';

/**
 * True when a person is probably at the terminal: stdin and an output are terminals, and no agent's variable is set.
 */
export function isPerson({ stdin, stdout, stderr, env }: CliIo): boolean {
  const terminal = stdin.isTTY === true && (stdout.isTTY === true || stderr.isTTY === true);
  return terminal && agentMark(env) === undefined;
}
