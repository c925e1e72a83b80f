// agents/openclaw: all that is known of OpenClaw — where its sessions lie: since 2026 in a database per agent, before
// in files. The lines in both have pi’s form. Its hooks are plug-ins, of which Cairn has none; set-up adds the MCP server.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Agent, AgentEnvironment } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';
import { createPiParser } from '../shared/dialects/pi-transcript.ts';
import { createSetup, noProjectFiles, serverIn } from '../shared/setup/create-setup.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { readDatabase } from './database.ts';

const NAME = 'openclaw';
const DATABASE = 'openclaw-agent.sqlite';

const { planSetup, planUninstall } = createSetup((target) => {
  if (target.project !== undefined) throw noProjectFiles('OpenClaw', NAME);
  const { variables } = target.environment;
  const path = variables.OPENCLAW_CONFIG_PATH || join(folderOf(target.environment), 'openclaw.json');
  return [serverIn(path, { title: 'OpenClaw', at: ['mcp', 'servers'] }, target)];
});

/** OpenClaw as a row of the registry. */
export const OPENCLAW: Agent = {
  name: NAME,
  title: 'OpenClaw',
  capabilities: {
    authority: authorityOf(),
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'Its hooks are plug-ins that run in its own process, and Cairn has none: its sessions are imported, and its agent asks Cairn through the MCP server.',
      'Its prompts come by chats, in which anybody may write: none counts as the words of a person.',
    ],
    hooks: [],
    transcripts: '~/.openclaw/agents/…/agent/openclaw-agent.sqlite, …/sessions/*.jsonl',
    evidence: { how: 'live', versions: '2026.9.6 (sessions of version 4); files of version 3', seen: '2026-11-28' },
  },
  detect: (environment) => existsSync(folderOf(environment)),
  workFolders: (environment) => [folderOf(environment)],
  findTranscripts: (environment) =>
    foldersOf(join(folderOf(environment), 'agents'))
      .flatMap((agent) => [join(agent, 'agent', DATABASE), ...filesOf(join(agent, 'sessions'), '.jsonl')])
      // The program's own traces are next to the sessions.
      .filter((path) => !path.endsWith('.trajectory.jsonl'))
      .flatMap((path) => toTranscriptFile(NAME, path) ?? []),
  createParser: ({ path }, state) => createPiParser(NAME, basename(path, '.jsonl'), state),
  createSnapshot: ({ path }, state) => (path.endsWith('.sqlite') ? readDatabase(NAME, path, state) : undefined),
  planSetup,
  planUninstall,
};

function folderOf({ home, variables }: AgentEnvironment): string {
  return variables.OPENCLAW_STATE_DIR || join(home, '.openclaw');
}
