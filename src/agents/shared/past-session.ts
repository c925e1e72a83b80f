import { sha256Hex } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';

/** One step of a session's main thread; `at` is in milliseconds since 1970. `id` tells steps of the session apart. */
export type PastStep = { id: string; at: number } & (
  | { kind: 'prompt'; text: string }
  | { kind: 'message'; text: string }
  | { kind: 'call'; tool: string; input: JsonObject; output: string; failed: boolean; exitCode?: number }
);

/** A session that is over, in order, as an agent is to write it. Calls are the agent's own. */
export interface PastSession {
  /** The agent's id of it. */
  id: string;
  title: string;
  cwd: string;
  branch?: string;
  model?: string;
  steps: readonly PastStep[];
}

/** A field of each line that Cairn wrote for an agent: what it tells is known, and is not read again. */
const RESTORED = { restoredBy: 'cairn' } as const;

/** The text of a transcript whose lines Cairn writes: each as JSON, with the mark by which `isRestored` knows it. */
export function restoredLines(lines: readonly JsonObject[]): string {
  return lines.map((line) => `${JSON.stringify({ ...line, ...RESTORED })}\n`).join('');
}

/** True for a line, message or row that Cairn wrote. */
export function isRestored(line: JsonObject): boolean {
  return line.restoredBy === RESTORED.restoredBy;
}

/** A UUID (version 4, RFC 9562) that follows from a seed. */
export function uuidOf(seed: string): string {
  const hex = sha256Hex(seed);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
