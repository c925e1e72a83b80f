import type { FileChange, StoryResult, StoryStep, ToldBlock } from '../../api/story-answers.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { Shown } from '../terminal/output.ts';
import { joined, plain, wrap } from './show.ts';

const LINES = 3;

/** How a story is shown: wrapped to `width` columns, its steps numbered, each change of a file followed by the lines of `patch`. */
interface StoryForm {
  width: number;
  numbered?: true;
  patch?(change: FileChange): string[];
}

/** A page of a story as texts of one line or more: the blocks that the session read, then its steps. */
export function storyLines(
  { told, steps }: Pick<StoryResult, 'told' | 'steps'>,
  form: StoryForm,
  out: Shown,
): string[] {
  return [
    ...told.map((block) => toldLine(block, out)),
    ...steps.map((step, index) => stepLines(step, index + 1, { ...form, ...out })),
  ];
}

function toldLine({ at, occasion, tokens, items }: ToldBlock, { colors, when }: Shown): string {
  const used = items.filter(({ uses }) => uses.some((how) => how !== 'again')).length;
  return colors.dim(
    `${when(at)} told at a ${plain(occasion)}: ${formatCounted(items.length, 'line')}, ${formatCounted(tokens, 'token')}, ${used} used`,
  );
}

/** Characters of an output from which on `get` gives it in parts. */
const IN_PARTS = 20_000;

function longOutput(call: StoryStep['call'], eventId: string | undefined): string[] {
  if (call === undefined || eventId === undefined || call.outputChars <= IN_PARTS) return [];
  const { outputChars, recordedChars } = call;
  const kept = recordedChars === undefined ? '' : `, ${formatCount(outputChars)} of them kept`;
  return [`printed ${formatCount(recordedChars ?? outputChars)} characters${kept}: cairn get ${eventId} --from 0`];
}

function stepLines(
  { id, kind, at, title, text, call, stated, commits, eventId, issues = [] }: StoryStep,
  number: number,
  { width, numbered, patch, colors, when }: StoryForm & Shown,
): string {
  const head = joined(
    [numbered && `${number}.`, colors.dim(when(at)), colors.cyan(id), call === undefined && kind, plain(title)],
    ' ',
  );
  const words = call === undefined && text !== title ? wrap(plain(text), width - 4).slice(0, LINES) : [];
  const changed = (call?.changes ?? []).flatMap((change) => [
    `${plain(change.path)}: ${formatCounted(change.hunks.length, 'change')}`,
    ...(patch?.(change) ?? []),
  ]);
  const more = [
    ...words,
    ...changed,
    ...longOutput(call, eventId),
    ...(call?.failure === undefined ? [] : [plain(call.failure)]),
    ...commits.map(({ hash, subject }) => `commit ${plain(hash)} ${plain(subject)}`),
    ...(issues.length === 0 ? [] : [`about ${issues.map(plain).join(', ')}`]),
    ...stated.map((one) => `${one.knowledge ?? 'statement'} ${one.id} ${plain(one.title)}`),
  ];
  return [head, ...more.map((line) => `    ${line}`)].join('\n');
}
