import type { CommandSpec } from '../terminal/command.ts';

/** `cairn mcp` */
export const mcpCommand: CommandSpec = {
  name: 'mcp',
  summary: 'serve the memory to an agent over the Model Context Protocol (MCP) on stdin and stdout',
  details: '"cairn setup" registers this server with your agents; you rarely need to run it yourself.',
  options: [
    {
      flags: '--tools <set>',
      help: 'which tools to serve; all adds resume, project, patterns, figures, semantic_search and collections',
      choices: ['default', 'all'],
    },
  ],
  json: false,
  async run(_input, { serveMcp }) {
    await serveMcp();
  },
};
