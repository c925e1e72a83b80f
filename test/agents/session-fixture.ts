import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonValue } from '../../src/core/json.ts';

/** A hook payload as it was sent. */
export interface SentHook {
  event: string;
  at: number;
  payload: JsonValue;
}

/** The hook payloads of a file, one a line. */
export function sentHooks(path: string): SentHook[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as SentHook);
}

/** Agents that send what the agent does of which they are a fork. */
const FORKS: Readonly<Record<string, string>> = { kilo: 'opencode' };

/** The fixture with the payloads of all of an agent's events. */
export function hooksFile(agent: string): string {
  return fileURLToPath(new URL(`../fixtures/${FORKS[agent] ?? agent}/hooks.jsonl`, import.meta.url));
}

/** The day of an agent: payloads of all its events, as its fixtures have them. */
export function dayOf(agent: string): SentHook[] {
  return sentHooks(hooksFile(agent));
}

/** A session of an agent as both sources tell it, for the tests over all agents. */
export interface SessionFixture {
  agent: string;
  /** The hook payloads, in the order in which they were sent. */
  hooks: readonly SentHook[];
  /** Writes the transcripts below a user's home as they were when this share of them (0 to 1) was written. */
  write(userHome: string, share: number): void;
}

/** Writes the files of a folder as their first bytes, each by the same share; at 1 whole. For files that only grow. */
export function writeGrown(from: string, to: string, share: number): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    mkdirSync(dirname(target), { recursive: true });
    // Beside the lines of a session lie small files that are written whole.
    const grows = entry.name.endsWith('.jsonl');
    const bytes = readFileSync(path);
    writeFileSync(target, grows ? bytes.subarray(0, Math.floor(bytes.length * share)) : bytes);
  }
}
