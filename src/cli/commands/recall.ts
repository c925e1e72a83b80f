import { showText } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { FILTER_SHOWN } from '../terminal/call-options.ts';

/** `cairn recall QUESTION…` */
export const recallCommand = callCommand('recall', {
  summary: 'answer a question from memory, in sentences, each with the ids it comes from',
  details:
    'It says what memory holds and makes nothing up. For single hits use "cairn search", for one of them whole "cairn get".\n\nExample:\n  cairn recall what did we decide about the retry queue',
  arguments: [{ name: 'question', help: 'what you want to know', required: true, many: true }],
  shown: FILTER_SHOWN,
  show: (answer, { out }) => showText(answer, 'Memory holds nothing about this.', out),
});
