import assert from 'node:assert/strict';
import type { Item, Sourced, SummaryDetail } from '../../../src/core/model/item.ts';
import { oneLine } from '../../../src/core/text/text.ts';
import { flatDetail } from '../../support/flat-detail.ts';

/** Sentences that Cairn composes from names and numbers. */
const COMPOSED =
  /^(?:Changed |Read |`.*` (?:failed|fails|passed)|\d+ entr(?:y|ies) of the todo list open$|The (?:work was interrupted|last request was answered)$|Not answered: |Last: |Stopped (?:after|before what it announced): |Waits for an answer: )/;

/** Every sentence of a summary that names its sources. */
export function everySentence(summary: SummaryDetail): Sourced[] {
  const { outcomeBy, request, investigated, learned, completed, nextSteps, notes, decisions, problemsSolved } = summary;
  return [
    outcomeBy,
    request,
    investigated,
    learned,
    completed,
    nextSteps,
    notes,
    decisions,
    problemsSolved,
    summary.keyMessages,
    summary.userNotes,
  ].flat();
}

/** Asserts that each sentence names items of the session and occurs in one of them, except for white space and a cut end. */
export function assertLiteral(summary: SummaryDetail, items: readonly Item[]): void {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const { text, ids } of everySentence(summary)) {
    assert.ok(ids.length > 0, text);
    const sources = ids.map((id) => byId.get(id));
    assert.ok(
      sources.every((item) => item !== undefined),
      `${text} names an item of another session`,
    );
    if (COMPOSED.test(text)) continue;
    // A question and the beginning of its answer.
    const pair = ids.length > 1 ? text.split(' → ') : [text];
    const stands = (words: string): boolean =>
      sources.some((item) =>
        textsOf(item).some((source) => oneLine(source).includes(oneLine(words.replace(/…$/, '')))),
      );
    // The summary names the headings of an answer that has lists and tables alone: each of them stands there.
    const isHeadings = (part: string): boolean => part.includes('; ') && part.split('; ').every(stands);
    assert.ok(
      stands(text) || pair.every((part) => stands(part) || isHeadings(part)),
      `${JSON.stringify(text)} stands in none of ${JSON.stringify(sources.map((item) => item?.text))}`,
    );
  }
}

/** The words of an item; an answer's also after the question that it answers. */
function textsOf(item: Item | undefined): string[] {
  const about = flatDetail(item).reply?.about;
  const said = `${item?.title}\n${item?.text}`;
  return about === undefined ? [said] : [said, `${about} ${item?.text}`];
}
