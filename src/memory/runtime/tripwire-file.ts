import type { HomePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { removeFile, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Store } from '../../store/contract/store.ts';

/**
 * Maintains the file of a home that says whether any confirmed tripwire exists, so that hooks need not open the
 * database. With tripwires off there is no file.
 */
export function createTripwireFile(
  store: Store,
  { paths, settings }: { paths: Pick<HomePaths, 'tripwires'>; settings: Pick<Settings, 'tripwires.mode'> },
) {
  let looking: Promise<void> | undefined;
  let again = false;
  const look = async (): Promise<void> => {
    do {
      again = false;
      // Another memory was put in this one's place: the file belongs to it.
      if (!store.isInPlace()) return;
      const isArmed = settings['tripwires.mode'] !== 'off' && (await hasConfirmed(store));
      if (isArmed) writeDurable(paths.tripwires, `${settings['tripwires.mode']}\n`);
      else removeFile(paths.tripwires);
    } while (again);
  };
  return {
    /** Looks at the tripwires soon; calls in between are answered by one look. */
    refresh(): void {
      again = true;
      looking ??= look()
        .catch((error: unknown) => ignore(error, 'whether tripwires wait could not be written'))
        .finally(() => {
          looking = undefined;
        });
    },
    /** Resolves when no look is under way. */
    done: (): Promise<void> => looking ?? Promise.resolve(),
  };
}

async function hasConfirmed({ distilled }: Store): Promise<boolean> {
  return (await distilled.find({ kinds: ['tripwire'], confirmed: 'only', limit: 1 })).length > 0;
}
