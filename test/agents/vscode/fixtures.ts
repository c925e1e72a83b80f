import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/vscode/hooks.ts';
import { createParser } from '../../../src/agents/vscode/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** The fixtures of VS Code, made from its source: a user's folder with one session. */
export const FOLDER = fileURLToPath(new URL('../../fixtures/vscode/', import.meta.url));
export const SESSION = '9c1f4b7a-52d3-4e80-a6f1-3b8d0c2e7a95';
const WORKSPACE = join(FOLDER, 'workspaceStorage', '0f3a9c1d5b7e2468');
export const SESSION_FILE = join(WORKSPACE, 'GitHub.copilot-chat', 'transcripts', `${SESSION}.jsonl`);

/** The hook payloads of the session. */
export function vscodeHooks(): SentHook[] {
  return sentHooks(join(FOLDER, 'hooks.jsonl'));
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = vscodeHooks()): RawEvent[] {
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
  agent: 'vscode',
  hooks: vscodeHooks(),
  write: (userHome, share) =>
    writeGrown(join(FOLDER, 'workspaceStorage'), join(userHome, '.config', 'Code', 'User', 'workspaceStorage'), share),
};
