// server/commands: what `cairn server` takes. Each command is a row; parser and help are made from the table.
// Nothing here is kept, and no worker or home of a person is touched.

import { Command, CommanderError, Option } from 'commander';
import { type CairnError, toCairnError } from '../../core/errors.ts';
import { openPool } from '../../platform/postgres/postgres.ts';
import { MIGRATIONS, migratePostgres } from '../../store/postgres/engine/migrate.ts';
import { databaseUrl, readServerConfig, SERVER_VARIABLES } from '../server-config.ts';
import { startServer } from '../start-server.ts';
import type { ServerCommand, ServerContext, ServerInput } from './command-table.ts';
import { MONTH_COMMANDS } from './month-commands.ts';
import { TEAM_COMMANDS } from './team-commands.ts';

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

const RUN_COMMANDS: readonly ServerCommand[] = [
  {
    name: 'migrate',
    help: 'bring the database to the schema of this version; as the role that owns the tables',
    options: [
      { flags: '--role <name>', help: 'the role of the servers, which gets the use of the tables; default cairn_app' },
    ],
    async run({ options }, { env }) {
      const pool = openPool({ url: databaseUrl(env, 'CAIRN_DATABASE_OWNER_URL'), connections: 1, statementMs: 0 });
      try {
        const { role } = options;
        const applied = await migratePostgres(pool, typeof role === 'string' ? { role } : {});
        return { applied, version: MIGRATIONS.at(-1)?.version ?? 0 };
      } finally {
        await pool.close();
      }
    },
    show: ({ applied, version }: { applied: number[]; version: number }, { say }) =>
      say(applied.length === 0 ? `The schema is at ${version} already.` : `The schema is at ${version} now.`),
  },
  {
    name: 'start',
    help: 'answer until SIGTERM; keeps nothing on its disk, so that many can stand behind a balancer',
    async run(_input, { env, version, pageFolder, say, signal, now }) {
      const log = (level: string, message: string): void => say(`${new Date(now()).toISOString()} ${level} ${message}`);
      const server = await startServer(readServerConfig(env), { version, log, pageFolder });
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await server.close();
    },
  },
];

/** All commands of `cairn server`, in the order of the help. */
export const SERVER_COMMANDS: readonly ServerCommand[] = [...RUN_COMMANDS, ...MONTH_COMMANDS, ...TEAM_COMMANDS];

/** Runs what the words of a command line say; returns the exit code. */
export async function runServerCommand(words: readonly string[], context: ServerContext): Promise<number> {
  let asked: { command: ServerCommand; input: ServerInput; json: boolean } | undefined;
  const program = createProgram((command, input, json) => {
    asked = { command, input, json };
  }, context);
  try {
    await program.parseAsync([...words], { from: 'user' });
    if (asked === undefined) return EXIT.ok;
    const { command, input, json } = asked;
    const answer = await command.run(input, context);
    if (json) context.print(JSON.stringify(answer ?? {}));
    else if (command.show !== undefined) command.show(answer as never, context);
    else if (command.name !== 'start') context.say('Done.');
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return tellFailure(toCairnError(error), asked?.json === true, context);
  }
}

function tellFailure(error: CairnError, json: boolean, { print, say }: ServerContext): number {
  if (json) print(JSON.stringify({ error: error.toJSON() }));
  else {
    say(`error: ${error.message}`);
    if (error.fix !== undefined) say(`fix:   ${error.fix}`);
  }
  return error.code === 'invalid_input' ? EXIT.usage : EXIT.failed;
}

type OnCommand = (command: ServerCommand, input: ServerInput, json: boolean) => void;

function createProgram(onCommand: OnCommand, { print, say, version }: ServerContext): Command {
  const program = new Command('cairn server')
    .description("The memory of a team: what its members' homes share, over PostgreSQL. docs/server.md")
    .version(version)
    .addHelpText('after', `\nVariables:\n${variableLines()}`)
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => say(text.trimEnd()) })
    .exitOverride();
  const groups = new Map<string, Command>();
  for (const command of SERVER_COMMANDS) {
    const [first = '', second] = command.name.split(' ');
    let parent = program;
    if (second !== undefined) {
      parent = groups.get(first) ?? program.command(first).description(`${first}s of this server`);
      groups.set(first, parent);
    }
    addCommand(parent.command(second ?? first), command, onCommand);
  }
  return program;
}

function addCommand(target: Command, command: ServerCommand, onCommand: OnCommand): void {
  target.description(command.help).option('--json', 'print JSON');
  for (const name of command.args ?? []) target.argument(`<${name}>`);
  for (const { flags, help, many } of command.options ?? []) {
    const option = new Option(flags, help);
    if (many) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    target.addOption(option);
  }
  target.action(() => {
    const { json, ...options } = target.opts<{ json?: boolean } & ServerInput['options']>();
    onCommand(command, { args: target.args, options }, json === true);
  });
}

function variableLines(): string {
  const width = Math.max(...Object.keys(SERVER_VARIABLES).map((name) => name.length));
  return Object.entries<{ help: string; usual?: string }>(SERVER_VARIABLES)
    .map(([name, { help, usual }]) => `  ${name.padEnd(width)}  ${help}${usual === undefined ? '' : ` (${usual})`}`)
    .join('\n');
}
