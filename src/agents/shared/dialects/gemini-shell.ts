import type { ToolEnd } from '../../../core/model/event.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';

/** The parsed result of Gemini's or Qwen's shell tool. */
export interface ShellAnswer {
  /** What the command printed to stdout and stderr. */
  output: string;
  exitCode?: number;
}

/** How the program tells its model of a command that the person ran in its shell. */
const RAN =
  /^I ran the following shell command:\n```\w*\n([\s\S]*?)\n```\n\s*This produced the following result:\n```\w*\n([\s\S]*?)(?:\n```)?$/;
const OPENS = 'Output: ';
/** Header in older versions and in Qwen Code. */
const HEAD = /^Command: [\s\S]*?\nDirectory: [^\n]*\n(?=Output: )/;
const LABEL = /^(?:(Exit Code|Signal|Background PIDs|Process Group PGID): (.*)|Error: \(none\))$/;
const LAST_LABEL = 'Process Group PGID: ';
const EMPTY = '(empty)';

/**
 * Parses the result of a shell tool: `Output: …`, then lines with error, exit code, signal and process group, of which
 * newer versions leave out the empty ones; an error stays with the output. Text after them came from hooks. Text in
 * another form is the output itself.
 */
export function readShellAnswer(text: string): ShellAnswer {
  const body = text.replace(HEAD, '');
  if (!body.startsWith(OPENS)) return { output: text };
  const lines = body.slice(OPENS.length).split('\n');
  const last = lines.findLastIndex((line) => line.startsWith(LAST_LABEL));
  let end = last < 0 ? lines.length : last + 1;
  let exitCode: number | undefined;
  for (; end > 1; end -= 1) {
    const line = lines[end - 1] ?? '';
    const label = LABEL.exec(line);
    if (label === null && (line.trim() !== '' || last >= 0)) break;
    const [, name, value = ''] = label ?? [];
    if (name === 'Exit Code' && /^\d{1,3}$/.test(value)) exitCode = Number(value);
  }
  const output = lines.slice(0, end).join('\n').trim();
  return { output: output === EMPTY ? '' : output, ...omitUndefined({ exitCode }) };
}

/** The call of a command that a person ran beside the agent, which is shown what it printed; `undefined` for a prompt. */
export function readShellRun(text: string): ToolEnd | undefined {
  const [, command, output = ''] = RAN.exec(text) ?? [];
  if (command === undefined) return undefined;
  return { kind: 'tool.end', tool: 'run_shell_command', input: { command }, output, success: true };
}
