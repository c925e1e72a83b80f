import type { StoryResult, StoryStep, ToldBlock } from '../../api/story-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { Shown } from '../terminal/output.ts';
import { joined, plain, wrap } from './show.ts';

const LINES = 3;

/** A page of a story as texts of one line or more: the blocks that the session read, then its steps, wrapped to `width` columns. */
export function storyLines({ told, steps }: Pick<StoryResult, 'told' | 'steps'>, width: number, out: Shown): string[] {
  return [...told.map((block) => toldLine(block, out)), ...steps.map((step) => stepLines(step, width, out))];
}

function toldLine({ at, occasion, tokens, items }: ToldBlock, { colors, when }: Shown): string {
  const used = items.filter(({ uses }) => uses.some((how) => how !== 'again')).length;
  return colors.dim(
    `${when(at)} told at a ${plain(occasion)}: ${formatCounted(items.length, 'line')}, ${formatCounted(tokens, 'token')}, ${used} used`,
  );
}

function stepLines(
  { id, kind, at, title, text, call, stated, commits, issues = [] }: StoryStep,
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
    ...(issues.length === 0 ? [] : [`about ${issues.map(plain).join(', ')}`]),
    ...stated.map((one) => `${one.knowledge ?? 'statement'} ${one.id} ${plain(one.title)}`),
  ];
  return [head, ...more.map((line) => `    ${line}`)].join('\n');
}
