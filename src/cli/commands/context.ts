import { resolve } from 'node:path';
import { LIMITS } from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { showNotes } from '../render/show-notes.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { numberOption, projectOption, textOption } from '../terminal/options.ts';

/** `cairn context [PROMPT]` */
export const contextCommand: CommandSpec = {
  name: 'context',
  summary: 'show what a session here would be told',
  details:
    'Without a prompt or a file: the block for the start of a session in the current folder. With one: the block for that prompt, or for reading and changing that file.',
  arguments: [{ name: 'prompt', help: 'a prompt as one would type it', many: true }],
  options: [
    { flags: '--file <path>', help: 'the file that is about to be read or changed' },
    { flags: '--project <path>', help: 'a path in the project, its name or id; default the current folder' },
    { flags: '--budget <n>', help: `tokens, at most ${LIMITS.contextTokens.max}` },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const { io, out } = context;
    const file = textOption(input, 'file');
    const request = omitUndefined({
      cwd: projectOption(input, io) ?? io.cwd,
      prompt: input.args.length === 0 ? undefined : input.args.join(' '),
      file: file === undefined ? undefined : resolve(io.cwd, file),
      budget: numberOption(input, 'budget', { min: 1, max: LIMITS.contextTokens.max }),
    });
    const result = await context.openMemory({ person: false }).context(request, { signal: io.signal });
    if (context.json) out.json(result);
    else {
      if (result.text !== '') out.print(safeText(result.text));
      else out.say('Nothing in memory bears on this yet.');
      showNotes(result.notes, out);
    }
    return undefined;
  },
};
