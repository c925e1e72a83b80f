// agents/kimi-cli: all that is known of kimi-cli, the Python program before Kimi Code — its payloads, its transcripts,
// its settings. Distinguished from Kimi Code by its folder and the shape of its lines, never by a version.

import { join } from 'node:path';
import type { Agent, FileChange, SetupTarget } from '../shared/contract.ts';
import { withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, noProjectFiles, planChanges } from '../shared/setup/plan-changes.ts';
import { type TomlHooks, withoutTomlHooks, withTomlHooks } from '../shared/setup/toml-hooks.ts';
import { CAPABILITIES, REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { configFolder, detect, findTranscripts, transcriptOf } from './places.ts';
import { createParser } from './transcript.ts';

const TITLE = 'kimi-cli';
const HOOKS: TomlHooks = { agent: AGENT_NAME, hooks: REGISTERED_HOOKS.map((event) => ({ event })) };
const HOOKS_WHY = 'kimi-cli runs the hook, which records what happens.';
const SERVER_WHY = 'kimi-cli can search the memory through the MCP server.';

/** kimi-cli as a row of the registry. */
export const KIMI_CLI: Agent = {
  name: AGENT_NAME,
  title: TITLE,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  companions: () => [],
  createParser,
  planSetup,
  planUninstall,
};

function planSetup(target: SetupTarget): FileChange[] {
  const { config, servers } = filesOf(target);
  const file = { title: TITLE, fields: {}, fix: `Rename or remove "cairn" in ${servers}.` };
  return planChanges([
    { path: config, edit: (text) => withTomlHooks(text, target.hookCommand, HOOKS), why: HOOKS_WHY },
    { path: servers, edit: (text) => withServer(text, target.mcpCommand, file), why: SERVER_WHY },
  ]);
}

function planUninstall(target: SetupTarget): FileChange[] {
  const { config, servers } = filesOf(target);
  return planChanges([
    { path: config, edit: ifThere((text) => withoutTomlHooks(text, HOOKS)), why: HOOKS_WHY },
    { path: servers, edit: ifThere(withoutServer), why: SERVER_WHY },
  ]);
}

function filesOf({ environment, project }: SetupTarget): { config: string; servers: string } {
  if (project !== undefined) throw noProjectFiles(TITLE, AGENT_NAME);
  const folder = configFolder(environment);
  return { config: join(folder, 'config.toml'), servers: join(folder, 'mcp.json') };
}
