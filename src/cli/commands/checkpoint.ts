import { omitUndefined } from '../../core/omit-undefined.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { projectOption, textOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

/** `cairn checkpoint [NOTE]` */
export const checkpointCommand: CommandSpec = {
  name: 'checkpoint',
  summary: 'take stock of a session now, with a note for whoever goes on',
  details:
    'Of the newest session of the project unless one is named. What is noted is told by "cairn resume" and at the start of the next session.\n\nExamples:\n  cairn checkpoint\n  cairn checkpoint "The migration waits for the backup to finish"',
  arguments: [{ name: 'note', help: 'what to note on it', many: true }],
  options: [
    { flags: '--session <id>', help: 'the session, or anything that belongs to it' },
    { flags: '--project <project>', help: 'a path in the project, its name or id; default the current folder' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const { io, out, json } = context;
    const request = omitUndefined({
      sessionId: textOption(input, 'session'),
      project: projectOption(input, io),
      note: input.args.length === 0 ? undefined : input.args.join(' '),
    });
    const memory = context.openMemory({ person: isPerson(io) });
    const result = await memory.checkpoint(request, { signal: io.signal });
    if (json) out.json(result);
    else {
      const { id, record, noteId, redacted } = result;
      out.print(`${out.colors.cyan(id)} ${out.colors.bold(plain(record.title))}\n${indented(safeText(record.text))}`);
      if (noteId !== undefined) out.say(`Noted as ${noteId}.`);
      const kinds = Object.keys(redacted);
      if (kinds.length > 0) out.say(`Secrets were taken out: ${kinds.join(', ')}.`);
    }
    return undefined;
  },
};
