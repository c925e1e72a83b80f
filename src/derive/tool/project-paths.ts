import { relativePath } from '../../core/text/text.ts';

/** The root of an event's project and the folder it ran in, both absolute; absent where unknown. */
export interface ProjectPaths {
  projectRoot?: string | undefined;
  cwd?: string | undefined;
  /** What `~` stands for; absent where only the project's root may show it. */
  userHome?: string | undefined;
  /** True for a folder that is of another project: relative paths lead from it, and nothing below it is the project's. */
  isElsewhere?: boolean;
}

const MAX_PATH = 400;
/** Folders of other people's code, anywhere in a path. */
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor|third_party|site-packages|dist-packages|\.?venv|\.tox|Pods|Carthage|\.gradle|\.m2|\.cargo|\.rustup|go\/pkg\/mod|\.gem|\.bundle|\.yarn|\.pnpm-store|\.pub-cache|\.hex|\.nuget|elm-stuff)(?:\/|$)/;
const DEPENDENCIES_AT_ROOT = /^(?:deps|external|externals)\//;
/** Folders too broad to count as one project: file system root, homes, shared scratch folders. */
const BROAD =
  /^(?:\/|\/(?:home|Users)(?:\/[^/]+)?|\/root|\/tmp|\/var|\/usr|\/etc|\/opt|\/mnt|[A-Za-z]:\/?(?:Users(?:\/[^/]+)?)?)$/;
const DEVICE = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** A path with `/` between its parts, without `.`, `..` and doubled slashes; relative ones are taken from `cwd`. */
export function absolutePath(path: string, place: ProjectPaths): string {
  const slashed = path
    .slice(0, MAX_PATH)
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/');
  const from = isAbsolute(slashed) || place.cwd === undefined ? '' : `${place.cwd.replaceAll('\\', '/')}/`;
  const full = `${from}${slashed}`;
  const parts: string[] = [];
  for (const part of full.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${full.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

/** The path as items carry it: relative to the project's root when it is below it, otherwise absolute. */
export function itemPath(path: string, place: ProjectPaths): string {
  const full = absolutePath(path, place);
  const root = rootsOf(place).find((candidate) => isBelow(full, candidate));
  return relativePath(full, root);
}

/**
 * True for a file outside the project or in its dependencies, whose words are untrusted. The folder in which the event ran
 * counts as part of the project; without any root every absolute path is outside. So is a page by its address.
 */
export function isForeignPath(path: string, place: ProjectPaths): boolean {
  if (/^(?:~|\$\{?HOME\b|(?:https?|ftps?|ssh|git):\/\/)/i.test(path)) return true;
  const full = absolutePath(path, place);
  if (DEVICE.test(full)) return false;
  if (DEPENDENCIES.test(full)) return true;
  const root = rootsOf(place).find((candidate) => isBelow(full, candidate));
  if (root !== undefined) return DEPENDENCIES_AT_ROOT.test(relativePath(full, root));
  return isAbsolute(full) || full.startsWith('..') || DEPENDENCIES_AT_ROOT.test(full);
}

function rootsOf(place: ProjectPaths): string[] {
  const roots = [place.projectRoot, place.isElsewhere === true ? undefined : place.cwd].map((root) =>
    root?.replaceAll('\\', '/').replace(/\/+$/, ''),
  );
  return roots.filter((root) => root !== undefined && root !== '' && !BROAD.test(root)) as string[];
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** True for a path from the root of the file system, or of a drive. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}
