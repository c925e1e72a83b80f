// The MCP server's program. It starts with every session of an agent, so it loads little before it answers (bench/mcp.ts).
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { programVersion } from './program-files.ts';

const FLUSH_MS = 2_000;

// What was compiled stays in the home for the next start. Written early: a client may end this process at any time.
const home = process.env.CAIRN_HOME || `${homedir()}/.cairn`;
if (existsSync(home)) enableCompileCache(`${home}/cache`);
setTimeout(flushCompileCache, FLUSH_MS).unref();

// The protocol library's schemas check few messages: making code for each of them costs more than it saves.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const { serveMcp } = await import('../mcp/server.ts');

serveMcp({
  version: programVersion(),
  openMemory: async () => {
    const { openClient, readConfig } = await import('./open-client.ts');
    const cwd = process.env.CLAUDE_PROJECT_DIR || process.cwd();
    return openClient(readConfig(), { surface: 'mcp', person: false, cwd });
  },
});
