import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Memory } from '../../api/contract.ts';
import { isText } from '../../core/json.ts';
import { readGit } from '../../platform/git-text.ts';
import { plain } from '../render/show.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { usage } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { stopWorker } from './worker.ts';

const KEY = 'privacy.excludeProjects';
const ARGUMENTS = [{ name: 'folder', help: 'the repository or a folder in it; default the current one' }];

/** `cairn off [FOLDER]` */
export const offCommand: CommandSpec = {
  name: 'off',
  summary: 'record nothing of a repository, until "cairn on" there',
  details: `Adds its folder to the setting ${KEY}. What is remembered of it stays: "cairn forget --project FOLDER" erases it. All projects for a while: cairn pause.\n\nExamples:\n  cairn off\n  cairn off ~/work/secret`,
  arguments: ARGUMENTS,
  async run(input, context) {
    const { out } = context;
    const { memory, root, excluded } = await read(input, context);
    if (!excluded.includes(root)) await write(memory, [...excluded, root], context);
    out.result({ project: root, recorded: false }, () =>
      out.say(
        `Nothing is recorded of ${plain(root)} any more. What is remembered stays: cairn forget --project . erases it`,
      ),
    );
  },
};

/** `cairn on [FOLDER]` */
export const onCommand: CommandSpec = {
  name: 'on',
  summary: 'record a repository again that was "off"',
  details: `Takes its folder out of the setting ${KEY}. Only a person does. Sessions of the time between are recorded when they are imported: cairn import.`,
  arguments: ARGUMENTS,
  async run(input, context) {
    const { out } = context;
    const { memory, root, excluded } = await read(input, context);
    if (!excluded.includes(root)) throw usage(`${root} is not off.`, `cairn config get ${KEY}`);
    await write(
      memory,
      excluded.filter((pattern) => pattern !== root),
      context,
    );
    out.result({ project: root, recorded: true }, () => out.say(`${plain(root)} is recorded again.`));
  },
};

async function read({ args }: CommandInput, { io, openMemory }: CliContext) {
  const folder = resolve(io.cwd, args[0] ?? '.');
  if (!existsSync(folder)) throw usage(`There is no folder ${folder}.`, 'cairn projects');
  const root = readGit(folder)?.root ?? folder;
  if (/[,*?!]/.test(root))
    throw usage(`${root} has letters that mean something in a pattern.`, `name it in ${KEY} of config.json`);
  const memory = openMemory({ person: isPerson(io) });
  const { settings } = await memory.settings({}, { signal: io.signal });
  const value = settings.find(({ key }) => key === KEY)?.value;
  return { memory, root, excluded: Array.isArray(value) ? value.filter(isText) : [] };
}

/** Changes the setting, and has the worker go by it. */
async function write(memory: Memory, patterns: readonly string[], context: CliContext): Promise<void> {
  const { signal } = context.io;
  await memory.settings(patterns.length === 0 ? { unset: KEY } : { set: KEY, value: patterns.join(',') }, { signal });
  await stopWorker(context);
  await context.openMemory({ person: false, start: 'auto' }).status({ signal });
}
