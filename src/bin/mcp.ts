// The MCP server's program. It starts with every session of an agent, so it loads one file before it answers, and no
// module of Node that it can do without (bench/mcp.ts). The memory is found with the first call of a tool.
import './plain-schemas.ts';
import type { Caller, Memory } from '../api/contract.ts';
import { sessionMark } from '../config/agent-mark.ts';
import type { Config } from '../config/resolve-config.ts';
import { MCP_SESSION } from '../core/model/own-sessions.ts';
import { serveMcp } from '../mcp/server.ts';
import { ALL_TOOLS, TOOLS } from '../mcp/tools.ts';
import { VERSION } from './program-version.ts';

/** The session under which the acts of this agent's session are counted together. */
let session: string | undefined;

serveMcp({
  version: VERSION,
  // The command line has checked it.
  tools: / --tools[ =]all\b/.test(process.argv.join(' ')) ? ALL_TOOLS : TOOLS,
  // Set by an agent's package that finds the agent set up already: then the other server has the tools (scripts/packages).
  silent: process.env.CAIRN_MCP_SILENT === '1',
  marked: sessionMark(process.env),
  openMemory: async (asking) => {
    const { openClient, readConfig } = await import('./open-client.ts');
    const { isReadOnlyFolder } = await import('../platform/own-folder.ts');
    session ??= `${MCP_SESSION}${globalThis.crypto.randomUUID()}`;
    const cwd = process.env.CLAUDE_PROJECT_DIR || process.cwd();
    const config = readConfig();
    const caller = { surface: 'mcp', person: false, agent: true, session, cwd, ...(asking && { asking }) } as const;
    return isReadOnlyFolder(config.paths.home) ? openAsItIs(config, caller) : openClient(config, caller);
  },
});

/** The memory of a home that cannot be written. It comes from the build of the command line, which holds the store. */
async function openAsItIs(config: Config, caller: Caller): Promise<Memory> {
  const { programScript } = await import('./program-files.ts');
  const { href } = process.getBuiltinModule('node:url').pathToFileURL(programScript('open-as-it-is'));
  const program = (await import(href)) as typeof import('./open-as-it-is.ts');
  return program.openAsItIs(config, caller);
}
