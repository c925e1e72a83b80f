import type { FileResult } from '../../api/work-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { joined, plain, titled } from '../render/show.ts';
import { entryFacts } from '../render/show-entry.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { PROJECT_SHOWN } from '../terminal/call-options.ts';
import type { Shown } from '../terminal/output.ts';

const FILES = 30;

/** `cairn file [PATH]` */
export const fileCommand = callCommand('file', {
  pages: true,
  lists: ['files'],
  summary: 'show the history behind a file: commits and what led to them, decisions, failures, sessions',
  details:
    'Takes a path in the project, or the end of one. Without a path it lists the files that sessions worked on most.\n\nExamples:\n  cairn file src/pay.ts\n  cairn file -a',
  arguments: [{ name: 'path', help: 'a path or its end, or a number of the list', isId: 'or-name' }],
  shown: { project: PROJECT_SHOWN },
  show(result, { out }) {
    const { files, path, decisions, failures, sessions } = result;
    if (path !== '') {
      out.print(joined([out.colors.bold(plain(path)), ...sectionsOf(result, out)], '\n\n'));
      out.number([...decisions, ...failures, ...sessions].map(({ id }) => id));
    } else if (files.length === 0) out.say('No session worked on a file here. Past sessions: cairn import');
    else {
      const shown = files.slice(0, FILES);
      out.print(shown.map((file, index) => `${index + 1}. ${fileLine(file)}`).join('\n'));
      out.number(shown.map((file) => file.path));
    }
    showNotes(result.notes, out);
  },
});

function fileLine({ path, edits, reads }: FileResult['files'][number]): string {
  return `${plain(path)}  ${joined([edits > 0 && formatCounted(edits, 'edit'), reads > 0 && formatCounted(reads, 'read')])}`;
}

function sectionsOf({ why, commits, decisions, failures, sessions }: FileResult, out: Shown): string[] {
  const { colors, when } = out;
  // Numbered on through all sections.
  const entries = (some: FileResult['decisions'], before: number): string =>
    some.map((entry, index) => `${before + index + 1}. ${plain(entry.title)}\n   ${entryFacts(entry, out)}`).join('\n');
  const asked = (of: FileResult['sessions'][number]['asked']): string =>
    of === undefined ? '' : `\n  asked: ${plain(of.text)}`;
  return [
    titled('Why', why.map(({ text }) => `- ${plain(text)}`).join('\n'), colors),
    titled(
      'Commits',
      commits
        .map((one) => `${colors.cyan(plain(one.hash))} ${plain(one.subject)}, ${when(one.at)}${asked(one.asked)}`)
        .join('\n'),
      colors,
    ),
    titled('Decisions', entries(decisions, 0), colors),
    titled('Failures', entries(failures, decisions.length), colors),
    titled(
      'Sessions',
      sessions
        .map(
          (one, index) =>
            `${decisions.length + failures.length + index + 1}. ${colors.cyan(one.id)} ${plain(one.title)}, ${when(one.lastAt)}, ${formatCounted(one.edits, 'edit')}${asked(one.asked)}`,
        )
        .join('\n'),
      colors,
    ),
  ];
}
