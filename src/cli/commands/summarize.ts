import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import { sayRedacted } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn summarize TEXT` */
export const summarizeCommand = callCommand('summarize', {
  summary: 'write the summary of a session yourself',
  details:
    'Uses the newest session of the project unless you name one. Your summary is shown before the one that Cairn makes; a later one replaces it, but an agent cannot replace one that a person wrote.\n\nExamples:\n  cairn summarize "The totals of the cart are rounded once, in cart.ts"\n  cairn summarize --request "Round the totals" --done "The cart rounds once" --next "The invoice"',
  arguments: [{ name: 'text', help: 'the summary in prose', many: true }],
  shown: {
    session: { field: 'sessionId', value: 'id', help: 'the session, or anything in it' },
    project: 'a path in the project, its name or id; default the current folder',
    title: 'the title of the session',
    request: { value: 'text', help: 'what was asked for' },
    investigated: { value: 'text', help: 'what was investigated' },
    learned: { value: 'text', help: 'what was learned' },
    done: { field: 'completed', value: 'text', help: 'what was done' },
    next: { field: 'nextSteps', value: 'text', help: 'what comes next' },
    note: { field: 'notes', value: 'text', help: 'other notes' },
  },
  byPerson: true,
  show({ id, record, redacted }, { out }) {
    out.print(`${out.colors.cyan(id)} ${out.colors.bold(plain(record.title))}\n${indented(safeText(record.text))}`);
    sayRedacted(redacted, out);
  },
});
