import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { isJsonObject, isTexts, parseJson } from '../core/json.ts';
import { addPauses, type Pause, toPause } from '../ingest/pauses.ts';
import { PAUSES, readSeenPauses, type SeenPause } from '../memory/runtime/seen-pauses.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

/** Settings that leave out what an import would take in. */
const EXCLUDING = ['privacy.excludeProjects', 'privacy.excludePaths'] as const;

/** What the home of a backup left out, and this one did not know. */
export interface RestoredProtection {
  /** Pauses everywhere, which hold here from now on. */
  pauses: Pause[];
  /** Pauses of folders, of which a database has no paths: they do not hold here. */
  folderPauses: number;
  /** Patterns that this home does not leave out. */
  patterns: Record<(typeof EXCLUDING)[number], string[]>;
}

/**
 * Brings the pauses that a restored database knows to the home, before anything is imported there, and finds what else was left
 * out where it was. Nobody has the database open.
 */
export async function restoreProtection(
  { home, db, keys }: Pick<HomePaths, 'home' | 'db'> & { keys: readonly Uint8Array[] },
  settings: Pick<Settings, (typeof EXCLUDING)[number]>,
): Promise<RestoredProtection> {
  const store = openSqliteStore({ path: db, keys });
  try {
    const known = store.keys.flatMap((key) => readSeenPauses(home, key).map(nameOf));
    const seen = parsePauses((await store.guards.last(PAUSES))?.value);
    const fresh = seen.filter((pause) => !known.includes(nameOf(pause)));
    const pauses = fresh.filter(({ folder }) => folder === undefined);
    addPauses(home, pauses);
    const patterns = { 'privacy.excludeProjects': [], 'privacy.excludePaths': [] } as RestoredProtection['patterns'];
    for (const key of EXCLUDING) {
      const then = parseJson((await store.guards.last(key))?.value ?? '');
      if (isTexts(then)) patterns[key] = then.filter((pattern) => !settings[key].includes(pattern));
    }
    return { pauses, folderPauses: fresh.length - pauses.length, patterns };
  } finally {
    await store.checkpoint();
    await store.close();
  }
}

function nameOf({ from, folder = '' }: SeenPause): string {
  return `${from} ${folder}`;
}

function parsePauses(value: string | undefined): SeenPause[] {
  const list = parseJson(value ?? '');
  return Array.isArray(list) ? list.filter(isJsonObject).flatMap(toPause) : [];
}
