import assert from 'node:assert/strict';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Caller } from '../../src/api/contract.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import type { Deadlines } from '../../src/core/deadlines.ts';
import { type OpenedMemory, openLocal } from '../../src/memory/open.ts';
import type { EmbedWith } from '../../src/memory/runtime/embedding.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { GRAMMARS, programOf } from './built-program.ts';
import { placeInNewHome } from './fresh-database.ts';
import { PATIENT } from './patience.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A new folder of its own for one test, with a home and a project in it; removed afterwards. */
export interface FreshHome {
  root: string;
  userHome: string;
  home: string;
  project: string;
}

/** Makes a fresh home for a test. */
export function freshHome(context: TestContext): FreshHome {
  const root = realpathSync(temporaryFolder(context));
  const userHome = join(root, 'home');
  const project = join(userHome, 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  return { root, userHome, home: join(userHome, '.cairn'), project };
}

/** What `openFresh` can be told. `embed`: what makes vectors, default nothing; `deadlines`: those that are not patient. */
export interface FreshOptions {
  home: FreshHome;
  caller: Partial<Caller>;
  env: Record<string, string>;
  /** What `config.json` says. */
  config: object;
  ignorable: RegExp;
  embed: EmbedWith;
  deadlines: Partial<Deadlines>;
}

/** Opens a local memory in a fresh home; afterwards it is closed and nothing may have been ignored but `ignorable`. */
export function openFresh(context: TestContext, options: Partial<FreshOptions> = {}): OpenedMemory & { at: FreshHome } {
  const at = options.home ?? freshHome(context);
  takeIgnored();
  // The job of the daily backup waits in the queue for ever: a test that looks at jobs has its own alone.
  const own = { CAIRN_BACKUP_DAILY: 'false', ...options.env };
  const env = { ...own, CAIRN_HOME: at.home };
  const { paths, settings } = resolveConfig({
    env,
    userHome: at.userHome,
    readText: () => options.config && JSON.stringify(options.config),
  });
  placeInNewHome(paths.home, paths.db);
  const opened = openLocal({
    paths,
    settings,
    deadlines: { ...PATIENT, ...options.deadlines },
    environment: { home: at.userHome, variables: own },
    version: '0.0.0-test',
    code: { entry: programOf('code'), grammars: () => GRAMMARS },
    caller: { surface: 'sdk', person: false, cwd: at.project, ...options.caller },
    ...(options.embed === undefined ? {} : { embed: options.embed }),
  });
  context.after(async () => {
    await opened.memory.close();
    const ignored = Object.entries(takeIgnored()).filter(([reason]) => !options.ignorable?.test(reason));
    assert.deepEqual(ignored, [], 'errors were ignored');
  });
  return { ...opened, at };
}
