import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { Sourced, SummaryDetail } from '../../core/model/item.ts';
import { formatCounts } from '../../core/text/format-count.ts';
import { plainWords } from '../../core/text/text.ts';

/** All that a summary tells, a line for each sentence with the memories it is taken from. */
export function wholeSummary(summary: SummaryDetail): string {
  const { brief, outcome, outcomeBy, counts, technologies, topics, parts = [] } = summary;
  const counted = formatCounts(counts);
  const sections = SECTIONS.flatMap(([name, key]) => section(name, summary[key]));
  const told = parts.flatMap((part) => [
    line({ text: `until ${new Date(part.endedAt).toISOString()}: ${part.brief}`, ids: part.ids }),
  ]);
  return [
    plainWords(brief),
    ...section(`Outcome: ${describeOutcome(outcome)}`, outcomeBy, true),
    ...sections,
    ...(told.length === 0 ? [] : ['Parts:', ...told]),
    ...(topics.length === 0 ? [] : [`Topics: ${topics.join(', ')}`]),
    ...(technologies.length === 0 ? [] : [`With: ${technologies.join(', ')}`]),
    ...(counted === '' ? [] : [`Counts: ${counted}`]),
  ].join('\n');
}

const SECTIONS = [
  ['Asked', 'request'],
  ['Done', 'completed'],
  ['Learned', 'learned'],
  ['Decided', 'decisions'],
  ['Solved', 'problemsSolved'],
  ['Next', 'nextSteps'],
  ['Noted by a person', 'userNotes'],
  ['Notes', 'notes'],
  ['Looked at', 'investigated'],
  ['Key messages', 'keyMessages'],
] as const;

function section(name: string, sentences: readonly Sourced[], isAlways = false): string[] {
  if (sentences.length === 0) return isAlways ? [name] : [];
  return [`${name}${isAlways ? ', by:' : ':'}`, ...sentences.map(line)];
}

function line({ text, ids }: Sourced): string {
  return `- ${plainWords(text)}${ids.length === 0 ? '' : ` [${ids.slice(0, 2).join(', ')}]`}`;
}
