import type { MessagePort } from 'node:worker_threads';
import { findAgent } from '../agents/registry.ts';
import { diskLimits } from '../config/disk-limits.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { CairnError } from '../core/errors.ts';
import type { FolderTrace } from '../core/model/untold.ts';
import { shinglesOf } from '../derive/provenance/shingles.ts';
import { createCleaner } from '../ingest/clean-events.ts';
import type { Door } from '../ingest/door.ts';
import { marksHiddenInput } from '../ingest/hidden-input.ts';
import { openHomeDoor } from '../ingest/home-door.ts';
import { createInjectionLedger, type InjectionLedger } from '../ingest/ledger.ts';
import { matchesTrace } from '../ingest/match-trace.ts';
import { topOf } from '../ingest/top-of.ts';
import { type CleanStep, cleanSteps, readTranscript } from '../ingest/transcripts/read-transcript.ts';
import { serveTranscripts } from '../ingest/transcripts/serve-transcripts.ts';
import type { TranscriptPlace } from '../ingest/transcripts/transcript-thread.ts';
import { workTreesOf } from '../ingest/work-trees.ts';
import { createDiskGauge, type DiskGauge } from '../platform/disk-room.ts';
import { openHomeKey } from '../platform/home-key.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite/open-sqlite-store.ts';

/** The home whose events are cleaned. */
export interface CleanedHome {
  paths: Pick<HomePaths, 'home' | 'db' | 'key' | 'asides'>;
  settings: Settings;
  userHome: string;
}

/** What the door asks the memory: what was injected, and under which keys it has hashes, first that of the home. */
export type AskedOfStore = Pick<SqliteStore, 'items' | 'keys'>;

/** The door of a home, the ledger that it looks at, and the room on the disk. `isShared`: another thread writes the ledger. */
export function openDoor(
  { paths, settings, userHome }: CleanedHome,
  { items, keys: [, ...otherKeys] }: AskedOfStore,
  { isShared = false } = {},
): { door: Door; ledger: InjectionLedger; disk: DiskGauge } {
  const ledger = createInjectionLedger(items, { isShared });
  const disk = createDiskGauge(paths.home, diskLimits(settings));
  const isShort = (): boolean => disk.room() !== 'ample';
  const isExcludedTrace = (trace: FolderTrace) => matchesTrace(settings['privacy.excludeProjects'], trace);
  const door = openHomeDoor({
    paths,
    settings,
    userHome,
    topOf,
    workTreesOf,
    ledger: ledger.words,
    shinglesOf,
    isShort,
    isExcludedTrace,
    otherKeys,
  });
  return { door: marksHiddenInput(door, settings['privacy.maxChars']), ledger, disk };
}

/** Reads and cleans the transcripts that a memory in another thread asks for; of the database it reads what was injected. */
export function serveCleanTranscripts(port: MessagePort, home: CleanedHome): void {
  const store = openSqliteStore({ path: home.paths.db, readonly: true, keys: [openHomeKey(home.paths.key)] });
  serveTranscripts(port, (place) => readClean(place, createCleaner(openDoor(home, store, { isShared: true }))));
}

async function* readClean(
  { agent: name, known, ...file }: TranscriptPlace,
  clean: ReturnType<typeof createCleaner>,
): AsyncGenerator<CleanStep> {
  const agent = findAgent(name);
  if (agent === undefined) throw new CairnError('internal', `no agent is called ${name}`);
  yield* cleanSteps(readTranscript({ ...file, agent }, known), clean);
}
