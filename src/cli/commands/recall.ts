import { showRecall } from '../render/show-recall.ts';
import { callCommand } from '../terminal/call-command.ts';
import { FILTER_SHOWN } from '../terminal/call-options.ts';
import { ofHere, sayScope } from '../terminal/scope.ts';

/** `cairn recall QUESTION…` */
export const recallCommand = callCommand('recall', {
  summary: 'answer a question from memory, in sentences, each with the ids it comes from',
  details:
    'It says what memory holds and makes nothing up. For single hits use "cairn search", for one of them whole "cairn get".\n\nExample:\n  cairn recall what did we decide about the retry queue',
  arguments: [{ name: 'question', help: 'what you want to know', required: true, many: true }],
  shown: FILTER_SHOWN,
  complete: (asked, { io }) => ofHere(asked, io),
  show(answer, { io, out }, asked) {
    showRecall(answer, out);
    sayScope(asked, { isEmpty: answer.ids.length === 0, io, out });
  },
});
