import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/claude-code/hooks.ts';
import { createParser } from '../../../src/agents/claude-code/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventBody, EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/claude-code/', import.meta.url));

/** The session of the fixtures, its subagent, and the files in which they stand. */
export const SESSION = '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f';
export const SUBAGENT = 'a1f0c2d3e4b5a6978';
export const CONFIG_FOLDER = FOLDER;
export const SESSION_FILE = `${FOLDER}projects/-home-dev-shop/${SESSION}.jsonl`;
export const SUBAGENT_FILE = `${FOLDER}projects/-home-dev-shop/${SESSION}/subagents/agent-${SUBAGENT}.jsonl`;
export const COMPACTION_FILE = `${FOLDER}projects/-home-dev-shop/${SESSION}/subagents/agent-acompact-0a1b2c.jsonl`;
export const OLD_FILE = `${FOLDER}old-version.jsonl`;

/** The hook payloads of a file, one a line. */
export function claudeHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[]): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** Reads lines as a transcript would have them, one after the other. */
export function readLines(
  lines: readonly JsonObject[],
  path = '/p/s1.jsonl',
): { events: RawEvent[]; parser: ReturnType<typeof createParser> } {
  const parser = createParser({ path });
  let offset = 0;
  const events = lines.flatMap((line) => {
    const text = JSON.stringify(line);
    const told = parser.line(text, offset);
    offset += text.length + 1;
    return told;
  });
  return { events, parser };
}

/** The bodies of a kind, in order. */
export function bodiesOf<K extends EventKind>(events: readonly RawEvent[], kind: K): Extract<EventBody, { kind: K }>[] {
  return events.map(({ body }) => body).filter((body): body is Extract<EventBody, { kind: K }> => body.kind === kind);
}

/** The session as hooks and files tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'claude-code',
  hooks: claudeHooks(),
  write: (userHome, share) => writeGrown(`${FOLDER}projects`, join(userHome, '.claude', 'projects'), share),
};
