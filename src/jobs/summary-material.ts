import type { ItemId } from '../core/model/ids.ts';
import { detailOfKind, type Item, type Sourced, type SummaryDetail } from '../core/model/item.ts';
import { cutText, oneLine } from '../core/text/text.ts';
import { countTokens } from '../core/text/tokens.ts';
import { isTask, unquotedText } from '../derive/provenance/quoted.ts';
import { isDoubtful, isOwnStatement, ownTitle } from '../derive/provenance/tellable.ts';
import { withSummary } from '../derive/session/summary-item.ts';
import { type MaterialPiece, type Subject, toSend } from '../llm/purposes/material.ts';
import { versionOf } from '../llm/purposes/purpose.ts';
import { SUMMARY, WORDED, type WordedSummary } from '../llm/purposes/summary.ts';

/** The material of a session for a model: the memories that its summary rests on. */
export interface SummaryMaterial {
  subject: Subject;
  /** True: nobody knows of one of the memories whether its words are its agent's own. */
  exposed: boolean;
}

const PIECES = 60;
const PIECE_CHARS = 600;
const TITLE_CHARS = 200;
const TOKENS = 4_000;
/** Least material in pieces and tokens; with less, a model adds nothing to the rules. */
const WORTH = { pieces: 3, tokens: 80 };

const PARTS = [
  'request',
  'outcomeBy',
  'completed',
  'decisions',
  'problemsSolved',
  'learned',
  'nextSteps',
  'userNotes',
  'keyMessages',
  'notes',
  'investigated',
] as const satisfies (keyof SummaryDetail)[];

/** The memories that a summary names, the most important first, at most 60. */
export function citedIn(summary: SummaryDetail): ItemId[] {
  return [...new Set(PARTS.flatMap((part) => summary[part].flatMap(({ ids }) => ids)))].slice(0, PIECES);
}

/**
 * The material that may be sent about a session, from its summary by the rules and the memories it names: words of
 * persons and agents without what they quote, and for tools only what Cairn composed. `undefined` when there is too
 * little.
 */
export function summaryMaterial(item: Item, cited: readonly Item[]): SummaryMaterial | undefined {
  const { summary } = detailOfKind(item, 'summary');
  if (summary === undefined) return undefined;
  const byId = new Map(cited.map((one) => [one.id, one]));
  const taken: Item[] = [];
  let tokens = 0;
  for (const id of citedIn(summary)) {
    const one = byId.get(id);
    if (one === undefined || !maySend(one) || !isTellable(one)) continue;
    tokens += countTokens(wordsOf(one));
    if (tokens > TOKENS) break;
    taken.push(one);
  }
  if (taken.length < WORTH.pieces || tokens < WORTH.tokens) return undefined;
  taken.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const head = { outcome: summary.outcome, counts: summary.counts };
  const subject = toSend({ id: item.session ?? item.id, head, pieces: taken.map(toPiece) });
  return { subject, exposed: taken.some(isDoubtful) };
}

/** The summary by the rules with a model's words. Fields that the model leaves empty are unchanged. */
export function withWords(
  item: Item,
  worded: WordedSummary,
  { model, exposed }: { model: string; exposed: boolean },
): Item {
  if (item.kind !== 'summary' || item.detail.summary === undefined) return item;
  const { summary, quoted } = item.detail;
  const parts = Object.fromEntries(
    WORDED.flatMap((part) => (worded[part].length === 0 ? [] : [[part, worded[part] as Sourced[]]])),
  );
  const changed = withSummary(item, {
    ...summary,
    // Next steps that quote others would lose their quotation marks in a model's words.
    ...(quoted === undefined ? {} : { nextSteps: [] }),
    ...parts,
    brief: worded.brief.text,
    model: `${model} ${versionOf(SUMMARY)}`,
  });
  // A model's words are tainted when its material is.
  return { ...changed, exposed: item.exposed || exposed };
}

function toPiece(item: Item): MaterialPiece {
  const by = item.author === 'person' || item.author === 'agent' ? item.author : 'tool';
  return { id: item.id, by, what: detailOfKind(item, 'observation').observation ?? item.kind, text: wordsOf(item) };
}

function wordsOf(item: Item): string {
  const isSpoken = item.kind !== 'observation' && (item.author === 'person' || item.author === 'agent');
  if (isSpoken) return cutText(unquotedText(item), PIECE_CHARS);
  return cutText(oneLine(ownTitle(item)), TITLE_CHARS);
}

/** False for statements of others, whose words would come back as an agent's. */
function isTellable(item: Item): boolean {
  return item.kind !== 'knowledge' || isOwnStatement(item);
}

/** False for items that are never sent to a model: hidden ones, echoes, and tasks of subagents. */
export function maySend(item: Item): boolean {
  return item.detail.hidden !== true && item.detail.echo !== true && !isTask(item);
}
