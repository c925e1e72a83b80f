import type { CommandSpec } from '../terminal/command.ts';

/** `cairn mcp` */
export const mcpCommand: CommandSpec = {
  name: 'mcp',
  summary: 'serve the memory to an agent, over the Model Context Protocol on stdin and stdout',
  details: '"cairn setup" registers it with your agents; there is no need to run it by hand.',
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
