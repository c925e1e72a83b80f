import { asNumber, asObject, asString, isJsonObject, parseJson } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from '../shared/dialects/claude-tool-result.ts';

/** A tool's result as the model got it, without the lines that Codex puts before it. */
export interface ToolOutput {
  text: string;
  exitCode?: number | undefined;
  durationMs?: number | undefined;
  /** True for a command that was still running when this was written. */
  running?: boolean;
  /** The name of the shell in which it goes on. */
  shell?: string | undefined;
  /** True when Codex itself states that the call failed. */
  refused?: boolean;
}

const HEAD_LINE =
  /^(?:Chunk ID: .*|Wall time: (?<wall>[\d.]+) seconds|Exit code: (?<exit>-?\d+)|Process exited with code (?<ended>-?\d+)|(?<running>Process running with session ID (?<shell>.*))|Original token count: .*|Total output lines: .*|Output:)$/;
const MAX_HEAD_LINES = 8;
const STOPPED = /^aborted by user/;
/** How Codex reports that its user refused a call; it keeps no reason. */
const BY_USER = /^(?:(?:exec command|patch) )?rejected by user/i;
const REFUSED =
  /^(?:unsupported call: |failed to parse function arguments|apply_patch verification failed|(?:exec_command|write_stdin|apply_patch) failed|execution error: |aborted by user|exec command rejected|patch rejected|rejected by user)/i;

/**
 * Parses a tool's result: header lines before `Output:` (the shell since about 0.50, `apply_patch`, MCP tools), or JSON
 * with `output` and `metadata` (before 0.50), or plain text.
 */
export function readToolOutput(text: string): ToolOutput {
  if (text.startsWith('{')) {
    const { output, metadata } = asObject(parseJson(text));
    const { exit_code, duration_seconds } = asObject(metadata);
    if (typeof output === 'string' && isJsonObject(metadata)) {
      return { text: output, exitCode: asNumber(exit_code), durationMs: toMs(asNumber(duration_seconds)) };
    }
  }
  return readHead(text) ?? { text, refused: REFUSED.test(text) };
}

/** The event of a tool call that ended; a command failed when its exit code is not zero. */
export function codexToolEnd(
  call: Pick<ToolOutcome, 'tool' | 'input'>,
  { text, exitCode, durationMs, refused, shell }: ToolOutput,
): ToolEnd {
  const failed = exitCode === undefined ? refused === true : exitCode !== 0;
  const result = shell === undefined ? undefined : { session_id: shell };
  const interrupted = STOPPED.test(text);
  const end = toolEnd({ ...call, output: text, failed, exitCode, durationMs, interrupted, result });
  return refused === true && BY_USER.test(text) ? { ...end, reply: { origin: 'unknown', refused: true } } : end;
}

function readHead(text: string): ToolOutput | undefined {
  const output: ToolOutput = { text: '' };
  let start = 0;
  for (let count = 0; count < MAX_HEAD_LINES; count += 1) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline < 0 ? undefined : newline);
    const groups = HEAD_LINE.exec(line)?.groups;
    const rest = text.slice(start);
    if (groups === undefined)
      return count > 0 && STOPPED.test(rest) ? { ...output, text: rest, refused: true } : undefined;
    start = newline < 0 ? text.length : newline + 1;
    const code = asString(groups.exit) ?? asString(groups.ended);
    if (code !== undefined) output.exitCode = Number(code);
    if (groups.wall !== undefined) output.durationMs = toMs(Number(groups.wall));
    if (groups.running !== undefined) output.running = true;
    if (groups.shell !== undefined) output.shell = groups.shell;
    if (line === 'Output:') return { ...output, text: text.slice(start) };
  }
  return undefined;
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined || !Number.isFinite(seconds) ? undefined : Math.round(seconds * 1_000);
}
