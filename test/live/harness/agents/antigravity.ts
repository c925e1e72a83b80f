import type { ImportedAgent } from '../imported.ts';
import { PROJECT } from '../story.ts';

/** The file of the user's MCP servers, of which the program tells the core. */
const SERVERS = '.gemini/config/mcp_config.json';

/** The core of Antigravity, as a program of Google's own package drives it. */
export const ANTIGRAVITY: ImportedAgent = {
  name: 'antigravity',
  package: {
    from: 'pypi',
    name: 'google-antigravity',
    version: '0.1.22',
    command: 'test/live/harness/agents/antigravity.py',
    isLibrary: true,
  },
  files: () => ({ [SERVERS]: '{\n  "mcpServers": {}\n}\n' }),
  env: (modelUrl) => ({ SCRIPTED_MODEL_URL: modelUrl }),
  args: (prompt, goesOn) => [...(goesOn ? ['--continue'] : []), prompt],
  server: SERVERS,
  tools: {
    read: (file) => ({ tool: 'view_file', args: { AbsolutePath: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'replace_file_content',
      args: {
        TargetFile: `${PROJECT}/${file}`,
        Instruction: 'Change it',
        Description: 'Change it',
        AllowMultiple: false,
        TargetContent: from,
        ReplacementContent: to,
        StartLine: 1,
        EndLine: 1,
      },
    }),
    shell: (command) => ({
      tool: 'run_command',
      args: { CommandLine: command, Cwd: PROJECT, WaitMsBeforeAsync: 10_000 },
    }),
    ask: (tool, args) => ({ tool: `mcp_cairn_${tool}`, args }),
  },
};
