import { sayRedacted } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn observe TITLE` */
export const observeCommand = callCommand('observe', {
  summary: 'record a finding: a title, facts and files',
  details:
    'For scripts and programs that watch the work. To keep a decision or a rule, use "cairn remember".\n\nExamples:\n  cairn observe "The cart rounds twice" --kind bugfix --fact "cart.ts rounds again" --file src/cart.ts',
  arguments: [{ name: 'title', help: 'the finding, in one line', required: true, many: true }],
  shown: {
    kind: 'its meaning for the work',
    narrative: { value: 'text', help: 'more detail' },
    fact: { field: 'facts', value: 'text', help: 'a single fact' },
    category: 'the part of the work',
    concept: { field: 'concepts', value: 'text', help: 'what it is about' },
    file: { field: 'files', value: 'path', help: 'a file it is about' },
    project: { value: 'path', help: 'a path inside the project; default the current folder' },
  },
  byPerson: true,
  show({ id, status, redacted }, { out }) {
    out.print(`${out.colors.cyan(id)} ${status}`);
    sayRedacted(redacted, out);
  },
});
