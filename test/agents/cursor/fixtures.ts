import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/cursor/hooks.ts';
import { createParser } from '../../../src/agents/cursor/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

// Made from Cursor's documentation and from what others say of its transcripts: no program was run.

const FOLDER = fileURLToPath(new URL('../../fixtures/cursor/', import.meta.url));
/** The session of the fixtures and its subagent. */
export const SESSION = '3f6c1a2e-8b4d-4c5e-9f70-1a2b3c4d5e6f';
export const SUBAGENT = '7c9d0e1f-2a3b-4c5d-8e6f-708192a3b4c5';
const OWN = `${FOLDER}projects/home-dev-shop/agent-transcripts/${SESSION}`;
export const MAIN_FILE = `${OWN}/${SESSION}.jsonl`;
export const SUBAGENT_FILE = `${OWN}/subagents/${SUBAGENT}.jsonl`;
/** A transcript that has the results of tools. */
export const OLD_FILE = `${FOLDER}old/agent-transcripts/old-session.jsonl`;
/** Seconds since 1970 at which the files were last written. */
const WRITTEN_AT = 1_790_000_100;

/** The hook payloads of the session. */
export function cursorHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = cursorHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** Writes the files as they were when a share of them was written, all at one time. */
function write(userHome: string, share: number): void {
  const folder = join(userHome, '.cursor', 'projects');
  writeGrown(`${FOLDER}projects`, folder, share);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), WRITTEN_AT, WRITTEN_AT);
  }
}

/** The session as hooks and files tell it. */
export const SESSION_FIXTURE: SessionFixture = { agent: 'cursor', hooks: cursorHooks(), write };
