import { plain } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn log` */
export const logCommand = callCommand('log', {
  summary: 'show the last lines of the log of Cairn itself',
  details:
    'The log records what Cairn did, never what a session said. For more detail: cairn config set log.level debug.\n\nExamples:\n  cairn log --level error\n  cairn log --limit 20 --json',
  shown: {
    level: 'only lines of this level or more severe: error, info or debug',
    limit: 'how many lines; default 200',
  },
  show({ entries, notes, file }, { out }) {
    for (const { at, level, process, pid, message } of entries.toReversed()) {
      const shade = level === 'error' ? out.colors.red : out.colors.dim;
      out.print(`${at} ${shade(level.padEnd(5))} ${process}[${pid}] ${plain(message)}`);
    }
    showNotes(notes, out);
    out.say(file);
  },
});
