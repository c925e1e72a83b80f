import { statSync } from 'node:fs';
import type { HomePaths } from '../../config/paths.ts';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { now } from '../../platform/clock.ts';
import { fileIdentity, readTextIfThere, removeFile, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { ProjectConfigs } from '../../projects/project-config.ts';
import type { Store } from '../../store/contract/store.ts';

interface Deps {
  paths: Pick<HomePaths, 'tripwires' | 'db'>;
  settings: Pick<Settings, 'tripwires.mode'>;
  configOf: ProjectConfigs;
  /** Called when another program made the file say less, or removed it: with what the worker wrote, and what is there. */
  onLost: (before: string, after: string) => void;
}

/** Under this name the mode stands that was written last, with the identity of the database that it was written for. */
const WRITTEN = 'tripwires file';
/** The modes from the least strict to the strictest; '' is no file. */
const STRICTNESS: readonly string[] = ['', 'warn', 'block'];
const MARK_BYTES = 100;

/**
 * Maintains the file of a home that says whether any confirmed tripwire exists, so that hooks need not open the
 * database. With tripwires off there is no file. A project whose own settings are stricter decides for all: hooks do not
 * look at projects, the worker does. What another program changes in it is written again.
 */
export function createTripwireFile(store: Store, { paths, settings, configOf, onLost }: Deps) {
  let looking: Promise<void> | undefined;
  let again = false;
  let isOver = false;
  /** What was written last, and how the file looked then; `undefined` until something was. */
  let written: { mode: string; stamp: string } | undefined;
  const write = (mode: string): void => {
    if (mode === '') removeFile(paths.tripwires);
    else writeDurable(paths.tripwires, `${mode}\n`);
    written = { mode, stamp: stampOf(paths.tripwires) };
  };
  const compare = (before: string): void => {
    const found = modeIn(paths.tripwires);
    if (isLess(found, before)) onLost(before, found);
  };
  const look = async (): Promise<void> => {
    do {
      again = false;
      // Another memory was put in this one's place: the file belongs to it.
      if (!store.isInPlace()) return;
      const wanted = await wantedMode(store, settings['tripwires.mode'], configOf);
      const value = JSON.stringify(`${wanted} ${fileIdentity(paths.db) ?? ''}`);
      const last = await store.guards.last(WRITTEN);
      // Nobody looked while no worker ran.
      if (written === undefined && last?.value === value) compare(wanted);
      write(wanted);
      if (last?.value !== value) {
        await store.guards.add({ key: WRITTEN, value, from: 'default', how: 'seen', at: now() });
      }
    } while (again);
  };
  return {
    /** Looks at the tripwires soon; calls in between are answered by one look. */
    refresh(): void {
      if (isOver) return;
      again = true;
      looking ??= look()
        .catch((error: unknown) => ignore(error, 'whether tripwires wait could not be written'))
        .finally(() => {
          looking = undefined;
        });
    },
    /** Writes the file again where another program changed or removed it: one look at the file, none at the database. */
    mend(): void {
      if (isOver || looking !== undefined || written === undefined) return;
      if (stampOf(paths.tripwires) === written.stamp || !store.isInPlace()) return;
      const { mode } = written;
      compare(mode);
      try {
        write(mode);
      } catch (error) {
        ignore(error, 'the file that says whether tripwires wait could not be written again');
      }
    },
    /** Resolves when no look is under way; none follows. */
    done(): Promise<void> {
      isOver = true;
      return looking ?? Promise.resolve();
    },
  };
}

/** Writes the file where it says less than the memory does, for a home whose worker never runs. */
export async function mendTripwireFile(
  store: Store,
  { paths, settings, configOf }: Omit<Deps, 'onLost'>,
): Promise<void> {
  const wanted = await wantedMode(store, settings['tripwires.mode'], configOf);
  if (isLess(modeIn(paths.tripwires), wanted)) writeDurable(paths.tripwires, `${wanted}\n`);
}

function isLess(mode: string, than: string): boolean {
  return STRICTNESS.indexOf(mode) < STRICTNESS.indexOf(than);
}

/** How the file at a path looks from outside; '' for none. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? '' : [stat.mtimeMs, stat.ctimeMs, stat.size, stat.ino].join(' ');
  } catch (error) {
    ignore(error, 'the file that says whether tripwires wait cannot be looked at');
    return 'unknown';
  }
}

/** The mode that the file names; '' for none. */
function modeIn(path: string): string {
  try {
    const mode = readTextIfThere(path, MARK_BYTES)?.trim() ?? '';
    return STRICTNESS.includes(mode) ? mode : '';
  } catch (error) {
    ignore(error, 'the file that says whether tripwires wait cannot be read');
    return '';
  }
}

/** The mode that the file is to name; '' where there is to be none. */
async function wantedMode(store: Store, own: string, configOf: ProjectConfigs): Promise<string> {
  const mode = await strictestMode(store, own, configOf);
  return mode !== 'off' && (await hasConfirmed(store)) ? mode : '';
}

/** The strictest mode among the person's own and those of projects. */
async function strictestMode(store: Store, own: string, configOf: ProjectConfigs): Promise<string> {
  const { values } = SETTINGS['tripwires.mode'].type;
  const modes = (await store.log.projects()).map(({ root }) => configOf(root)?.narrowed['tripwires.mode']);
  return values.findLast((mode) => mode === own || modes.includes(mode)) ?? own;
}

async function hasConfirmed({ distilled }: Store): Promise<boolean> {
  return (await distilled.find({ kinds: ['tripwire'], confirmed: 'only', limit: 1 })).length > 0;
}
