/** Seconds after which an agent ends a hook. The hook ends itself earlier; this is for a machine that hangs. */
export const HOOK_TIMEOUT_S = 5;

/** Prefix of paths below the home of whoever runs the command, in files that a repository shares. */
export const SHARED_HOME = '$HOME/';

/**
 * The condition under which a hook does anything; else it ends at once. `armed`: a confirmed tripwire waits;
 * `refusing`: and it refuses calls.
 */
export type HookCondition = 'armed' | 'refusing';

/** The event for which a hook is run. */
export interface HookCall {
  agent: string;
  event: string;
  when?: HookCondition;
}

/**
 * Shell that puts a folder before the rest of a payload, as text of JSON, whatever its name holds; `command -p` runs the system's own
 * programs, whatever a project puts on the path.
 */
function withFolder(folder: string): string {
  return `{ printf '{"cwd":"%s",' "$(printf '%s\\n' "${folder}" | command -p sed 's/["\\\\]/\\\\&/g;$!s/$/\\\\n/' | command -p tr -d '\\000-\\037')"; command -p tail -c +2; } | `;
}

/**
 * The shell line by which an agent runs the hook: script, agent, event. With a script below `$HOME/` the line does
 * nothing when the script is missing, and passes on that it is in a repository's file, since the user's own
 * hooks report the event as well. `folder`, a shell expression, is passed as the payload's `cwd`, for an agent whose
 * payloads do not name it.
 */
export function hookCommandLine(
  script: string,
  { agent, event, folder, when }: HookCall & { folder?: string },
): string {
  const only = when === undefined ? '' : ` ${when}`;
  const payload = folder === undefined ? '' : withFolder(folder);
  if (!script.startsWith(SHARED_HOME)) return `${payload}${quotePath(script)} ${agent} ${event}${only}`;
  return `[ ! -x "${script}" ] || ${payload}"${script}" ${agent} ${event} project${only}`;
}

/** The same for PowerShell, in which some agents on Windows run hooks. It does nothing when the script is missing. */
export function powerShellHookLine(script: string, { agent, event, when }: HookCall): string {
  const path = `'${script.replaceAll("'", "''")}'`;
  return `if (Test-Path ${path}) { & ${path} ${agent} ${event}${when === undefined ? '' : ` ${when}`} }`;
}

/** True for an absolute path of Windows. */
export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(path);
}

/** True for a line that runs Cairn's hook for the agent, wherever the script is. */
export function isHookCommandLine(line: string, agent: string): boolean {
  return new RegExp(
    `(?:^|[/\\\\'"])bin[/\\\\]hook(?:\\.cmd)?['"]? ${agent} \\w+(?: project)?(?: (?:armed|refusing))?$`,
  ).test(line);
}

/** A path as one word of the shell that runs the hook; without quotes when it needs none. */
function quotePath(path: string): string {
  // A Windows path is quoted for cmd, in which programs run a command line there.
  if (isWindowsPath(path)) return /[^\w.:\\/-]/.test(path) ? `"${path}"` : path;
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
