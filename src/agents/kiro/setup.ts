import { join } from 'node:path';
import { createSetup, hooksIn, hooksWhy, OWN_FILE_MARK, ownFile, serverIn } from '../shared/setup/create-setup.ts';
import { HOOK_TIMEOUT_S, hookCommandLine } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks } from '../shared/setup/json-hooks.ts';
import { filesOf } from '../shared/transcripts/transcript-files.ts';
import { AGENT_HOOKS, FILE_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { configFolder } from './places.ts';

const TITLE = 'Kiro';
const OWN_AGENT_WHY =
  'The CLI of Kiro before V3 runs the hook for the agent "cairn", which is its default one otherwise.';

/** How an agent's file stores hooks. */
export const HOOKS_OF_AGENT: JsonHooks = {
  agent: AGENT_NAME,
  title: TITLE,
  hooks: AGENT_HOOKS.map((event) => ({ event })),
  flat: true,
  fields: { timeout_ms: HOOK_TIMEOUT_S * 1_000 },
  why: 'The CLI of Kiro before V3 runs the hook for this agent.',
};

/**
 * A hook file and an MCP server, for the user or for a repository. For the user also hooks in each agent's file, and an
 * agent that contains nothing else, since the CLI before V3 reads no hook files.
 */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, hookCommand, project } = target;
  const folder = project === undefined ? configFolder(environment) : join(project, '.kiro');
  const own = [
    ownFile(join(folder, 'hooks', 'cairn.json'), hooksWhy(TITLE), () => hooksFile(hookCommand)),
    serverIn(join(folder, 'settings', 'mcp.json'), { title: TITLE }, target),
  ];
  if (project !== undefined) return own;
  const ownAgent = join(folder, 'agents', 'cairn.json');
  const agents = filesOf(join(folder, 'agents'), '.json').filter((path) => path !== ownAgent);
  return [
    ...own,
    ownFile(ownAgent, OWN_AGENT_WHY, () => agentFile(hookCommand)),
    ...agents.map((path) => hooksIn(path, HOOKS_OF_AGENT, target)),
  ];
});

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
