import type { TimelineEntry } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { indented, plain } from '../render/show.ts';
import { entryFacts } from '../render/show-entry.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { Shown } from '../terminal/output.ts';

/** `cairn timeline ID|TIME` */
export const timelineCommand = callCommand('timeline', {
  pages: true,
  summary: 'show what happened before and after a memory, a session or a moment',
  details:
    'Takes any id that Cairn shows, or a time: yesterday, "last week", 7d, 2026-10-05T09:00. For a session it shows the end, for a project the latest memories.\n\nExamples:\n  cairn timeline o_abcdefghijklmnop --before 10\n  cairn timeline yesterday --project .',
  arguments: [{ name: 'anchor', help: 'an id or a time', required: true, completes: 'session', isId: true }],
  shown: {
    before: `entries before it, 0 to ${LIMITS.timelineEntries}; default 5`,
    after: `entries after it, 0 to ${LIMITS.timelineEntries}; default 5`,
    kind: 'only this kind',
    project: 'across all sessions of a project: a path in it, its name or id',
  },
  show({ entries, more }, { out }, { asked }) {
    if (entries.length === 0) {
      out.say('Nothing happened around it.');
      if (asked.project === undefined) out.say('Of this project alone; of all: --project "*"');
    }
    if (more.before) out.say('There is more before: --before takes a larger number.');
    if (entries.length > 0) out.print(entries.map((entry, index) => toText(entry, index + 1, out)).join('\n\n'));
    out.number(entries.map(({ id }) => id));
    if (more.after) out.say('There is more after: --after takes a larger number.');
  },
});

function toText(entry: TimelineEntry, number: number, out: Shown): string {
  const { colors } = out;
  const mark = entry.anchor === true ? '>' : ' ';
  const title = plain(entry.title);
  const text = safeText(entry.text).trim();
  const files = entry.filesChanged ?? [];
  const lines = [`${mark} ${number}. ${colors.bold(title)}`, `  ${entryFacts(entry, out)}`];
  if (text !== '' && text !== title) lines.push(indented(text));
  if (files.length > 0) lines.push(indented(`changed ${files.map(plain).join(', ')}`));
  if (entry.exitCode !== undefined) lines.push(indented(`exit code ${entry.exitCode}`));
  return lines.join('\n');
}
