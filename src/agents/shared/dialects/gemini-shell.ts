/** What a shell tool of Gemini or Qwen answered. */
export interface ShellAnswer {
  /** What the command printed, on both outputs. */
  output: string;
  exitCode?: number;
}

const OPENS = 'Output: ';
/** What older versions say before, and Qwen Code does. */
const HEAD = /^Command: [\s\S]*?\nDirectory: [^\n]*\n(?=Output: )/;
const LABEL = /^(?:(Exit Code|Signal|Background PIDs|Process Group PGID): (.*)|Error: \(none\))$/;
const LAST_LABEL = 'Process Group PGID: ';
const EMPTY = '(empty)';

/**
 * Reads the answer of a shell tool: `Output: …`, then lines with error, exit code, signal and process group, of which newer
 * versions leave out those that have nothing to say; an error stays with the output. What follows came from hooks. Text of
 * another form is its own output.
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
  return { output: output === EMPTY ? '' : output, ...(exitCode === undefined ? {} : { exitCode }) };
}
