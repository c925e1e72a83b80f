import type { HomePaths } from '../../config/paths.ts';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { removeFile, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { ProjectConfigs } from '../../projects/project-config.ts';
import type { Store } from '../../store/contract/store.ts';

interface Deps {
  paths: Pick<HomePaths, 'tripwires'>;
  settings: Pick<Settings, 'tripwires.mode'>;
  configOf: ProjectConfigs;
}

/**
 * Maintains the file of a home that says whether any confirmed tripwire exists, so that hooks need not open the
 * database. With tripwires off there is no file. A project whose own settings are stricter decides for all: hooks do not
 * look at projects, the worker does.
 */
export function createTripwireFile(store: Store, { paths, settings, configOf }: Deps) {
  let looking: Promise<void> | undefined;
  let again = false;
  let isOver = false;
  const look = async (): Promise<void> => {
    do {
      again = false;
      // Another memory was put in this one's place: the file belongs to it.
      if (!store.isInPlace()) return;
      const mode = await strictestMode(store, settings['tripwires.mode'], configOf);
      const isArmed = mode !== 'off' && (await hasConfirmed(store));
      if (isArmed) writeDurable(paths.tripwires, `${mode}\n`);
      else removeFile(paths.tripwires);
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
    /** Resolves when no look is under way; none follows. */
    done(): Promise<void> {
      isOver = true;
      return looking ?? Promise.resolve();
    },
  };
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
