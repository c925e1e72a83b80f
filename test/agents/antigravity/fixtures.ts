import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/antigravity/hooks.ts';
import { createParser } from '../../../src/agents/antigravity/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/antigravity/', import.meta.url));
export const SESSION = '5b8e2f14-9a3c-4d70-8e61-2c7d9f0a1b34';
/** The session's transcript with long texts cut, and with all of them. */
const LOGS = `${FOLDER}home/antigravity-cli/brain/${SESSION}/.system_generated/logs`;
export const SHORT_FILE = `${LOGS}/transcript.jsonl`;
export const FULL_FILE = `${LOGS}/transcript_full.jsonl`;

/** A session in the form of a recorded run, whose lines are not in the order of their steps. */
export const MIXED_FILE = `${FOLDER}out-of-order.jsonl`;

/** A session in the form of a recorded run, with commands that go on in the background; one ends. */
export const BACKGROUND_FILE = `${FOLDER}background.jsonl`;

/** The hook payloads of the session, made after what is said of them. */
export function antigravityHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(): RawEvent[] {
  return antigravityHooks().flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** The session as hooks and files tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'antigravity',
  hooks: antigravityHooks(),
  write: (userHome, share) => writeGrown(`${FOLDER}home`, join(userHome, '.gemini'), share),
};
