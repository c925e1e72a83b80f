import { formatCounted } from '../../core/text/format-count.ts';
import { showRecall } from '../render/show-recall.ts';
import { callCommand } from '../terminal/call-command.ts';
import { FILTER_SHOWN } from '../terminal/call-options.ts';
import { ofHere, sayScope } from '../terminal/scope.ts';

/** `cairn recall QUESTION…` */
export const recallCommand = callCommand('recall', {
  summary: 'answer a question from memory, in sentences with their sources',
  details:
    'Answers only from memory and invents nothing. For single hits use "cairn search"; for a memory in full use "cairn get".\n\nExample:\n  cairn recall what did we decide about the retry queue',
  arguments: [{ name: 'question', help: 'what you want to know', required: true, many: true }],
  shown: FILTER_SHOWN,
  complete: (asked, { io }) => ofHere(asked, io),
  counted: ({ ids }) => `answered from ${formatCounted(ids.length, 'memory')}`,
  show(answer, { io, out }, { asked }) {
    showRecall(answer, out);
    sayScope(asked, { isEmpty: answer.ids.length === 0, io, out });
  },
});
