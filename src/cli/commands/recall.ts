import { CALLS } from '../../api/calls.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions, FILTER_SHOWN } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';

const OPTIONS = callOptions(CALLS.recall.input, FILTER_SHOWN);

/** `cairn recall QUESTION…` */
export const recallCommand: CommandSpec = {
  name: 'recall',
  summary: 'answer a question from memory, in sentences, each with the ids it comes from',
  details:
    'It says what memory holds and makes nothing up. For single hits use "cairn search", for one of them whole "cairn get".\n\nExample:\n  cairn recall what did we decide about the retry queue',
  arguments: [{ name: 'question', help: 'what you want to know', required: true, many: true }],
  options: [...OPTIONS.options, { flags: '--json', help: 'print JSON' }],
  async run(input, context) {
    const { io, out } = context;
    const request = { query: input.args.join(' '), ...OPTIONS.read(input, io) };
    const result = await context.openMemory({ person: false }).recall(request, { signal: io.signal });
    if (context.json) out.json(result);
    else {
      if (result.text !== '') out.print(safeText(result.text));
      else out.say('Memory holds nothing about this.');
      showNotes(result.notes, out);
    }
    return undefined;
  },
};
