// The MCP server's program. It starts with every session of an agent, so it loads one file before it answers, and no
// module of Node that it can do without (bench/mcp.ts). The memory is found with the first call of a tool.
import './plain-schemas.ts';
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
  openMemory: async () => {
    const { openClient, readConfig } = await import('./open-client.ts');
    session ??= `${MCP_SESSION}${globalThis.crypto.randomUUID()}`;
    const cwd = process.env.CLAUDE_PROJECT_DIR || process.cwd();
    return openClient(readConfig(), { surface: 'mcp', person: false, agent: true, session, cwd });
  },
});
