import type { PageSection } from '../../api/project-answers.ts';
import { day } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { bullet, pageWidth, plain } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { Colors } from '../terminal/output.ts';

/** `cairn project` */
export const projectCommand = callCommand('project', {
  summary: 'show a page on the project: its commands, what is hard to find, what is left open, standing wishes',
  details:
    'What sessions show and the repository does not say: which checks and builds are run, what they do not cover and which of their errors came back; files that took long to find, with the words that were searched for, and folders outside the repository; the threads that left something open, with branch and pull request; rules and wishes of yours that stand in no file of instructions. Of the latest 100 sessions, each line with the ids of what shows it (cairn get ID).\n\nExamples:\n  cairn project\n  cairn project --project ~/work/shop\n  cairn project --json',
  shown: { project: 'a path in the project, its name or id; default the current folder' },
  show({ project, sessions, firstAt = '', lastAt = '', sections, notes }, { io, out }) {
    if (sections.length === 0) {
      const why =
        sessions === 0
          ? 'No session of this project is known. Past sessions: cairn import. Another project: cairn projects'
          : `${formatCounted(sessions, 'session')} of this project show nothing yet that comes back. Where the work stands: cairn resume`;
      return out.say(why);
    }
    const head = `${out.colors.bold(plain(project?.name ?? ''))}  ${formatCounted(sessions, 'session')}, ${day(firstAt)} to ${day(lastAt)}`;
    const room = pageWidth(io.stdout.columns);
    out.print([head, ...sections.map((section) => sectionOf(section, { room, colors: out.colors }))].join('\n\n'));
    showNotes(notes, out);
  },
});

function sectionOf({ title, lines }: PageSection, { room, colors }: { room: number; colors: Colors }): string {
  const shown = lines.flatMap(({ text, ids }) => [...bullet(plain(text), room), `  ${colors.dim(ids.join(' '))}`]);
  return [colors.bold(title), ...shown].join('\n');
}
