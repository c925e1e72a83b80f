import type { ItemId } from '../core/model/ids.ts';
import type { Item, Sourced, SummaryDetail } from '../core/model/item.ts';
import { cutText, oneLine } from '../core/text/text.ts';
import { countTokens } from '../core/text/tokens.ts';
import { isTask, unquotedText } from '../derive/provenance/quoted.ts';
import { withSummary } from '../derive/session/summary-item.ts';
import { type MaterialPiece, type Subject, toSend } from '../llm/purposes/material.ts';
import { versionOf } from '../llm/purposes/purpose.ts';
import { SUMMARY, WORDED, type WordedSummary } from '../llm/purposes/summary.ts';

/** What a model is told of a session: the memories that its summary is taken from. */
export interface SummaryMaterial {
  subject: Subject;
  /** One of the memories is from a session that had read something untrusted. */
  exposed: boolean;
}

const PIECES = 60;
const PIECE_CHARS = 600;
const TITLE_CHARS = 200;
const TOKENS = 4_000;
/** Below these a model adds nothing to what the rules say. */
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

/** The memories that a summary names, those of weight first, at most 60. */
export function citedIn(summary: SummaryDetail): ItemId[] {
  return [...new Set(PARTS.flatMap((part) => summary[part].flatMap(({ ids }) => ids)))].slice(0, PIECES);
}

/**
 * What may be sent of a session, from its summary by the rules and the memories that it names: words of a person and an
 * agent, without what they quote of others; of tools what Cairn says of them. `undefined` when there is too little.
 */
export function summaryMaterial(item: Item, cited: readonly Item[]): SummaryMaterial | undefined {
  const { summary } = item.detail;
  if (summary === undefined) return undefined;
  const byId = new Map(cited.map((one) => [one.id, one]));
  const taken: Item[] = [];
  let tokens = 0;
  for (const id of citedIn(summary)) {
    const one = byId.get(id);
    if (one === undefined || !maySend(one)) continue;
    tokens += countTokens(wordsOf(one));
    if (tokens > TOKENS) break;
    taken.push(one);
  }
  if (taken.length < WORTH.pieces || tokens < WORTH.tokens) return undefined;
  taken.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const head = { outcome: summary.outcome, counts: summary.counts };
  const subject = toSend({ id: item.session ?? item.id, head, pieces: taken.map(toPiece) });
  return { subject, exposed: taken.some(({ exposed }) => exposed) };
}

/** A summary as a model words it, over the one by the rules. What the model leaves empty stays as it was. */
export function withWords(
  item: Item,
  worded: WordedSummary,
  { model, exposed }: { model: string; exposed: boolean },
): Item {
  const { summary, quoted } = item.detail;
  if (summary === undefined) return item;
  const parts = Object.fromEntries(
    WORDED.flatMap((part) => (worded[part].length === 0 ? [] : [[part, worded[part] as Sourced[]]])),
  );
  const changed = withSummary(item, {
    ...summary,
    // What the rules quote of others there is not said without its marks.
    ...(quoted === undefined ? {} : { nextSteps: [] }),
    ...parts,
    brief: worded.brief.text,
    model: `${model} ${versionOf(SUMMARY)}`,
  });
  // What a model says is trusted as what it was told is.
  return { ...changed, exposed: item.exposed || exposed };
}

function toPiece(item: Item): MaterialPiece {
  const by = item.author === 'person' || item.author === 'agent' ? item.author : 'tool';
  return { id: item.id, by, what: item.detail.observation ?? item.kind, text: wordsOf(item) };
}

function wordsOf(item: Item): string {
  const isSpoken = item.kind !== 'observation' && (item.author === 'person' || item.author === 'agent');
  if (isSpoken) return cutText(unquotedText(item), PIECE_CHARS);
  return cutText(oneLine(item.title), TITLE_CHARS);
}

/** False for what no model is told of: hidden, an echo, or the task of a subagent. */
export function maySend(item: Item): boolean {
  return item.detail.hidden !== true && item.detail.echo !== true && !isTask(item);
}
