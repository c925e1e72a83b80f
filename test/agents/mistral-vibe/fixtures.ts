import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../src/core/json.ts';
import { readRows } from '../database-rows.ts';
import { dayOf, type SessionFixture } from '../session-fixture.ts';

/** The session of the fixtures. */
export const SESSION = '64280f48-f2f4-14f3-09fe-77ac58a58b8a';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/mistral-vibe/${name}`, import.meta.url));

/** The entries of the session, in order. */
export function entries(): JsonObject[] {
  return readRows(fixture('entries.jsonl'));
}

/** Where Vibe keeps a session in a home. */
export function folderIn(userHome: string, session = SESSION): string {
  return join(userHome, '.vibe', 'logs', 'session', 'unified', session);
}

/** Writes a state of the session as Vibe does: entries in files by their hash, and last the file that names the state. */
export function writeState(
  userHome: string,
  rows: readonly JsonObject[],
  { generation = rows.length, status = 'completed' } = {},
): string {
  const folder = folderIn(userHome);
  const name = String(generation).padStart(16, '0');
  const state = join(folder, 'generations', name);
  for (const path of [state, join(folder, 'chunks'), join(folder, 'journal')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'meta.json'), readFileSync(fixture('meta.json')));
  const half = Math.ceil(rows.length / 2);
  const chunks = [rows.slice(0, half), rows.slice(half)].map((part, index) => {
    const hash = `${generation}${index}`.padStart(64, 'a');
    writeFileSync(join(folder, 'chunks', `${hash}.json`), JSON.stringify(part));
    return hash;
  });
  writeFileSync(join(state, 'manifest.json'), JSON.stringify({ projection_state: { chunks } }));
  const id = rows.findLast(({ turnId }) => typeof turnId === 'string')?.turnId ?? '';
  writeFileSync(join(state, 'projection-state.json'), JSON.stringify({ snapshot: { latestTurn: { id, status } } }));
  const current = join(folder, 'CURRENT');
  writeFileSync(current, JSON.stringify({ generation: name, padding: ' '.repeat(generation) }));
  return current;
}

/** The session as hooks and its states tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'mistral-vibe',
  hooks: dayOf('mistral-vibe'),
  write: (userHome, share) => {
    const rows = entries();
    const written = rows.slice(0, Math.floor(rows.length * share));
    writeState(userHome, written, { status: share === 1 ? 'completed' : 'in_progress' });
  },
};
