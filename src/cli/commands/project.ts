import type { PageSection } from '../../api/project-answers.ts';
import { day } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { bullet, pageWidth, plain } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { Colors } from '../terminal/output.ts';

/** `cairn project` */
export const projectCommand = callCommand('project', {
  summary: 'show a page about the project: its commands, files that are hard to find, open work, standing wishes',
  details:
    'Shows what the sessions know and the repository does not say: which checks and builds you run, what they miss, and which errors came back; files that took long to find, with the search words, and folders outside the repository; open threads with branch and pull request; your rules and wishes that no instruction file holds. It covers the latest 100 sessions; every line names its sources (cairn get ID).\n\nExamples:\n  cairn project\n  cairn project --project ~/work/shop\n  cairn project --json',
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
