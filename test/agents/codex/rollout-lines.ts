import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SESSION } from './fixtures.ts';

/** A first line as Codex's own screen writes it. */
export const META = {
  id: SESSION,
  cwd: '/home/dev/shop',
  source: 'cli',
  originator: 'codex-tui',
  history_mode: 'paginated',
};

/** A rollout of some lines behind a first one, each a second after the one before. */
export function written(context: TestContext, lines: readonly JsonObject[], meta: JsonObject = META): string {
  const folder = join(temporaryFolder(context), 'sessions');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-2026-09-21T14-13-20-${SESSION}.jsonl`);
  const all = [{ type: 'session_meta', payload: meta }, ...lines];
  const text = all.map((line, i) =>
    JSON.stringify({ timestamp: new Date(1_790_000_000_000 + i * 1_000).toISOString(), ...line }),
  );
  writeFileSync(path, `${text.join('\n')}\n`);
  return path;
}

/** Lines of a rollout by what they are. */
export const event = (type: string, payload: JsonObject): JsonObject => ({
  type: 'event_msg',
  payload: { type, ...payload },
});
export const item = (type: string, payload: JsonObject): JsonObject => ({
  type: 'response_item',
  payload: { type, ...payload },
});
export const completed = (type: string, payload: JsonObject): JsonObject =>
  event('item_completed', { turn_id: 't', item: { type, ...payload } });
export const call = (id: string, cmd: string): JsonObject =>
  item('function_call', { name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id });
export const output = (id: string, text: string): JsonObject =>
  item('function_call_output', { call_id: id, output: text });
export const message = (role: string, text: string, more: JsonObject = {}): JsonObject =>
  item('message', { role, content: [{ type: 'input_text', text }], ...more });
