import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/cline/hooks.ts';
import { createSnapshot } from '../../../src/agents/cline/snapshot.ts';
import type { RawEvent, Skipped } from '../../../src/core/model/event.ts';
import { type SentHook, type SessionFixture, sentHooks } from '../session-fixture.ts';

/** The fixtures of Cline, their one session, and its subagent. */
export const FOLDER = fileURLToPath(new URL('../../fixtures/cline/', import.meta.url));
export const SESSION = '1790000000000_shop1';
export const SUBAGENT = 'agent_1790000004000_help1';
const SESSION_FOLDER = join(FOLDER, 'data', 'sessions', SESSION);
export const SESSION_FILE = join(SESSION_FOLDER, `${SESSION}.messages.json`);
export const SUBAGENT_FILE = join(SESSION_FOLDER, `${SUBAGENT}.messages.json`);
export const COMPACTION_FILE = join(SESSION_FOLDER, `${SESSION}.compaction.json`);
/** A task as the extension of old versions kept it. */
export const TASK_FILE = join(FOLDER, 'task', 'tasks', '1700000000000', 'api_conversation_history.json');

/** The hook payloads of the session. */
export function clineHooks(): SentHook[] {
  return sentHooks(join(FOLDER, 'hooks.jsonl'));
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = clineHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript. */
export function readFile(path: string): { events: RawEvent[]; read: number; skipped: Skipped } {
  const snapshot = createSnapshot({ path });
  const events = [...snapshot.steps()].flat();
  return { events, ...snapshot.counts() };
}

/** The session as hooks and files report it: Cline rewrites the whole file with each message. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'cline',
  hooks: clineHooks(),
  write(userHome, share) {
    const folder = join(userHome, '.cline', 'data', 'sessions', SESSION);
    mkdirSync(folder, { recursive: true });
    const manifest = `${SESSION}.json`;
    copyFileSync(join(SESSION_FOLDER, manifest), join(folder, manifest));
    if (share > 0.8) copyFileSync(COMPACTION_FILE, COMPACTION_FILE.replace(SESSION_FOLDER, folder));
    for (const path of [SESSION_FILE, SUBAGENT_FILE]) {
      const file = JSON.parse(readFileSync(path, 'utf8')) as { messages: unknown[] };
      const messages = file.messages.slice(0, Math.floor(file.messages.length * share));
      writeFileSync(path.replace(SESSION_FOLDER, folder), JSON.stringify({ ...file, messages }, null, 2));
    }
  },
};
