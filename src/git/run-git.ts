// git: runs git to read what was committed, and to exchange a folder of sync with its remote. Nothing that a repository names is
// run. What reads runs no command with a filter or a transport; the exchange reads no settings of the repository at all.

import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { isPrivateFolder, isProgram } from '../platform/files.ts';
import type { GitFolders } from '../platform/git-text.ts';
import { runCommand } from '../platform/process/run-command.ts';

/** Where programs lie on systems that name no place. */
const USUAL = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/bin', 'C:\\Program Files\\Git\\cmd'];
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * What a repository's own configuration would run, each set to what runs nothing. A command line's values come before those of
 * every file.
 */
const RUNS_NOTHING: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'diff.external=',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'log.showSignature=false',
  'log.mailmap=false',
  'mailmap.file=',
  'mailmap.blob=',
  'submodule.recurse=false',
  'maintenance.auto=false',
  'gc.auto=0',
];

/** What it would reach, in addition. */
const REACHES_NOTHING: readonly string[] = [
  'core.sshCommand=false',
  'core.gitProxy=false',
  'credential.helper=',
  'protocol.allow=never',
];
/** The ways to a remote that a person chose: those that run no program but ssh. */
const REACHES_REMOTES = 'file:git:http:https:ssh';

/** The whole environment of a run: no file of settings but the repository's, no prompt, no network, no lock. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  HOME: '/dev/null',
  XDG_CONFIG_HOME: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
};

/** Runs git in one repository. `undefined` where git fails, as for a path that no commit has, or prints more than 16 MB. */
export type Git = (args: readonly string[], input?: string) => Promise<string | undefined>;

/** The environment of a person, by whose own settings and keys git may reach the remote of a repository. */
export type GitPerson = Readonly<Record<string, string | undefined>>;

/** What running git needs. */
export interface GitOptions {
  folders: GitFolders;
  /** Folders in which programs are looked for, as in `PATH`. */
  programs: string | undefined;
  /** Milliseconds of all runs together. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Where objects lie, if not in the own folder. */
  objects?: string;
  /** Present: git may reach the remote, as that person. Absent: it reaches nothing. */
  person?: GitPerson;
}

/** Git for one repository. Throws `unsupported` where no git is installed, `timeout` when the time is over. */
export function openGit({ folders, programs, timeoutMs, signal, objects, person }: GitOptions): Git {
  const { own, worktree } = folders;
  const program = findGitProgram(programs, worktree);
  let usedMs = 0;
  const closed = person === undefined ? [...RUNS_NOTHING, ...REACHES_NOTHING] : RUNS_NOTHING;
  const guards = closed.flatMap((guard) => ['-c', guard]);
  const env = person === undefined ? ENVIRONMENT : environmentOf(person);
  return async (args, input = '') => {
    const leftMs = Math.ceil(timeoutMs - usedMs);
    const began = performance.now();
    const outcome =
      leftMs <= 0
        ? ({ kind: 'timeout' } as const)
        : await runCommand({
            // The repository's settings may say that its work tree is elsewhere.
            words: [program, `--git-dir=${own}`, `--work-tree=${worktree}`, '--no-pager', ...guards, ...args],
            input,
            env: { ...env, PATH: USUAL.join(delimiter), GIT_OBJECT_DIRECTORY: objects },
            cwd: worktree,
            timeoutMs: leftMs,
            maxBytes: MOST_BYTES,
            signal,
          });
    usedMs += performance.now() - began;
    if (outcome.kind === 'printed') return outcome.text;
    if (outcome.kind === 'exit' || outcome.kind === 'too-long') return undefined;
    if (outcome.kind === 'missing') throw noGit(outcome.cause);
    throw new CairnError('timeout', `Git took longer than ${timeoutMs} ms.`, {
      fix: 'Ask about a single line.',
    });
  };
}

/**
 * The environment in which git may reach a remote: the settings below the person's HOME, the keys of ssh, a proxy for what TLS
 * protects, and no question. Nothing else that a project could set, such as `GIT_SSH_COMMAND` or another file of settings.
 */
function environmentOf(person: GitPerson): Record<string, string | undefined> {
  const { GIT_NO_LAZY_FETCH: _, HOME: __, XDG_CONFIG_HOME: ___, GIT_CONFIG_GLOBAL: ____, ...closed } = ENVIRONMENT;
  const names = ['HOME', 'SSH_AUTH_SOCK', 'https_proxy', 'no_proxy', 'HTTPS_PROXY', 'NO_PROXY'];
  const own = Object.fromEntries(names.map((name) => [name, person[name]]));
  return { ...closed, ...own, ...session(), GIT_ALLOW_PROTOCOL: REACHES_REMOTES };
}

/** Where a keyring of the person listens, by the system and not by what a project could set. */
function session(): Record<string, string> {
  const user = process.getuid?.();
  const folder = `/run/user/${user}`;
  return user !== undefined && isPrivateFolder(folder, user) ? { XDG_RUNTIME_DIR: folder } : {};
}

/** The git of the system. What a repository carries is never run, whatever its place in `PATH`. */
function findGitProgram(programs: string | undefined, worktree: string): string {
  const names = process.platform === 'win32' ? ['git.exe'] : ['git'];
  const folders = [...(programs ?? '').split(delimiter), ...USUAL].filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      if (isProgram(path) && !isBelow(path, worktree)) return path;
    }
  }
  throw noGit();
}

function isBelow(path: string, folder: string): boolean {
  const [real, root] = [realpathSync(path), realpathSync(folder)];
  return real.startsWith(`${root}/`) || path.startsWith(`${folder}/`);
}

function noGit(cause?: Error): CairnError {
  return new CairnError('unsupported', 'Git is not installed.', {
    fix: 'Install git: the history of a line is read with it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
