import { type FSWatcher, watch } from 'node:fs';
import { CairnError, type ErrorCode, toCairnError } from '../core/errors.ts';
import { dropJournal, dropUnfinished, type JournalEntry, journalFiles, readJournal } from '../ingest/journal.ts';
import { now } from '../platform/clock.ts';
import { ensureFolder } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { LogFile } from '../platform/log.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';

const RETRY_MS = 15_000;
/** Longer than any hook lives: Kimi Code ends those of a turn's last tools with the turn. */
const UNFINISHED_MS = 60_000;
/** Errors of the store: the entry stays and is tried again. Any other error is a fault of the entry. */
const PASSING = new Set<ErrorCode>([
  ...(['busy', 'low_disk', 'unwritable', 'timeout', 'not_running'] as const),
  ...(['damaged', 'newer_home', 'not_allowed', 'unsupported'] as const),
]);

/** Options of the intake. `take` makes one entry durable; `setAside` renames a file that can never be taken in. */
export interface JournalIntakeOptions {
  folder: string;
  take: (entry: JournalEntry) => Promise<void>;
  setAside: (path: string) => void;
  log: LogFile;
}

/**
 * Watches the folder in which hooks leave their journal while no worker answers. A file is removed only after its entry is durable; taken in
 * twice, it counts once.
 */
export function watchJournal(options: JournalIntakeOptions) {
  ensureFolder(options.folder);
  dropUnfinished(options.folder, now() - UNFINISHED_MS);
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    while (again && !stopped) {
      again = false;
      for (const path of journalFiles(options.folder)) {
        if (stopped) return;
        if (!(await takeFile(path, options))) {
          retry ??= setTimeout(() => {
            retry = undefined;
            void takeIn();
          }, RETRY_MS);
          return;
        }
        // Hooks are answered between two entries: an entry is taken in without waiting for anything but the disk.
        await yieldToEventLoop();
      }
    }
  };
  const takeIn = (): Promise<void> => {
    again = true;
    running ??= round()
      .catch((error: unknown) => options.log.error(`journal: ${toCairnError(error).message}`))
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const watcher: FSWatcher = watch(options.folder, { persistent: false }, () => void takeIn());
  watcher.on('error', (error) => ignore(error, 'journal folder cannot be watched'));
  return {
    /** Takes in every entry; resolves when none is left that can be taken in now. */
    takeIn,
    /** Stops watching; resolves when the entry under way is done. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(retry);
      watcher.close();
      await running;
    },
  };
}

/** False when the file has to wait, for example for room on the disk. */
async function takeFile(path: string, options: JournalIntakeOptions): Promise<boolean> {
  try {
    const entry = readJournal(path);
    if (entry === undefined) return true;
    await options.take(entry);
    dropJournal(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    const { code, message } = toCairnError(error);
    options.log.error(`journal: ${message}`);
    if (error instanceof CairnError && PASSING.has(code)) return false;
    options.setAside(path);
    return true;
  }
}
