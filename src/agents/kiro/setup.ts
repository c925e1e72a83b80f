import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S, hookCommandLine } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { OWN_FILE_MARK, withOwnFile, withoutOwnFile } from '../shared/setup/own-file.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/setup/plan-changes.ts';
import { filesOf } from '../shared/transcripts/transcript-files.ts';
import { AGENT_HOOKS, FILE_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { configFolder } from './places.ts';

const HOOKS_WHY = 'Kiro runs the hook, which records what happens and hands over what matters.';
const AGENT_WHY = 'The CLI of Kiro before V3 runs the hook for this agent.';
const OWN_AGENT_WHY =
  'The CLI of Kiro before V3 runs the hook for the agent "cairn", which is its default one otherwise.';
const SERVER_WHY = 'Kiro can search the memory through the MCP server.';

/** How an agent's file stores hooks. */
export const HOOKS_OF_AGENT: JsonHooks = {
  agent: AGENT_NAME,
  hooks: AGENT_HOOKS.map((event) => ({ event })),
  flat: true,
  fields: { timeout_ms: HOOK_TIMEOUT_S * 1_000 },
};

/**
 * The changes that put Cairn into Kiro: a hook file and an MCP server, for the user or for a repository. For the user
 * also hooks in each agent's file, and an agent that contains nothing else, since the CLI before V3 reads no hook
 * files.
 */
export function planSetup(target: SetupTarget): FileChange[] {
  const { hookCommand, mcpCommand } = target;
  const { hooks, server, ownAgent, agents } = placesOf(target);
  const file: McpFile = { title: 'Kiro', fields: {}, fix: `Rename or remove "cairn" in ${server}.` };
  const own: PlannedEdit[] = [
    { path: hooks, edit: withOwnFile(hooksFile(hookCommand)), why: HOOKS_WHY },
    { path: server, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY },
  ];
  if (target.project !== undefined) return planChanges(own);
  const edit = (text: string | undefined): string => withJsonHooks(text, hookCommand, HOOKS_OF_AGENT);
  return planChanges([
    ...own,
    { path: ownAgent, edit: withOwnFile(agentFile(hookCommand)), why: OWN_AGENT_WHY },
    ...agents.map((path) => ({ path, edit, why: AGENT_WHY })),
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const { hooks, server, ownAgent, agents } = placesOf(target);
  const own: PlannedEdit[] = [
    { path: hooks, edit: withoutOwnFile, why: HOOKS_WHY },
    { path: server, edit: ifThere(withoutServer), why: SERVER_WHY },
  ];
  if (target.project !== undefined) return planChanges(own);
  const edit = ifThere((text) => withoutJsonHooks(text, HOOKS_OF_AGENT));
  return planChanges([
    ...own,
    { path: ownAgent, edit: withoutOwnFile, why: OWN_AGENT_WHY },
    ...agents.map((path) => ({ path, edit, why: AGENT_WHY })),
  ]);
}

function placesOf(target: SetupTarget): { hooks: string; server: string; ownAgent: string; agents: string[] } {
  const folder = target.project === undefined ? configFolder(target.environment) : join(target.project, '.kiro');
  const ownAgent = join(folder, 'agents', 'cairn.json');
  return {
    hooks: join(folder, 'hooks', 'cairn.json'),
    server: join(folder, 'settings', 'mcp.json'),
    ownAgent,
    agents: filesOf(join(folder, 'agents'), '.json').filter((path) => path !== ownAgent),
  };
}

function hooksFile(hookCommand: string): string {
  const hooks = FILE_HOOKS.map((event) => ({
    name: `cairn-${event}`,
    description: OWN_FILE_MARK,
    trigger: event,
    action: { type: 'command', command: hookCommandLine(hookCommand, { agent: AGENT_NAME, event }) },
    timeout: HOOK_TIMEOUT_S,
  }));
  return `${JSON.stringify({ version: 'v1', hooks }, null, 2)}\n`;
}

function agentFile(hookCommand: string): string {
  const agent = {
    name: 'cairn',
    description: `Kiro with the memory of Cairn. ${OWN_FILE_MARK}`,
    tools: ['*'],
    includeMcpJson: true,
  };
  return withJsonHooks(`${JSON.stringify(agent, null, 2)}\n`, hookCommand, HOOKS_OF_AGENT);
}
