import * as LIMITS from '../../core/limits.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { itemId } from '../../core/model/ids.ts';
import type { ItemOf, Sourced, SummaryDetail } from '../../core/model/item.ts';
import { cutText, plainWords } from '../../core/text/text.ts';
import { detailOf, makeSessionItem, reworded } from '../item/make-item.ts';
import { RULES, ruleName } from '../item/rules.ts';
import type { DistilledSession } from './session-reducer.ts';

const LINE_CHARS = 220;
const TITLE_CHARS = 120;
/** Lines taken of each section first; further ones follow in turn while there is room. */
const FIRST_LINES = 2;

interface SummarySection {
  name: string;
  lines: readonly string[];
  /** True when its words may quote what the session had read. */
  quoted?: boolean;
}

/** Facts about a summary besides its detail. */
export interface SummaryFacts {
  exposed: boolean;
  /** True when next steps may quote what the session had read. */
  quotesNext: boolean;
}

/** The id of a session's summary. */
export function summaryId(session: DistilledSession['id']): ItemId {
  return itemId('summary', session, ruleName(RULES.summary));
}

/** Makes the item of a session's summary; its text has at most 2,000 characters. */
export function summaryItem(session: DistilledSession, detail: SummaryDetail, facts: SummaryFacts): ItemOf<'summary'> {
  const { text, quoted } = textOf(detail, facts.quotesNext);
  return makeSessionItem({
    id: summaryId(session.id),
    session: session.id,
    project: session.project,
    at: session.lastAt,
    kind: 'summary',
    rule: RULES.summary,
    author: 'agent',
    exposed: facts.exposed,
    title: titleOf(detail, `Session of ${session.agent}`),
    text,
    detail: detailOf<'summary'>({ summary: detail, quoted }),
  });
}

/** The same item with another detail, from which title and text are made again; `quotesNext`: next steps may quote. */
export function withSummary(item: ItemOf<'summary'>, detail: SummaryDetail, quotesNext = false): ItemOf<'summary'> {
  const { text, quoted } = textOf(detail, quotesNext);
  const title = titleOf(detail, item.title);
  return reworded(item, { title, text, detail: detailOf<'summary'>({ ...item.detail, summary: detail, quoted }) });
}

function titleOf({ title, request, outcome, brief }: SummaryDetail, otherwise: string): string {
  const about = cutText(plainWords(title?.text ?? request[0]?.text ?? brief), TITLE_CHARS) || otherwise;
  return outcome === 'unknown' ? about : `${about} (${describeOutcome(outcome)})`;
}

function textOf(detail: SummaryDetail, quotesNext: boolean): { text: string; quoted: [number, number][] } {
  const sections = saidOnce(sectionsOf(detail, quotesNext));
  const room = LIMITS.indexedChars - 20;
  const taken = sections.map(() => 0);
  let chars = 0;
  for (let most = FIRST_LINES; most <= 10; most += 2) {
    for (const [at, { name, lines }] of sections.entries()) {
      for (let next = taken[at] ?? 0; next < Math.min(most, lines.length); next += 1) {
        const cost = (lines[next]?.length ?? 0) + 3 + (next === 0 ? name.length + 2 : 0);
        if (chars + cost > room) break;
        chars += cost;
        taken[at] = next + 1;
      }
    }
  }
  return written(sections.map((section, at) => ({ ...section, lines: section.lines.slice(0, taken[at]) })));
}

/** Leaves out lines that an earlier section has. */
function saidOnce(sections: readonly SummarySection[]): SummarySection[] {
  const said = new Set<string>();
  return sections.map((section) => {
    const lines = section.lines.filter((line) => !said.has(line));
    for (const line of lines) said.add(line);
    return { ...section, lines };
  });
}

function written(sections: readonly SummarySection[]): { text: string; quoted: [number, number][] } {
  let text = '';
  const quoted: [number, number][] = [];
  for (const { name, lines, quoted: isQuoted } of sections) {
    if (lines.length === 0) continue;
    const start = text.length + (text === '' ? 0 : 1);
    const shown =
      name === ''
        ? lines.join('\n')
        : lines.length === 1
          ? `${name}: ${lines[0]}`
          : [`${name}:`, ...lines.map((line) => `- ${line}`)].join('\n');
    text += `${text === '' ? '' : '\n'}${shown}`;
    if (isQuoted === true) quoted.push([start, text.length]);
  }
  return { text, quoted };
}

function sectionsOf(detail: SummaryDetail, quotesNext: boolean): SummarySection[] {
  const { outcome, outcomeBy, brief } = detail;
  const evidence = outcomeBy[0] === undefined ? '' : ` (${lineOf(outcomeBy[0])})`;
  const [, ...requests] = linesOf(detail.request);
  return [
    { name: '', lines: brief === '' ? [] : [cutText(plainWords(brief), 2 * LINE_CHARS)] },
    { name: 'Outcome', lines: outcome === 'unknown' ? [] : [`${describeOutcome(outcome)}${evidence}`] },
    { name: 'Asked as well', lines: requests },
    { name: 'Done', lines: linesOf(detail.completed) },
    { name: 'Learned', lines: linesOf(detail.learned) },
    { name: 'Decided', lines: linesOf(detail.decisions) },
    { name: 'Solved', lines: linesOf(detail.problemsSolved) },
    { name: 'Next', lines: linesOf(detail.nextSteps), quoted: quotesNext },
    { name: 'Noted', lines: linesOf([...detail.userNotes, ...detail.notes]) },
    { name: 'Looked at', lines: linesOf(detail.investigated) },
    { name: 'Topics', lines: detail.topics.length === 0 ? [] : [detail.topics.join(', ')] },
    { name: 'With', lines: detail.technologies.length === 0 ? [] : [detail.technologies.join(', ')] },
  ];
}

function linesOf(sentences: readonly Sourced[]): string[] {
  return sentences.map(lineOf);
}

function lineOf({ text }: Sourced): string {
  return cutText(plainWords(text), LINE_CHARS);
}
