import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/droid/hooks.ts';
import { createParser } from '../../../src/agents/droid/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

// Made from Droid's documentation and from what others say of its transcripts: no program was run.

const FOLDER = fileURLToPath(new URL('../../fixtures/droid/', import.meta.url));
/** The session of the fixtures and its subagent. */
export const SESSION = '9b8a7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d';
export const SUBAGENT = '1d2e3f40-5162-4738-9a0b-c1d2e3f4a5b6';
export const MAIN_FILE = `${FOLDER}sessions/-home-dev-shop/${SESSION}.jsonl`;
export const SUBAGENT_FILE = `${FOLDER}sessions/-home-dev-shop/${SUBAGENT}.jsonl`;
/** A fork of the session, and what `droid exec` prints. */
export const FORK_FILE = `${FOLDER}old/fork.jsonl`;
export const STREAM_FILE = `${FOLDER}old/stream.jsonl`;

/** The hook payloads of the session. */
export function droidHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = droidHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** The session as hooks and files tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'droid',
  hooks: droidHooks(),
  write: (userHome, share) => writeGrown(`${FOLDER}sessions`, join(userHome, '.factory', 'sessions'), share),
};
