import { resolve } from 'node:path';
import type { PauseResult } from '../../api/home-answers.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { pauseLine, plain } from '../render/show.ts';
import type { CliContext, CommandInput, CommandSpec, OptionSpec } from '../terminal/command.ts';
import { textOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const FOLDER: OptionSpec = {
  flags: '--folder <folder>',
  help: 'only this repository, by a folder in it; default everywhere',
};
const HERE = [{ name: 'folder', help: 'the repository, by a folder in it; default the current one' }];

/** `cairn pause [UNTIL]` */
export const pauseCommand: CommandSpec = {
  name: 'pause',
  lists: ['paused'],
  summary: 'stop recording what agents do, for a while or until "cairn unpause"',
  details:
    'Applies to all agents from now on, and to transcripts of this time that you import later; lines without a time (Cursor, Continue, contexts of kimi-cli) are left out where the pause can have been theirs. Cairn still keeps what you tell it yourself, and still gives context to agents.\n\nExamples:\n  cairn pause\n  cairn pause 30m\n  cairn pause 2h --folder ~/work/shop',
  arguments: [{ name: 'until', help: 'how long (30m, 2h, 7d), or until when; default until "cairn unpause"' }],
  options: [FOLDER],
  run: async (input, context) => pause({ until: input.args[0], folder: folderOf(input, context) }, context),
};

/** `cairn unpause` */
export const unpauseCommand: CommandSpec = {
  name: 'unpause',
  lists: ['paused'],
  summary: 'start recording again',
  details:
    'What agents did during the pause is never recorded, not even by a later import. Only a person can end a pause.',
  options: [FOLDER],
  run: async (input, context) => unpause(folderOf(input, context), context),
};

/** `cairn off [FOLDER]` */
export const offCommand: CommandSpec = {
  name: 'off',
  lists: ['paused'],
  summary: 'stop recording in this repository, until "cairn on"',
  details:
    'The same as "cairn pause --folder". It keeps earlier memories of the repository; "cairn forget --project FOLDER" erases those.\n\nExamples:\n  cairn off\n  cairn off ~/work/shop',
  arguments: HERE,
  run: async ({ args }, context) => pause({ folder: resolve(context.io.cwd, args[0] ?? '.') }, context),
};

/** `cairn on [FOLDER]` */
export const onCommand: CommandSpec = {
  name: 'on',
  lists: ['paused'],
  summary: 'start recording in this repository again',
  details:
    'What happened in the repository meanwhile is never recorded, not even by a later import. Only a person can do this.',
  arguments: HERE,
  run: async ({ args }, context) => unpause(resolve(context.io.cwd, args[0] ?? '.'), context),
};

function folderOf(input: CommandInput, { io }: CliContext): string | undefined {
  const folder = textOption(input, 'folder');
  return folder === undefined ? undefined : resolve(io.cwd, folder);
}

async function pause(
  { until, folder }: { until?: string | undefined; folder: string | undefined },
  { io, out, openMemory }: CliContext,
): Promise<void> {
  const memory = openMemory({ person: isPerson(io) });
  const result = await memory.pause(omitUndefined({ until, folder }), { signal: io.signal });
  out.result(result, ({ paused, folder: root }) => {
    for (const one of paused.filter((entry) => entry.folder === root)) out.say(pauseLine(one, out));
    if (!isPerson(io)) out.say('Begun without a person at a terminal, it lasts an hour at most.');
  });
}

async function unpause(folder: string | undefined, { io, out, openMemory }: CliContext): Promise<void> {
  const memory = openMemory({ person: isPerson(io) });
  const result = await memory.pause({ end: true, ...omitUndefined({ folder }) }, { signal: io.signal });
  out.result(result, (answer) => {
    out.say(`${whereOf(answer)} what agents do is recorded again. What they did meanwhile is not, and stays so.`);
    for (const one of answer.paused) out.say(pauseLine(one, out));
  });
}

function whereOf({ folder }: PauseResult): string {
  return folder === undefined ? 'From now on' : `In ${plain(folder)}`;
}
