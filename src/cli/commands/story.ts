import type { StoryStep, ToldBlock } from '../../api/story-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { joined, pageWidth, plain, wrap } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import { callCommand } from '../terminal/call-command.ts';
import { pageShown } from '../terminal/call-options.ts';
import type { Shown } from '../terminal/output.ts';

const STEPS = 200;
const LINES = 3;

/** `cairn story ID` */
export const storyCommand = callCommand('story', {
  summary: 'tell a session step by step: prompts, answers, calls with what they changed, and what it was told',
  details:
    'The oldest first, of a session or of anything that belongs to it. Whole outputs and changes: --json, or cairn get ID.\n\nExamples:\n  cairn story s_abcdefghijklmnop\n  cairn story s_abcdefghijklmnop --json',
  arguments: [{ name: 'id', help: 'a session, or anything in it', required: true, completes: 'session', isId: true }],
  shown: pageShown(STEPS),
  show({ steps, told, nextCursor }, { io, out }) {
    const width = pageWidth(io.stdout.columns);
    const lines = [...told.map((block) => toldLine(block, out)), ...steps.map((step) => stepLines(step, width, out))];
    if (lines.length === 0) out.say('Nothing is known of what happened in it.');
    else out.print(lines.join('\n'));
    showMore(nextCursor, out);
  },
});

function toldLine({ at, occasion, tokens, items }: ToldBlock, { colors, when }: Shown): string {
  const used = items.filter(({ uses }) => uses.some((how) => how !== 'again')).length;
  return colors.dim(
    `${when(at)} told at a ${plain(occasion)}: ${formatCounted(items.length, 'line')}, ${formatCounted(tokens, 'token')}, ${used} used`,
  );
}

function stepLines(
  { id, kind, at, title, text, call, stated, commits }: StoryStep,
  width: number,
  { colors, when }: Shown,
): string {
  const head = joined([colors.dim(when(at)), colors.cyan(id), call === undefined && kind, plain(title)], ' ');
  const words = call === undefined && text !== title ? wrap(plain(text), width - 4).slice(0, LINES) : [];
  const changed =
    call?.changes.map(({ path, hunks }) => `${plain(path)}: ${formatCounted(hunks.length, 'change')}`) ?? [];
  const more = [
    ...words,
    ...changed,
    ...(call?.failure === undefined ? [] : [plain(call.failure)]),
    ...commits.map(({ hash, subject }) => `commit ${plain(hash)} ${plain(subject)}`),
    ...stated.map((one) => `${one.knowledge ?? 'statement'} ${one.id} ${plain(one.title)}`),
  ];
  return [head, ...more.map((line) => `    ${line}`)].join('\n');
}
