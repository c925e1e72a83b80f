/** Seconds after which an agent ends a hook. The hook ends itself earlier; this is for a machine that stands still. */
export const HOOK_TIMEOUT_S = 5;

/** The shell line by which an agent runs the hook: script, agent, event. */
export function hookCommandLine(script: string, { agent, event }: { agent: string; event: string }): string {
  return `${quotePath(script)} ${agent} ${event}`;
}

/** True for a line that runs the hook of Cairn for the agent, wherever the script lies. */
export function isHookCommandLine(line: string, agent: string): boolean {
  return new RegExp(`(?:^|[/\\\\'"])bin[/\\\\]hook['"]? ${agent} \\w+$`).test(line);
}

/** A path as one word of the shell that runs the hook; the plain way where it needs no quotes. */
function quotePath(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
