import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import { sayRedacted } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn checkpoint [NOTE]` */
export const checkpointCommand = callCommand('checkpoint', {
  summary: 'save a checkpoint of a session now, with a note for whoever continues it',
  details:
    'Uses the newest session of the project unless you name one. "cairn resume" and the start of the next session show your note.\n\nExamples:\n  cairn checkpoint\n  cairn checkpoint "The migration waits for the backup to finish"\n  cairn checkpoint --task "Migrate the orders" --done "The tables are copied" --next "Switch the readers"',
  arguments: [{ name: 'note', help: 'the note', many: true }],
  shown: {
    session: { field: 'sessionId', value: 'id', help: 'the session, or anything in it' },
    project: 'a path in the project, its name or id; default the current folder',
    task: { value: 'text', help: 'what the session is about' },
    done: { field: 'progress', value: 'text', help: 'what was done' },
    next: { field: 'nextSteps', value: 'text', help: 'what comes next' },
    question: { field: 'openQuestions', value: 'text', help: 'an open question' },
    file: { field: 'files', value: 'path', help: 'a file it is about' },
  },
  byPerson: true,
  show({ id, record, noteId, redacted }, { out }) {
    out.print(`${out.colors.cyan(id)} ${out.colors.bold(plain(record.title))}\n${indented(safeText(record.text))}`);
    if (noteId !== undefined) out.say(`Noted as ${noteId}.`);
    sayRedacted(redacted, out);
  },
});
