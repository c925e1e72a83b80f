import { detailOfKind, type Item } from '../core/model/item.ts';
import type { LineLack } from '../core/model/kinds.ts';
import { confidenceIn } from '../retrieval/validity/confidence.ts';
import { isCurrentKnowledge } from '../retrieval/validity/is-current.ts';
import { trustOf } from '../retrieval/validity/trust.ts';
import { COMPARED_MAX, isValid, type ValidityMarks, validityOf } from '../retrieval/validity/validity.ts';
import type { ItemFilter } from '../store/contract/item-filter.ts';
import type { Store } from '../store/contract/store.ts';
import { type BlockRequest, isUsable, projectFilter } from './lines/block-request.ts';
import { asUnmuted, type ContextLine, knowledgeLine } from './lines/context-line.ts';
import { lineTokens } from './lines/pack-block.ts';
import { isTyped } from './lines/rule-notice.ts';
import { shapeLine } from './lines/shape-line.ts';
import { standingRules } from './lines/standing-rules.ts';
import type { Lack } from './lines/trail.ts';
import { toThread } from './threads/thread.ts';
import { threadAtHand } from './threads/thread-at-hand.ts';
import { threadLines } from './threads/thread-lines.ts';
import { sessionsWith } from './threads/worked-session.ts';

const MAX_KNOWLEDGE = 60;
/** Upper bound on later statements that are checked for taking back a rule. */
const MAX_SAID = 100;
/** Upper bounds on the lines of a usual start; of a larger budget every 32 tokens are room for a rule. */
const MAX_RULES = 14;
const RULE_TOKENS = 32;
const MAX_PROPOSED = 6;
const TOO_MANY: Lack = {
  code: 'room',
  says: `A start tells ${MAX_RULES} rules at most, those that a person stated on purpose or confirmed first`,
};
const TOO_MANY_PROPOSED: Lack = { code: 'room', says: `A start tells ${MAX_PROPOSED} proposals at most, the newest` };
const FROM_OUTSIDE: Lack = {
  code: 'outside',
  says: 'An agent noted it after it had read text from outside: told once a person confirms it',
};

/** Worth of a line by section, of a rule for each of its tokens: a long one is left out no sooner. Each place within its section takes off 1, and confidence adds up to as much as four places. */
const WORTH = { rules: 1_000, proposed: 40, confidence: 4 } as const;

/** Lines for a session start: standing rules, and the thread at hand; after a compaction first what the session had done. */
export async function startLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const isCompaction = request.trigger === 'compact' && request.session !== undefined;
  const reach: BlockRequest = { ...request };
  if (isCompaction) delete reach.session;
  const rules = await ruleLines(store, reach);
  if (request.constraints === true) return rules;
  const own = isCompaction ? await ownThread(store, request) : undefined;
  const atHand = await threadAtHand(store, request);
  const lines = [rules];
  for (const thread of [own, atHand]) if (thread !== undefined) lines.push(await threadLines(store, thread, request));
  return lines.flat();
}

async function ownThread(store: Store, { session }: BlockRequest) {
  if (session === undefined) return undefined;
  const rows = await store.log.sessions({ ids: [session], limit: 1 });
  return toThread(await sessionsWith(store, rows));
}

async function ruleLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const filter = { kinds: ['knowledge'] as const, ...projectFilter(request) };
  const every = await standingRules(store, projectFilter(request));
  const rules = request.constraints === true ? every.filter(isPersonsConstraint) : every;
  if (rules.length === 0) return [];
  const listed = await store.items.list(filter, { limit: MAX_KNOWLEDGE });
  const said = await saidLast(store, filter, Math.min(MAX_SAID, COMPARED_MAX - rules.length - listed.length));
  const marks = await validityOf(store, rules, [...listed, ...said]);
  // The same words stated twice are one line to a person: muted once, they are muted. What nobody confirmed is no such statement.
  const isTrusted = (item: Item): boolean => trustOf(item) === 'whole';
  const told = new Set(rules.filter((item) => item.detail.muted === true && isTrusted(item)).map(wordsIn));
  const leave = leaver(request);
  const standing = [...rules.filter(isTrusted), ...rules.filter((item) => !isTrusted(item))].filter((item) => {
    const words = wordsIn(item);
    const stands = isCurrentKnowledge(item) && isValid(marks.get(item.id));
    if (item.detail.muted === true) leave(item, 'muted');
    else if (isCurrentKnowledge(item) && !stands) leave(item, lackOf(marks.get(item.id)));
    return stands && isUsable(item, request) && !told.has(words) && told.add(words);
  });
  const trusted = standing.filter(isTrusted);
  const noted = standing.filter((item) => trustOf(item) === 'labelled');
  const ranked = [...trusted.filter(isOnPurpose), ...trusted.filter((item) => !isOnPurpose(item))];
  const most = Math.max(MAX_RULES, Math.floor(request.budget / RULE_TOKENS));
  const sure = ranked.slice(0, most);
  const proposed = noted.slice(0, MAX_PROPOSED);
  for (const item of noted.slice(MAX_PROPOSED)) leave(item, TOO_MANY_PROPOSED);
  for (const item of standing) if (!trusted.includes(item) && !noted.includes(item)) leave(item, FROM_OUTSIDE);
  const confidence = await confidenceIn(store, [...sure, ...proposed], marks);
  const trust = ({ id }: Item): number => WORTH.confidence * (confidence.get(id) ?? 0);
  return [
    ...sure.map((item, i) =>
      byToken(knowledgeLine(item, { section: 'rules', worth: WORTH.rules - i + trust(item) }), request),
    ),
    ...ranked.slice(most).map((item) => knowledgeLine(item, { section: 'rules', worth: 0 })),
    ...proposed.map((item, i) => knowledgeLine(item, { section: 'proposed', worth: WORTH.proposed - i + trust(item) })),
  ];
}

/** True for a rule that somebody stated as one, or that a person confirmed: not for one that was read out of a prompt. */
function isOnPurpose(item: Item): boolean {
  return item.detail.status === 'confirmed' || !isTyped(item);
}

/** A line whose worth is for each of its tokens. */
function byToken(line: ContextLine, { format }: Pick<BlockRequest, 'format'>): ContextLine {
  return { ...line, worth: line.worth * lineTokens(shapeLine(line, format)) };
}

/** The lines of rules for which there was no room at a start, of those that would be told: beyond its number, or its budget. */
export function rulesLeft(
  lines: readonly ContextLine[],
  { left, trail }: { left: readonly ContextLine[]; trail?: BlockRequest['trail'] | undefined },
): ContextLine[] {
  const beyond = lines.filter(({ section, worth }) => section === 'rules' && worth === 0);
  for (const line of beyond) trail?.leave(line, TOO_MANY);
  return [...left.filter(({ section }) => section === 'rules'), ...beyond];
}

/** True for a constraint that a person stated or confirmed. */
export function isPersonsConstraint(item: Item): boolean {
  return detailOfKind(item, 'knowledge').knowledge === 'constraint' && trustOf(item) === 'whole';
}

/** Says of rules that no line is made of what they lack; nothing where nobody asks. */
function leaver({ trail }: BlockRequest): (item: Item, lack: Lack | LineLack) => void {
  return (item, lack) => trail?.leave(knowledgeLine(asUnmuted(item), { section: 'rules', worth: 0 }), lack);
}

function lackOf(marks: ValidityMarks | undefined): Lack {
  return marks?.supersededBy === undefined ? { code: 'doubt' } : { code: 'superseded', by: marks.supersededBy };
}

/** What people said and agents noted, among the last prompts and observations of a project. */
async function saidLast(store: Store, filter: ItemFilter, limit: number): Promise<Item[]> {
  if (limit <= 0) return [];
  const heads = await store.items.heads({ ...filter, kinds: ['prompt', 'observation'] }, { limit });
  const said = heads.filter(({ kind, observation }) => kind === 'prompt' || observation === 'note');
  return store.items.get(said.map(({ id }) => id));
}

function wordsIn({ text }: Item): string {
  return text.trim().toLowerCase();
}
