import { basename } from 'node:path';
import { asObject, asString, parseJson } from '../../../src/core/json.ts';

/** A change of a file as a transcript has it: when, its added lines, and the last prompt that a person had sent. */
interface WrittenChange {
  at: number;
  file: string;
  lines: ReadonlySet<string>;
  prompt: string;
}

/** What a transcript shows of a commit. Times in milliseconds since 1970. */
export interface TranscriptTruth {
  /** The prompt after which the session wrote a line; `undefined` where no change of its transcript wrote it. */
  promptOf(line: { path: string; text: string; until: number }): string | undefined;
  /** True when the session read or changed a file of that name before. */
  touched(path: string, until: number): boolean;
}

const NOT_TYPED = /^(?:<|Caveat:|\[Request interrupted|This session is being continued)/;
const CLOCK_MS = 120_000;

/**
 * Reads a transcript of Claude Code by its own few rules, apart from Cairn's reader: a prompt is a line of the user with
 * text of its own, a change is a call of `Edit`, `MultiEdit` or `Write`.
 */
export function readTruth(transcript: string): TranscriptTruth {
  const changes: WrittenChange[] = [];
  const firstTouched = new Map<string, number>();
  let prompt = '';
  for (const row of transcript.split('\n')) {
    const entry = asObject(parseJson(row));
    const at = Date.parse(asString(entry.timestamp) ?? '');
    const { content } = asObject(entry.message);
    if (entry.type === 'user' && entry.isMeta !== true && entry.isSidechain !== true) {
      const typed = textOf(content);
      if (typed !== '' && !NOT_TYPED.test(typed)) prompt = typed;
    }
    for (const block of Array.isArray(content) ? content.map(asObject) : []) {
      const file = basename(asString(asObject(block.input).file_path) ?? '');
      if (block.type === 'tool_use' && file !== '') firstTouched.set(file, Math.min(at, firstTouched.get(file) ?? at));
      if (block.type !== 'tool_use' || !/^(?:Edit|MultiEdit|Write)$/.test(asString(block.name) ?? '')) continue;
      const input = asObject(block.input);
      changes.push({ at, file, lines: linesOf(input), prompt });
    }
  }
  return {
    promptOf: ({ path, text, until }) =>
      changes.findLast(
        ({ at, file, lines }) => at <= until + CLOCK_MS && file === basename(path) && lines.has(text.trim()),
      )?.prompt,
    touched: (path, until) => (firstTouched.get(basename(path)) ?? Number.POSITIVE_INFINITY) <= until + CLOCK_MS,
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  const blocks = Array.isArray(content) ? content.map(asObject) : [];
  if (blocks.some(({ type }) => type === 'tool_result')) return '';
  return blocks
    .flatMap(({ type, text }) => (type === 'text' ? [asString(text) ?? ''] : []))
    .join('\n')
    .trim();
}

function linesOf(input: ReturnType<typeof asObject>): Set<string> {
  const edits = Array.isArray(input.edits) ? input.edits.map(asObject) : [input];
  const added = new Set<string>();
  for (const { old_string: before, new_string: after } of edits) {
    const old = new Set((asString(before) ?? '').split('\n').map((line) => line.trim()));
    for (const line of (asString(after) ?? '').split('\n')) if (!old.has(line.trim())) added.add(line.trim());
  }
  for (const line of (asString(input.content) ?? '').split('\n')) added.add(line.trim());
  return added;
}
