import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { isTexts, parseJson } from '../core/json.ts';
import { addPauses, lastingAt, type Pause, readPauses } from '../ingest/pauses.ts';
import { PAUSES, parsePauses, readSeenPauses, type SeenPause } from '../memory/runtime/seen-pauses.ts';
import { now } from '../platform/clock.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

/** Settings that leave out what an import would take in. */
const EXCLUDING = ['privacy.excludeProjects', 'privacy.excludePaths'] as const;

/** What the home of a backup left out, and this one did not know. */
export interface RestoredProtection {
  /** Pauses everywhere, which hold here from now on. */
  pauses: Pause[];
  /** Pauses everywhere that last here now, whether brought along or not. */
  lasting: Pause[];
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
    const seen = parsePauses((await store.guards.last(PAUSES))?.value ?? '');
    // One that is to come would begin without a word.
    const fresh = seen.filter((pause) => pause.from <= now() && !known.includes(nameOf(pause)));
    const pauses = fresh.filter(({ folder }) => folder === undefined);
    addPauses(home, pauses);
    const patterns = { 'privacy.excludeProjects': [], 'privacy.excludePaths': [] } as RestoredProtection['patterns'];
    for (const key of EXCLUDING) {
      const then = parseJson((await store.guards.last(key))?.value ?? '');
      if (isTexts(then)) patterns[key] = then.filter((pattern) => !settings[key].includes(pattern));
    }
    const lasting = lastingAt(readPauses(home), now()).filter(({ folder }) => folder === undefined);
    return { pauses, lasting, folderPauses: fresh.length - pauses.length, patterns };
  } finally {
    await store.checkpoint();
    await store.close();
  }
}

function nameOf({ from, folder = '' }: SeenPause): string {
  return `${from} ${folder}`;
}
