import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import { sayRedacted } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn summarize TEXT` */
export const summarizeCommand = callCommand('summarize', {
  summary: 'write the summary of a session yourself',
  details:
    'Of the newest session of the project unless one is named. It is shown before the one that Cairn makes of the session; a later one takes its place, and one that a person wrote stays before an agent.\n\nExamples:\n  cairn summarize "The totals of the cart are rounded once, in cart.ts"\n  cairn summarize --request "Round the totals" --done "The cart rounds once" --next "The invoice"',
  arguments: [{ name: 'text', help: 'the summary in prose', many: true }],
  shown: {
    session: { field: 'sessionId', value: 'id', help: 'the session, or anything that belongs to it' },
    project: 'a path in the project, its name or id; default the current folder',
    title: 'what the session is called',
    request: { value: 'text', help: 'what was asked for' },
    investigated: { value: 'text', help: 'what was looked into' },
    learned: { value: 'text', help: 'what was found out' },
    done: { field: 'completed', value: 'text', help: 'what was done' },
    next: { field: 'nextSteps', value: 'text', help: 'what comes next' },
    note: { field: 'notes', value: 'text', help: 'what else to know' },
  },
  byPerson: true,
  show({ id, record, redacted }, { out }) {
    out.print(`${out.colors.cyan(id)} ${out.colors.bold(plain(record.title))}\n${indented(safeText(record.text))}`);
    sayRedacted(redacted, out);
  },
});
