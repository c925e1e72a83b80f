import { agentMark } from '../../config/agent-mark.ts';
import type { CliIo } from './cli-io.ts';

/** True when a person sits at the terminal, as far as one can tell: stdin and an output are terminals, no agent's mark. */
export function isPerson({ stdin, stdout, stderr, env }: CliIo): boolean {
  const terminal = stdin.isTTY === true && (stdout.isTTY === true || stderr.isTTY === true);
  return terminal && agentMark(env) === undefined;
}
