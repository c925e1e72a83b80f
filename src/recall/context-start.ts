import type { SessionId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { cutText } from '../core/text.ts';
import { isAsked } from '../derive/checkpoint.ts';
import type { SessionRow, Store } from '../store/contract.ts';
import type { BlockRequest } from './block-request.ts';
import { isUsable } from './block-request.ts';
import type { ContextLine } from './context-line.ts';
import { dateOf, factLine, isStanding, knowledgeLine, promptLine } from './context-line.ts';
import { holds, marksOf } from './marks.ts';
import { composedTitle, maySayWords, nameOf, trustOf } from './trust.ts';

const MAX_KNOWLEDGE = 60;
/** What was said last may take back a rule. */
const MAX_SAID = 100;
const MAX_RULES = 14;
const MAX_PROPOSED = 6;
const MAX_SESSIONS = 8;
const EARLIER_SESSIONS = 3;
const LAST_PROMPTS = 3;
const SESSION_ITEMS = 200;
const MAX_FILES = 12;
const OPEN_CHARS = 900;

/** Worth of a line by its section; a line's place within its section takes a little off. */
const WORTH = { rules: 100, resume: 90, prompts: 60, files: 60, failures: 45, proposed: 40, earlier: 25 } as const;

/**
 * What a session start should know: rules that stand, where the last session of the project stopped (open entries of the
 * todo tool, else the last prompt without a success after it), the last prompts, the files changed, what failed, and one
 * line for each session before. After a compaction the session's own state comes first, otherwise it is left out.
 */
export async function startLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const isCompaction = request.trigger === 'compact' && request.session !== undefined;
  const reach: BlockRequest = { ...request };
  if (isCompaction) delete reach.session;
  const rules = await ruleLines(store, reach);
  const own = isCompaction ? await sessionsWorthTelling(store, request, true) : [];
  const [last, ...earlier] = [...own, ...(await sessionsWorthTelling(store, request, false))];
  const resumed = last === undefined ? [] : await resumeLines(store, last);
  return [...rules, ...resumed, ...earlier.slice(0, EARLIER_SESSIONS).flatMap(earlierLines)];
}

async function ruleLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const filter = {
    kinds: ['knowledge'] as const,
    ...(request.project === undefined ? {} : { project: request.project }),
  };
  const listed = await store.items.list(filter, { limit: MAX_KNOWLEDGE });
  const said = await store.items.list({ ...filter, kinds: ['prompt', 'observation'] }, { limit: MAX_SAID });
  const marks = await marksOf(store, listed, said);
  const told = new Set<string>();
  const standing = listed.filter((item) => {
    const words = item.text.trim().toLowerCase();
    const stands = isStanding(item) && holds(marks.get(item.id));
    return stands && isUsable(item, request) && !told.has(words) && told.add(words);
  });
  const sure = standing.filter((item) => trustOf(item) === 'whole').slice(0, MAX_RULES);
  const proposed = standing.filter((item) => trustOf(item) === 'labelled').slice(0, MAX_PROPOSED);
  return [
    ...sure.map((item, i) => knowledgeLine(item, { section: 'rules', worth: WORTH.rules - i })),
    ...proposed.map((item, i) => knowledgeLine(item, { section: 'proposed', worth: WORTH.proposed - i })),
  ];
}

/** A session and its checkpoint. */
interface Told {
  session: SessionRow;
  checkpoint: Item;
}

async function sessionsWorthTelling(store: Store, request: BlockRequest, own: boolean): Promise<Told[]> {
  const filter = own && request.session !== undefined ? { ids: [request.session] } : projectFilter(request);
  const rows = await store.log.sessions({ ...filter, limit: MAX_SESSIONS });
  const told: Told[] = [];
  for (const session of rows.toSorted((one, other) => other.lastAt - one.lastAt)) {
    if (!own && (session.id === request.session || session.project !== request.project)) continue;
    const checkpoint = await checkpointOf(store, session.id);
    if (checkpoint !== undefined) told.push({ session, checkpoint });
    if (told.length > EARLIER_SESSIONS) break;
  }
  return told;
}

function projectFilter(request: BlockRequest): Pick<BlockRequest, 'project'> {
  return request.project === undefined ? {} : { project: request.project };
}

async function checkpointOf(store: Store, session: SessionId): Promise<Item | undefined> {
  const [checkpoint] = await store.items.list({ kinds: ['checkpoint'], session }, { limit: 1 });
  return checkpoint?.detail.checkpoint === undefined ? undefined : checkpoint;
}

async function resumeLines(store: Store, last: Told): Promise<ContextLine[]> {
  const items = await store.items.list(
    { session: last.session.id, kinds: ['prompt', 'observation'] },
    { limit: SESSION_ITEMS },
  );
  const usable = items.filter((item) => item.detail.echo !== true);
  const prompts = usable.filter(isAsked);
  const open = openLines(last, usable, prompts[0]);
  const openIds = new Set(open.map((line) => line.id));
  const asked = prompts
    .slice(0, LAST_PROMPTS)
    .map((item, i) =>
      promptLine(item, { section: 'prompts', worth: WORTH.prompts - i * 5, label: LABELS[i] ?? 'Asked' }),
    );
  const sayable = new Set(prompts.filter(maySayWords).map((item) => item.id));
  return [
    ...open,
    ...asked.filter((line) => sayable.has(line.id) && !openIds.has(line.id)),
    ...filesLine(last),
    ...failureLines(usable),
  ];
}

const LABELS = ['Asked last', 'Asked before that'];

/** Open entries of the todo tool, each state by its newest telling; else the last prompt when nothing succeeded after it. */
function openLines(last: Told, items: readonly Item[], lastPrompt: Item | undefined): ContextLine[] {
  const state = last.checkpoint.detail.checkpoint;
  if (state === undefined || state.openTasks.length === 0) return [];
  const place = { section: 'resume', worth: WORTH.resume };
  const isPrompt = !state.progressed && state.openTasks.length === 1 && state.openTasks[0] === state.lastPrompt;
  if (isPrompt && lastPrompt !== undefined) {
    const label = 'Not finished, nothing succeeded after it. Asked';
    if (maySayWords(lastPrompt)) return [promptLine(lastPrompt, { ...place, label })];
    const text = `Not finished: nothing succeeded after the last prompt of the last session, ${dateOf(lastPrompt.at)}`;
    return [factLine(lastPrompt, { ...place, text })];
  }
  const todos = items.filter((item) => item.detail.todos !== undefined && item.detail.subagent === undefined);
  const [newest] = todos;
  if (newest === undefined) return [];
  const count = state.openTasks.length;
  const entries = todos.every((item) => maySayWords(item) && item.detail.quoted === undefined)
    ? state.openTasks.join('; ')
    : count === 1
      ? 'one entry'
      : `${count} entries`;
  const text = `Open on the agent's todo list, ${dateOf(newest.at)}: ${cutText(entries, OPEN_CHARS)}`;
  return [factLine(newest, { ...place, text })];
}

function filesLine({ checkpoint, session }: Told): ContextLine[] {
  const files = checkpoint.detail.checkpoint?.filesChanged ?? [];
  if (files.length === 0) return [];
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : '';
  const text = `Files changed in the last session (${session.agent}, ${dateOf(session.lastAt)}): ${files.slice(0, MAX_FILES).map(nameOf).join(', ')}${more}`;
  return [factLine(checkpoint, { section: 'files', worth: WORTH.files, text })];
}

/** The newest command that failed and did not succeed later. `items` newest first. */
function failureLines(items: readonly Item[]): ContextLine[] {
  const succeeded = new Set<string>();
  for (const item of items) {
    const { observation, success, subtitle, subagent } = item.detail;
    if (observation !== 'command' || subtitle === undefined || subagent !== undefined) continue;
    if (success === true) succeeded.add(subtitle);
    if (success !== false || succeeded.has(subtitle)) continue;
    const text = `Failed and not seen to succeed since, ${dateOf(item.at)}: ${composedTitle(item)}`;
    return [factLine(item, { section: 'failures', worth: WORTH.failures, text })];
  }
  return [];
}

/** One line for an earlier session: what was asked of it, and what it changed. None where neither may be said. */
function earlierLines({ session, checkpoint }: Told, index: number): ContextLine[] {
  const state = checkpoint.detail.checkpoint;
  const files = state?.filesChanged.slice(0, 3).map(nameOf).join(', ') ?? '';
  const task = maySayWords(checkpoint) ? state?.task : undefined;
  if (files === '' && task === undefined) return [];
  const parts = [
    `Earlier session (${session.agent}, ${dateOf(session.lastAt)})`,
    ...(task === undefined ? [] : [`asked as its agent noted it: "${task}"`]),
    ...(files === '' ? [] : [`changed ${files}`]),
  ];
  const worth = WORTH.earlier - index * 5;
  return [factLine(checkpoint, { section: 'earlier', worth, text: parts.join('; ') })];
}
