import { foldPath, matchesGlob, pathSegments } from '../core/glob.ts';
import { lazy } from '../core/lazy.ts';

/**
 * Globs of files that contain secrets. Their contents are never stored; that a tool read or
 * wrote them is. A later pattern wins; `!` re-includes.
 */
const SECRET_FILES: readonly string[] = [
  ...['.env', '.env.*', '*.env', '.envrc', '!.env.example', '!.env.sample', '!.env.template', '!.env.dist'],
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk', '*.pem', '*.key', '*.ppk'],
  ...['*.p8', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.ovpn', '*.age', '*.agekey'],
  ...['.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.htpasswd', '.git-credentials', '.npmrc', '.pypirc'],
  ...['.dockercfg', '.docker/config.json', '.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml'],
  ...['.aws/credentials', '.azure/', '.config/gcloud/', '.config/gh/hosts.yml', '.config/hub', '.config/rclone/'],
  ...['.boto', '.s3cfg', '.kube/config', 'kubeconfig', '*.kubeconfig', '.vault-token', '.terraformrc'],
  ...['*.tfstate', '*.tfstate.*', '*.tfvars', '!*.example.tfvars', 'application_default_credentials.json'],
  ...['*service-account*.json', '*service_account*.json', 'credentials.json', '.credentials.json'],
  ...['client_secret*.json', 'secrets.json', 'secrets.yml', 'secrets.yaml', 'secrets.toml', 'master.key'],
  ...['.gnupg/', '.password-store/', '.ssh/', '!.ssh/config', '!.ssh/known_hosts', '!.ssh/*.pub'],
  ...['/etc/shadow', '/etc/gshadow', '/proc/*/environ', '.codex/auth.json', '.bash_history', '.zsh_history'],
  ...['.psql_history', '.mysql_history', '.python_history', '.node_repl_history'],
];

const ROOTED = /^[/\\]|^[a-z]:/i;
/** A pattern of projects that says where they are, or takes some back. */
const PLACED = /^[!~/\\]|:|^$/;

/** Decides which files' contents and which projects are never stored. */
export interface Exclusion {
  /**
   * True for a path whose contents are not stored, by itself or since it is in an excluded project; `byOwn`: by the patterns of a
   * person or project alone, without those of files that hold secrets.
   */
  path(path: string, byOwn?: boolean): boolean;
  /** True for a project, by its root or a folder in it, of which nothing is stored. */
  project(root: string): boolean;
  /** False for a text that names no excluded path, however long it is: one look at it, without its lines and words. */
  mayName(text: string): boolean;
  /** The patterns of paths and those of projects, each in the order in which they decide. */
  patterns(): readonly (readonly PathPattern[])[];
  /** The same questions about other patterns of paths and of projects. */
  withPatterns(paths: readonly PathPattern[], projects: readonly PathPattern[]): Omit<Exclusion, 'project'>;
  /** The top of the repository that a folder is in; `/` outside of one. Absent where nobody looks at the disk. */
  topOf?: ((folder: string) => string) | undefined;
  /** The repository of which a folder is a work tree elsewhere; empty outside of one. Absent where nobody looks at the disk. */
  repositoryOf?: (folder: string) => string;
  /** The tops of the work trees of a folder's repository, the main one first; none outside of one. Absent where nobody lists them. */
  workTreesOf?: ((folder: string) => readonly string[]) | undefined;
  /** Ids under which a session can read outputs that were left out. Absent where nobody knows what happened before. */
  hiddenOutputs?: Set<string>;
}

/** A person's globs, in addition to those for files that contain secrets. */
export interface ExclusionRules {
  paths: readonly string[];
  projects: readonly string[];
  /** Folders that are left out like a project, and that no person set. */
  asides?: readonly string[];
  /** The person's folder, for which `~` stands; without it `~/x` is `x` at any depth. */
  userHome?: string;
  /** The path of a folder without links. A pattern that names a folder through a link names where it leads, too. */
  realPath?: (path: string) => string;
}

/** A compiled glob. */
export interface PathPattern {
  /** Segments that a path must match, one list per glob. */
  globs: readonly (readonly string[])[];
  isNegated: boolean;
  /** Characters that a matching path must contain, in lower case: the pattern's longest run without wildcards. */
  literal: string;
  /** A person or a project set it, for paths, or for a project by its place: none of those for files that contain secrets. */
  isOwn: boolean;
}

/** Compiled patterns, with a quick test that none of them can match: most words of a command are no paths. */
interface Patterns {
  all: readonly PathPattern[];
  hint: RegExp;
}

/**
 * Builds the exclusion rules. `*` and `?` match within a name, `**` any number of folders; a pattern without a leading
 * `/` matches at any depth; `!` re-includes, and the last pattern that matches decides. A person's pattern covers the
 * file or folder that it names and everything below. Letters match in either case. Matching is linear in path and
 * pattern.
 */
export function createExclusion(rules: ExclusionRules): Exclusion {
  // Made when first asked: a hook builds these rules for a single event, which mostly names no file.
  const paths = lazy(() => withHint(pathPatterns(rules)));
  const asides = (rules.asides ?? []).flatMap((glob) => ownPatterns(glob, rules, false));
  const own = rules.projects.map((glob) => ({ glob, patterns: ownPatterns(glob, rules, 'rooted') }));
  const roots = withHint([...own.flatMap(({ patterns }) => patterns), ...asides]);
  // A file or a word of a project's name elsewhere is no project: a pattern for any depth means what lies in a folder.
  const below = own.flatMap(({ glob, patterns }) => (PLACED.test(glob) ? patterns : patterns.map(contentsOf)));
  const projects = { ...roots, all: [...below, ...asides] };
  return { ...askedOf(paths, projects), project: (root) => isExcluded(root, roots) };
}

/** What can be asked of patterns of paths and of projects. */
function askedOf(paths: () => Patterns, projects: Patterns): Omit<Exclusion, 'project'> {
  return {
    // What lies in an excluded project is excluded wherever it is read.
    path: (path, byOwn) => isExcluded(path, paths(), byOwn) || isExcluded(path, projects),
    mayName: (text) => [paths(), projects].some(({ hint }) => hint.test(foldPath(text))),
    patterns: () => [paths().all, projects.all],
    withPatterns: (more, others) =>
      askedOf(
        lazy(() => withHint(more)),
        withHint(others),
      ),
  };
}

function pathPatterns(rules: ExclusionRules): PathPattern[] {
  return [
    ...SECRET_FILES.map((glob) => parsePattern(glob, glob.endsWith('/'), false)),
    ...rules.paths.flatMap((glob) => ownPatterns(glob, rules)),
  ];
}

function withHint(all: readonly PathPattern[]): Patterns {
  const literals = new Set(
    all.filter(({ isNegated }) => !isNegated).map(({ literal }) => literal.replace(/[^a-z0-9]/g, '\\$&')),
  );
  return { all, hint: new RegExp(literals.size === 0 ? '$.' : [...literals].join('|')) };
}

/** The patterns that a person's glob stands for: below `~` the folder and both of its names, and where a link in it leads. */
function ownPatterns(glob: string, { userHome, realPath }: ExclusionRules, isOwn: OwnMark = true): PathPattern[] {
  const [, mark = '', home, rest = ''] = /^(!?)(~(?=[/\\]))?(.*)/s.exec(glob.trim()) ?? [];
  if (home && userHome === undefined) return [parsePattern(mark + rest.slice(1), true, isOwn)];
  const path = home ? userHome + rest : rest;
  const globs = home ? [path, `/~${rest}`, `/$HOME${rest}`] : [path];
  const star = path.search(/[*?]/);
  const named = star < 0 ? path : path.slice(0, path.lastIndexOf('/', star));
  const real = ROOTED.test(named) && realPath?.(named);
  if (real && real !== named) globs.push(real + path.slice(named.length));
  return globs.map((one) => parsePattern(mark + one, true, isOwn));
}

/** Whether a pattern is a person's: `rooted`, where it is from the root. */
type OwnMark = boolean | 'rooted';

function parsePattern(glob: string, isFolder: boolean, mark: OwnMark): PathPattern {
  const isNegated = glob.startsWith('!');
  const plain = isNegated ? glob.slice(1) : glob;
  const segments = pathSegments(plain);
  const isRooted = ROOTED.test(plain);
  const isOwn = mark === 'rooted' ? isRooted : mark;
  const globs = isRooted ? segments : ['**', ...segments];
  const literal = segments
    .flatMap((segment) => segment.split(/[*?]+/))
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  if (segments.length === 0) return { globs: [], isNegated, literal, isOwn };
  return { globs: isFolder ? [globs, [...globs, '**']] : [globs], isNegated, literal, isOwn };
}

/** The pattern of what lies in the folders of one. */
function contentsOf({ globs, ...pattern }: PathPattern): PathPattern {
  return {
    ...pattern,
    globs: globs.slice(0, 1).flatMap((folder) => [
      [...folder, '*'],
      [...folder, '*', '**'],
    ]),
  };
}

function isExcluded(path: string, { all, hint }: Patterns, byOwn?: boolean): boolean {
  const lower = foldPath(path);
  if (!hint.test(lower)) return false;
  const segments = pathSegments(path);
  const decided = all.findLast(
    ({ globs, literal }) => lower.includes(literal) && globs.some((glob) => matchesGlob(glob, segments)),
  );
  return decided !== undefined && !decided.isNegated && (decided.isOwn || !byOwn);
}
