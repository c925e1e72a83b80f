import { join } from 'node:path';
import { createSetup, hooksIn, serverIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import type { McpFile } from '../shared/setup/mcp-entry.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { globalConfigPath, settingsPath } from './places.ts';
import { isOlder, versionInUse } from './version-in-use.ts';

const TITLE = 'Claude Code';
/** How Claude Code stores hooks. */
export const HOOKS_FILE: JsonHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS };

/**
 * The versions that brought hook events. In settings with an event that it does not know, an older version (seen: 2.0.76,
 * 2.1.80; not 2.1.197) runs no hook at all.
 */
const SINCE: Readonly<Record<string, string>> = {
  PostCompact: '2.1.76',
  StopFailure: '2.1.78',
  PermissionDenied: '2.1.89',
};

/** How Claude Code stores MCP servers. */
export const MCP_FILE: McpFile = {
  title: TITLE,
  fields: { type: 'stdio' },
  fix: 'claude mcp remove --scope user cairn',
};

/** Hooks in the settings of the user or of a repository, an MCP server in a file of its own. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const [settings, servers] =
    project === undefined
      ? [settingsPath(environment), globalConfigPath(environment)]
      : [join(project, '.claude', 'settings.json'), join(project, '.mcp.json')];
  return [hooksIn(settings, hooksFor(versionInUse(environment)), target), serverIn(servers, MCP_FILE, target)];
});

/** The hooks that a version knows; without one, all. */
function hooksFor(version: string | undefined): JsonHooks {
  if (version === undefined) return HOOKS_FILE;
  const isKnown = ({ event }: { event: string }): boolean => !isOlder(version, SINCE[event] ?? version);
  return { ...HOOKS_FILE, hooks: HOOKS_FILE.hooks.filter(isKnown) };
}
