import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnSettings, type ProjectSettings, readProjectSettings } from '../config/project-settings.ts';
import { dropOldest } from '../core/drop-oldest.ts';
import { realPathOf } from '../platform/files.ts';
import { openProjectFiles } from '../platform/project-files.ts';
import { createExclusion, type Exclusion } from '../privacy/exclude.ts';
import { createHider } from '../privacy/hide-patterns.ts';

/** Path of a project's settings below its root. */
export const PROJECT_CONFIG = join('.cairn', 'config.json');

/** Upper bound on the bytes of a project's file: a longer one is not read. */
const BYTES = 64 * 1024;
const KEPT = 500;
/** Words by which an order, a decision or a preference is known. */
const ORDER_WORDS = (
  "never always must mustn't not don't doesn't isn't cannot can't won't shouldn't shall should only ever no nobody without " +
  'from now on going forward henceforth use using prefer avoid instead of rather than we i you decided agreed rule rules ' +
  'convention policy please remember keep stop make sure because unless nie niemals immer nicht kein nunca siempre jamais toujours'
).split(' ');

/** The settings of a project, with what follows of them. */
export interface ProjectConfig extends ProjectSettings {
  /** Path of the file. */
  file: string;
  /** Files of which the project keeps no contents. */
  excludes: Exclusion;
  /** Replaces what the project's own patterns name. */
  hide: (text: string) => string;
  /** The same in what a person typed: the words that make an order of it stay. */
  hideTyped: (text: string) => string;
}

/** Finds the settings of a project by its root; `undefined` where it has no file. */
export type ProjectConfigs = (root: string | undefined) => ProjectConfig | undefined;

/** What reading needs. `settings` are the person's own, `home` the folder of their data; `onNews` is called when a file is read again. */
export interface ProjectConfigOptions {
  settings: OwnSettings;
  home: string;
  onNews?: () => void;
}

/**
 * Builds the reader of `.cairn/config.json` at the roots of projects. A look costs one call of the system; the file is read
 * again once its time, size or place changed. It is never followed out of the project, and none is a reason to fail.
 */
export function createProjectConfigs({ settings, home, onNews }: ProjectConfigOptions): ProjectConfigs {
  const known = new Map<string, { stamp: string; config: ProjectConfig | undefined }>();
  // The home of someone who keeps all of their own folder in a repository: those are their own settings.
  const own = join(realPathOf(home), 'config.json');
  return (root) => {
    if (root === undefined) return undefined;
    const file = join(root, PROJECT_CONFIG);
    const stamp = stampOf(file);
    const last = known.get(root);
    if (stamp === (last?.stamp ?? '')) return last?.config;
    const config = stamp === '' || realPathOf(file) === own ? undefined : read(root, file, settings);
    known.set(root, { stamp, config });
    dropOldest(known, KEPT);
    onNews?.();
    return config;
  };
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    return [mtimeMs, ctimeMs, size, ino].join(' ');
  } catch {
    // Whatever the reason, such as a link that leads to itself: there is nothing to read.
    return '';
  }
}

function read(root: string, file: string, settings: OwnSettings): ProjectConfig {
  const look = openProjectFiles(root, { paths: 1, files: 1, bytes: BYTES });
  const found = look?.find(PROJECT_CONFIG);
  const isSmall = found?.kind === 'file' && found.sizeBytes <= BYTES;
  const text = isSmall ? look?.text(PROJECT_CONFIG) : undefined;
  const problem = isSmall || found?.kind !== 'file' ? 'is no file of this project' : 'is longer than 64 kB';
  const settled = text === undefined ? { narrowed: {}, ignored: [], problem } : readProjectSettings(text, settings);
  const { narrowed } = settled;
  const patterns = texts(narrowed['privacy.patterns']);
  return {
    ...settled,
    file,
    excludes: createExclusion({ paths: texts(narrowed['privacy.excludePaths']), projects: [] }),
    hide: createHider(patterns),
    hideTyped: createHider(patterns.filter((pattern) => !takesOrder(pattern))),
  };
}

/** True for a pattern that would take the words out of a prompt by which a rule of its writer is known. */
function takesOrder(pattern: string): boolean {
  const hide = createHider([pattern]);
  const literal = ` ${pattern.replace(/\*/g, '').trim().toLowerCase()} `;
  return ORDER_WORDS.some((word) => hide(word) !== word || literal.includes(` ${word} `));
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
