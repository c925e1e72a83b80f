import type { CommandSpec } from '../terminal/command.ts';

/** `cairn server …` */
export const serverCommand: CommandSpec = {
  name: 'server',
  summary: "run a team's server over PostgreSQL, and manage its teams, people and tokens",
  details:
    'A program of its own, for whoever runs the server: its commands, options and variables are told by cairn server --help, and docs/server.md takes an admin from nothing to a working team. Members need nothing but a token.\n\nExamples:\n  cairn server migrate\n  cairn server tenant create "Acme" --owner Ada\n  cairn server token create Ada --name laptop\n  cairn server start',
  arguments: [
    {
      name: 'command',
      help: 'migrate, start; tenant, member, token and webhook with what to do; audit',
      many: true,
      completes: ['migrate', 'start', 'tenant', 'member', 'token', 'webhook', 'audit'],
    },
  ],
  json: false,
  passesOn: true,
  async run(_input, { runTeamServer }) {
    await runTeamServer();
  },
};
