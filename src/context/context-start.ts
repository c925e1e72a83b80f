import type { Item } from '../core/model/item.ts';
import { latestCheckpoint } from '../retrieval/entries/latest-checkpoint.ts';
import { confidenceIn } from '../retrieval/validity/confidence.ts';
import { isCurrentKnowledge } from '../retrieval/validity/is-current.ts';
import { mayQuote, nameOf, trustOf } from '../retrieval/validity/trust.ts';
import { isValid, validityOf } from '../retrieval/validity/validity.ts';
import type { Store } from '../store/contract/store.ts';
import { patternLines } from './context-patterns.ts';
import { type BlockRequest, isUsable, projectFilter } from './lines/block-request.ts';
import { type ContextLine, dateOf, factLine, knowledgeLine } from './lines/context-line.ts';
import { resumeLines, type StoppedSession } from './resume/resume-lines.ts';

const MAX_KNOWLEDGE = 60;
/** Upper bound on later statements that are checked for taking back a rule. */
const MAX_SAID = 100;
const MAX_RULES = 14;
const MAX_PROPOSED = 6;
const MAX_SESSIONS = 8;
const EARLIER_SESSIONS = 3;

/**
 * Worth of a line by section. Each place within its section takes off 1, and confidence adds up to as much as four
 * places. What is to be resumed comes first.
 */
const WORTH = { rules: 100, proposed: 40, earlier: 25, confidence: 4 } as const;

/**
 * Lines for a session start: current rules, where the last session of the project stopped, and one line for each
 * session before. After a compaction the session's own state comes first; otherwise it is left out.
 */
export async function startLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const isCompaction = request.trigger === 'compact' && request.session !== undefined;
  const reach: BlockRequest = { ...request };
  if (isCompaction) delete reach.session;
  const rules = await ruleLines(store, reach);
  const own = isCompaction ? await sessionsWorthTelling(store, request, true) : [];
  const [last, ...earlier] = [...own, ...(await sessionsWorthTelling(store, request, false))];
  const resumed = last === undefined ? [] : await resumeLines(store, last, { own: last === own[0] });
  const recurring = await patternLines(store, reach);
  return [...rules, ...resumed, ...recurring, ...earlier.slice(0, EARLIER_SESSIONS).flatMap(earlierLines)];
}

async function ruleLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const filter = { kinds: ['knowledge'] as const, ...projectFilter(request) };
  const listed = await store.items.list(filter, { limit: MAX_KNOWLEDGE });
  const said = await store.items.list({ ...filter, kinds: ['prompt', 'observation'] }, { limit: MAX_SAID });
  const marks = await validityOf(store, listed, said);
  const told = new Set<string>();
  const standing = listed.filter((item) => {
    const words = item.text.trim().toLowerCase();
    const stands = isCurrentKnowledge(item) && isValid(marks.get(item.id));
    return stands && isUsable(item, request) && !told.has(words) && told.add(words);
  });
  const confidence = await confidenceIn(store, standing, marks);
  const trust = ({ id }: Item): number => WORTH.confidence * (confidence.get(id) ?? 0);
  const sure = standing.filter((item) => trustOf(item) === 'whole').slice(0, MAX_RULES);
  const proposed = standing.filter((item) => trustOf(item) === 'labelled').slice(0, MAX_PROPOSED);
  return [
    ...sure.map((item, i) => knowledgeLine(item, { section: 'rules', worth: WORTH.rules - i + trust(item) })),
    ...proposed.map((item, i) => knowledgeLine(item, { section: 'proposed', worth: WORTH.proposed - i + trust(item) })),
  ];
}

async function sessionsWorthTelling(store: Store, request: BlockRequest, own: boolean): Promise<StoppedSession[]> {
  const filter = own && request.session !== undefined ? { ids: [request.session] } : projectFilter(request);
  const rows = await store.log.sessions({ ...filter, limit: MAX_SESSIONS });
  const told: StoppedSession[] = [];
  for (const session of rows.toSorted((one, other) => other.lastAt - one.lastAt)) {
    if (!own && (session.id === request.session || session.project !== request.project)) continue;
    const checkpoint = await latestCheckpoint(store, session.id);
    if (checkpoint !== undefined) told.push({ session, checkpoint });
    if (told.length > EARLIER_SESSIONS) break;
  }
  return told;
}

/** One line for an earlier session: its request and its changes; none when neither may be quoted. */
function earlierLines({ session, checkpoint }: StoppedSession, index: number): ContextLine[] {
  const state = checkpoint.detail.checkpoint;
  const files = state.filesChanged.slice(0, 3).map(nameOf).join(', ');
  const task = mayQuote(checkpoint) ? state.task : undefined;
  if (files === '' && task === undefined) return [];
  const parts = [
    `Earlier session (${session.agent}, ${dateOf(session.lastAt)})`,
    ...(task === undefined ? [] : [`asked as its agent noted it: "${task}"`]),
    ...(files === '' ? [] : [`changed ${files}`]),
  ];
  const worth = WORTH.earlier - index * 5;
  return [factLine(checkpoint, { section: 'earlier', worth, text: parts.join('; ') })];
}
