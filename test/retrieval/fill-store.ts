import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import * as LIMITS from '../../src/core/limits.ts';
import type { CleanEvent, EventBody, ToolEnd } from '../../src/core/model/event.ts';
import type { ProjectId, SessionId } from '../../src/core/model/ids.ts';
import { numberedEventId, projectId, sessionId } from '../../src/core/model/ids.ts';
import type { Item } from '../../src/core/model/item.ts';
import { deriveCheckpoint } from '../../src/derive/session/checkpoint.ts';
import { DeriveStep } from '../../src/pipeline/derive-step.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../support/fresh-database.ts';

/** Root and id of the project in which the sessions of these tests happen, and of another. */
export const ROOT = '/home/dev/shop';
export const SHOP = projectId(ROOT);
export const OTHER = projectId('/home/dev/other');
const PROJECTS = [
  { id: SHOP, identity: ROOT, name: 'shop', root: ROOT },
  { id: OTHER, identity: '/home/dev/other', name: 'other', root: '/home/dev/other' },
];

/** A real store in a folder of its own, closed and removed after the test. */
export function openTestStore(context: TestContext): Store {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-recall-'));
  const store = openSqliteStore({ path: placeDatabase(join(folder, 'cairn.db')) });
  context.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

/** What happened in a session, one event a minute from `at` on. */
export interface Told {
  name: string;
  at: number;
  bodies: readonly EventBody[];
  project?: ProjectId;
}

/** Takes a session into a store the way the worker does: events, what they mean, and its checkpoint. Gives its id. */
export async function tellSession(store: Store, told: Told): Promise<SessionId> {
  const session = sessionId('claude-code', told.name);
  const events = told.bodies.map(
    (body, i): CleanEvent => ({
      agent: 'claude-code',
      agentSession: told.name,
      session,
      project: told.project ?? SHOP,
      cwd: ROOT,
      at: told.at + i * 60_000,
      key: { id: numberedEventId({ agent: 'claude-code', session: told.name, phase: body.kind, number: String(i) }) },
      source: 'transcript',
      authority: 2,
      privacy: 1,
      body,
    }),
  );
  await store.log.append({ events, projects: PROJECTS });
  await derivePending(store);
  return session;
}

async function derivePending(store: Store): Promise<void> {
  const events = await store.log.pending(LIMITS.batchEvents);
  await new DeriveStep(store).derive(events);
  for (const session of new Set(events.map((event) => event.session))) {
    const [row] = await store.log.sessions({ ids: [session], limit: 1 });
    const items = await store.items.list({ session }, { limit: 500 });
    const checkpoint: Item | undefined = row === undefined ? undefined : deriveCheckpoint(row, items);
    if (checkpoint !== undefined) await store.items.apply({ derived: [], put: [checkpoint] });
  }
}

/** A prompt that a person typed. */
export function asked(text: string): EventBody {
  return { kind: 'prompt', text, origin: 'person' };
}

/** A prompt of which nobody knows who typed it. */
export function promptOfProgram(text: string): EventBody {
  return { kind: 'prompt', text, origin: 'program' };
}

/** What the agent said. */
export function said(text: string): EventBody {
  return { kind: 'message', text };
}

/** An edit of a file of the project. */
export function edited(path: string): ToolEnd {
  const input = { file_path: `${ROOT}/${path}`, old_string: 'before', new_string: 'after' };
  return { kind: 'tool.end', tool: 'Edit', input, output: 'ok', success: true };
}

/** A command and how it ended. */
export function ran(command: string, exitCode: number, output = ''): ToolEnd {
  return { kind: 'tool.end', tool: 'Bash', input: { command }, output, success: exitCode === 0, exitCode };
}

/** The agent's todo list. */
export function todos(...open: string[]): ToolEnd {
  const input = { todos: open.map((content) => ({ content, status: 'pending' })) };
  return { kind: 'tool.end', tool: 'TodoWrite', input, output: 'ok', success: true };
}

/** A page of the web was read. */
export function fetched(url: string, output: string): ToolEnd {
  return { kind: 'tool.end', tool: 'WebFetch', input: { url, prompt: 'read it' }, output, success: true };
}

/** A call that read a file of the shop. */
export function read(path: string): ToolEnd {
  return { kind: 'tool.end', tool: 'Read', input: { file_path: `${ROOT}/${path}` }, output: '1 line', success: true };
}
