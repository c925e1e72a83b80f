/** Seconds after which an agent ends a hook. The hook ends itself earlier; this is for a machine that stands still. */
export const HOOK_TIMEOUT_S = 5;

/** How a path below the home of whoever runs it begins, in the files that a repository shares. */
export const SHARED_HOME = '$HOME/';

/** When a hook does anything; else it ends at once. `armed`: while a confirmed tripwire waits; `refusing`: and refuses calls. */
export type HookCondition = 'armed' | 'refusing';

/** What a hook is run for. */
export interface HookCall {
  agent: string;
  event: string;
  when?: HookCondition;
}

/**
 * The shell line by which an agent runs the hook: script, agent, event. Of a script below `$HOME/` it does nothing where
 * there is none, and tells the script that it stands in a repository's file: a person's own hooks tell of the event as well.
 * `folder`, in the words of the shell, is handed over as the payload's `cwd`, for an agent whose payloads do not name it.
 */
export function hookCommandLine(
  script: string,
  { agent, event, folder, when }: HookCall & { folder?: string },
): string {
  const only = when === undefined ? '' : ` ${when}`;
  const payload = folder === undefined ? '' : `{ printf '{"cwd":"%s",' "${folder}"; tail -c +2; } | `;
  if (!script.startsWith(SHARED_HOME)) return `${payload}${quotePath(script)} ${agent} ${event}${only}`;
  return `[ ! -x "${script}" ] || ${payload}"${script}" ${agent} ${event} project${only}`;
}

/** The same for PowerShell, which runs the hooks of some agents on Windows. Nothing is run where the script is gone. */
export function powerShellHookLine(script: string, { agent, event, when }: HookCall): string {
  const path = `'${script.replaceAll("'", "''")}'`;
  return `if (Test-Path ${path}) { & ${path} ${agent} ${event}${when === undefined ? '' : ` ${when}`} }`;
}

/** True for an absolute path of Windows. */
export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(path);
}

/** True for a line that runs the hook of Cairn for the agent, wherever the script lies. */
export function isHookCommandLine(line: string, agent: string): boolean {
  return new RegExp(
    `(?:^|[/\\\\'"])bin[/\\\\]hook(?:\\.cmd)?['"]? ${agent} \\w+(?: project)?(?: (?:armed|refusing))?$`,
  ).test(line);
}

/** A path as one word of the shell that runs the hook; the plain way where it needs no quotes. */
function quotePath(path: string): string {
  // Of Windows, for cmd, in which programs there run a command line.
  if (isWindowsPath(path)) return /[^\w.:\\/-]/.test(path) ? `"${path}"` : path;
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
