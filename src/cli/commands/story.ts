import type { FileChange } from '../../api/story-answers.ts';
import { pageWidth } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import { patchLines } from '../render/show-patch.ts';
import { storyLines } from '../render/show-story.ts';
import { callCommand } from '../terminal/call-command.ts';
import { pageShown } from '../terminal/call-options.ts';

const STEPS = 200;

/** `cairn story ID` */
export const storyCommand = callCommand('story', {
  pages: true,
  lists: ['steps'],
  summary: 'show a session step by step: prompts, answers, tool calls, changes, and what Cairn told it',
  details:
    'Shows the oldest step first. Takes a session, or anything in it. For whole outputs and changes use --json, or cairn get ID.\n\nExamples:\n  cairn story s_abcdefghijklmnop\n  cairn story s_abcdefghijklmnop --patch\n  cairn story s_abcdefghijklmnop --json',
  arguments: [{ name: 'id', help: 'a session, or anything in it', required: true, completes: 'session', isId: true }],
  shown: pageShown(STEPS),
  more: [{ flags: '-p, --patch', help: 'show what each call changed, line by line' }],
  show({ steps, told, nextCursor }, { io, out }, { options }) {
    const patch = (change: FileChange): string[] => patchLines(change, out.colors);
    const width = pageWidth(io.stdout.columns);
    const lines = storyLines({ told, steps }, { width, numbered: true, ...(options.patch === true && { patch }) }, out);
    if (lines.length === 0) out.say('Nothing is known of what happened in it.');
    else out.print(lines.join('\n'));
    out.number(steps.map(({ id }) => id));
    showMore(nextCursor, out);
  },
});
