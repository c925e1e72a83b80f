// memory/write: one file for each call that states something: record, remember, update, checkpoint. All they write are
// events, through the intake.

import type { MemoryRecord, UpdateResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { UpdateInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { asString } from '../../core/json.ts';
import type { EventBody, Judged, NoteChanges } from '../../core/model/event.ts';
import { type EventId, type ItemId, isPublicId, sessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { SHARED } from '../../core/model/shared-memory.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { inTimeOrder, revise, withoutRevoked, withoutUndone } from '../../derive/event/apply-acts.ts';
import { isGuarded, isPersons } from '../../derive/event/in-doubt.ts';
import { wordsStamp } from '../../derive/event/words-stamp.ts';
import { KNOWLEDGE_FOLDER, knowledgeFileName } from '../../knowledge/knowledge-file.ts';
import { now } from '../../platform/clock.ts';
import type { Store } from '../../store/contract/store.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { holdsTooLittle, withRules } from './judge-tripwire.ts';
import { mergeAct } from './merge-project.ts';
import { tagSession } from './tag-session.ts';
import { actEvent, takeActs } from './take-acts.ts';
import { assertSeen } from './words-seen.ts';

/** The parts that an update needs. */
export type UpdateDeps = Pick<
  MemoryParts,
  'store' | 'intake' | 'deriver' | 'deadlines' | 'reads' | 'environment' | 'sync'
>;

/** Upper bound on the memories that an agent hides in a session, or without a session in a day. */
const HIDES = 20;
/** The fields of a memory's words in a call, by their names in an item. */
const WORDS = {
  text: 'text',
  title: 'title',
  knowledge: 'kind',
  severity: 'severity',
  alternatives: 'alternatives',
  reason: 'reason',
  confidence: 'confidence',
  concepts: 'concepts',
  metadata: 'metadata',
  filesChanged: 'files',
} as const satisfies Record<string, keyof UpdateInput>;
/** What only a person does, by the status that is asked for. */
const JUDGES = {
  confirmed: 'confirms a memory',
  withdrawn: 'withdraws a memory',
  superseded: 'says what takes the place of a memory',
  reopened: 'takes a judgement back',
} as const satisfies Record<NonNullable<UpdateInput['status']>, string>;
const REVIEW = 'cairn review, typed by a person';

/**
 * Changes or judges a memory and returns its new version. Anyone may change the words of a stated memory that no person
 * stated or confirmed; only a person confirms, withdraws, supersedes, reopens, shows again and mutes; an agent hides up to 20
 * a session.
 */
export async function updateMemory(
  deps: UpdateDeps,
  { id, changes }: { id: string; changes: UpdateInput },
  caller: Caller,
): Promise<UpdateResult> {
  if (id.startsWith('r_')) return changeProject(deps, { id, changes }, caller);
  if (id.startsWith('s_')) return tagSession(deps, { id, changes }, caller);
  const items = await itemsOf(deps.store, id);
  if (changes.tags !== undefined) refuse(`Only a session has tags; ${id} is none.`, 'cairn sessions');
  if ((changes.name ?? changes.into) !== undefined)
    refuse(`Only a project has a name or goes into another; ${id} is none.`, 'cairn projects');
  if (changes.supersededBy !== undefined) await itemsOf(deps.store, changes.supersededBy);
  for (const item of items) await assertSeen(deps.store, item, { changes, caller });
  const bodies: EventBody[] = [];
  for (const item of items) {
    const isAgain = caller.person && changes.status === 'confirmed' && (await holdsTooLittle(deps.store, item));
    for (const body of actsOn(item, changes, { caller, isAgain })) bodies.push(await withRules(deps.store, item, body));
  }
  if (changes.revert === true) {
    for (const item of items) bodies.push(await revertOf(deps.store, item, caller));
  }
  for (const item of items) bodies.push(...(await actsOnReplaced(deps.store, item, { changes, caller })));
  if (bodies.some(({ kind }) => kind === 'hidden')) await refuseTooMany(deps.store, caller);
  return answer(deps, { id, bodies }, caller);
}

/** Renames a project, or merges it into another; `into` empty: takes that back. */
async function changeProject(
  deps: UpdateDeps,
  { id, changes }: { id: string; changes: UpdateInput },
  caller: Caller,
): Promise<UpdateResult> {
  const { name, into, ...others } = changes;
  if ((name === undefined) === (into === undefined) || Object.values(others).some((value) => value !== undefined)) {
    refuse('Of a project only `name` or `into` can be changed, one at a time.', 'cairn projects');
  }
  if (!caller.person && caller.agent === true) {
    throw new CairnError('not_allowed', 'An agent may not change a project.', { fix: 'cairn projects' });
  }
  const known = (await deps.store.log.projects()).find((project) => project.id === id);
  if (known === undefined) throw new CairnError('not_found', `There is no project ${id}.`, { fix: 'cairn projects' });
  if (into !== undefined) {
    const act = await mergeAct(deps, { project: known, into }, caller);
    // Where the terminal stands has nothing to do with either project.
    const { cwd: _, ...person } = caller;
    const bodies = act === undefined ? [] : [act.body];
    if (act !== undefined) await staysPrivate(deps.sync, id);
    return answer(deps, { id, bodies }, { ...person, ...omitUndefined({ cwd: act?.cwd }) });
  }
  const given = (name ?? '').trim();
  const isSame = known.name === given;
  const body: EventBody = { kind: 'renamed', target: id, name: given, person: caller.person };
  return answer(deps, { id, bodies: isSame ? [] : [body] }, caller);
}

/** Another merge of a project shares nothing of it: a person says that again. */
async function staysPrivate(sync: UpdateDeps['sync'], id: string): Promise<void> {
  const config = sync.config();
  if (config?.along?.[id] === undefined) return;
  const { [id]: _, ...along } = config.along;
  await sync.changed({ ...config, along });
}

async function answer(
  deps: UpdateDeps,
  { id, bodies }: { id: string; bodies: readonly EventBody[] },
  caller: Caller,
): Promise<UpdateResult> {
  const events = bodies.map((body) => actEvent(body, caller));
  const redacted = events.length === 0 ? {} : (await takeActs(deps, events)).redacted;
  const { records } = await deps.reads.get({ ids: [id] }, now());
  const record = records[0] as MemoryRecord;
  return { id, status: events.length === 0 ? 'unchanged' : 'updated', redacted, record };
}

async function itemsOf(store: Store, id: string): Promise<Item[]> {
  const items = !isPublicId(id)
    ? []
    : id.startsWith('e_')
      ? await store.items.ofEvent(id as EventId)
      : await store.items.get([id as ItemId]);
  if (items.length === 0) {
    throw new CairnError('not_found', `There is no memory ${id}.`, { fix: 'cairn search "words" shows ids' });
  }
  return items;
}

/** The acts that turn an item into what the caller wants; none for fields that are equal already. */
function actsOn(
  item: Item,
  changes: UpdateInput,
  { caller, isAgain }: { caller: Caller; isAgain: boolean },
): EventBody[] {
  const { status, hidden, muted } = changes;
  const { person } = caller;
  const target = item.id;
  const bodies: EventBody[] = [];
  const words = wordsThatChange(item, changes, caller);
  if (words !== undefined) bodies.push({ kind: 'revised', target, changes: words, person });
  if (status !== undefined && !person) onlyAPerson(JUDGES[status]);
  const judged = judgementOn(item, changes, words !== undefined || isAgain);
  if (judged !== undefined) {
    const isYes = judged.kind === 'confirmed';
    const said = words === undefined ? item : revise(item, words, person);
    bodies.push({ ...judged, target, person, ...(isYes && { of: wordsStamp(said) }) });
  }
  const isHidden = item.detail.hidden === true;
  if (hidden === false && isHidden && !person) onlyAPerson('shows again what was hidden');
  if (hidden === true && !person && isPersons(item)) onlyAPerson('hides what a person stated or confirmed');
  if (hidden !== undefined && hidden !== isHidden) bodies.push({ kind: hidden ? 'hidden' : 'shown', target, person });
  if (muted !== undefined && !person) onlyAPerson(muted ? 'mutes a memory' : 'has a muted memory told again');
  if (muted !== undefined && muted !== (item.detail.muted === true))
    bodies.push({ kind: muted ? 'muted' : 'unmuted', target, person });
  return bodies;
}

/**
 * What a person's judgement on the repository's words means for the memory of one's own that was shared as that file: once
 * accepted, they take its place, and give it back when the judgement is taken back.
 */
async function actsOnReplaced(
  store: Store,
  { id, author, detail, project }: Item,
  { changes: { status }, caller: { person } }: { changes: UpdateInput; caller: Caller },
): Promise<EventBody[]> {
  const target = asString(detail.metadata?.id);
  if (author !== 'repo' || !person || target === undefined || target === id || !isPublicId(target)) return [];
  const [shared] = await store.items.get([target as ItemId]);
  // A file can name any id: it takes the place only of what this home shared from this project, as that very file.
  if (shared === undefined || shared.project !== project) return [];
  if (detail.filesRead?.[0] !== `${KNOWLEDGE_FOLDER}/${knowledgeFileName(shared)}`) return [];
  if (Object.keys(await store.log.counted(`${SHARED}${target}`)).length === 0) return [];
  const isReplaced = shared.detail.supersededBy === id;
  if (status === 'confirmed' && !isReplaced) return [{ kind: 'superseded', target, by: id, person }];
  return status === 'reopened' && isReplaced ? [{ kind: 'reopened', target, person }] : [];
}

/** The judgement that is asked for; `undefined` where it stands already and nothing is new about it. */
function judgementOn(
  item: Item,
  { status, supersededBy }: UpdateInput,
  isNew: boolean,
): Pick<Judged, 'kind' | 'by'> | undefined {
  const { id, detail } = item;
  if (supersededBy !== undefined && status !== 'superseded')
    refuse('supersededBy goes with the status superseded.', 'Give status: superseded, or leave supersededBy out.');
  if (status === undefined) return undefined;
  if (status === 'reopened') return isJudged(detail.status) || isNew ? { kind: status } : undefined;
  // A person is asked whether a judgement in doubt is theirs: the same again is the answer.
  const isSame = detail.status === status && !isNew && detailOfKind(item, 'knowledge').takenBack !== true;
  if (status !== 'superseded') return isSame ? undefined : { kind: status };
  if (supersededBy === undefined || supersededBy === id)
    refuse('superseded needs another memory in supersededBy.', 'cairn search "words" shows ids');
  return detail.supersededBy === supersededBy ? undefined : { kind: status, by: supersededBy };
}

function isJudged(status: Item['detail']['status']): boolean {
  return status !== undefined && status !== 'proposed' && status !== 'stated';
}

/** The act that takes the latest change of an item's words back. */
async function revertOf(store: Store, item: Item, caller: Caller): Promise<EventBody> {
  const { id } = item;
  const acts = inTimeOrder(withoutUndone(withoutRevoked(await store.log.about([id]))));
  const last = acts.findLast(({ body }) => body.kind === 'revised');
  if (last?.body.kind !== 'revised') refuse(`Nobody changed the words of ${id}.`, 'It takes text and title.');
  if (!caller.person && isGuarded(item)) onlyAPerson('changes what a person stated or confirmed');
  if (last.body.person && !caller.person) onlyAPerson('takes back what a person changed');
  return { kind: 'revised', target: id, changes: {}, undoes: last.id, person: caller.person };
}

function wordsThatChange(item: Item, changes: UpdateInput, caller: Caller): NoteChanges | undefined {
  const given = Object.entries(WORDS).map(([name, field]) => [name, changes[field]] as const);
  const asked = given.filter(([, value]) => value !== undefined);
  if (asked.length === 0) return undefined;
  const isNote = item.kind === 'observation' && item.detail.observation === 'note';
  const isWorded = item.kind === 'summary' || item.kind === 'topic';
  if (isWorded && asked.some(([name]) => name !== 'text' && name !== 'title')) {
    refuse(`Of a ${item.kind} only text and title can be changed.`, 'It takes text, title, hidden and muted.');
  }
  if (item.kind !== 'knowledge' && !isNote && !isWorded) {
    refuse(
      `Only what was stated, a summary or a topic has words to change; ${item.id} is a ${item.kind}.`,
      'It takes status, hidden and muted.',
    );
  }
  if (changes.text?.trim() === '') refuse('text must not be empty.', 'cairn forget ID takes a memory away.');
  if (!caller.person && isGuarded(item)) {
    onlyAPerson('changes what a person stated or confirmed');
  }
  const held: Readonly<Record<string, unknown>> = {
    ...item.detail,
    text: item.text,
    title: item.title,
    knowledge: detailOfKind(item, 'knowledge').knowledge ?? 'note',
  };
  const differing = asked
    .map(([name, value]) => [name, name === 'text' ? changes.text?.trim() : value] as const)
    .filter(([name, value]) => JSON.stringify(held[name]) !== JSON.stringify(value));
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as NoteChanges);
}

async function refuseTooMany(store: Store, caller: Caller): Promise<void> {
  if (caller.person) return;
  const session = sessionId(caller.surface, caller.session ?? NO_SESSION);
  const since = caller.session === undefined ? now() - DAY_MS : undefined;
  const { events } = await store.log.measure({ session, kinds: ['hidden'], ...omitUndefined({ since }) });
  if (events < HIDES) return;
  const span = caller.session === undefined ? 'day' : 'session';
  throw new CairnError('not_allowed', `An agent may hide ${HIDES} memories a ${span}.`, { fix: REVIEW });
}

function onlyAPerson(what: string): never {
  throw new CairnError('not_allowed', `Only a person ${what}.`, { fix: REVIEW });
}

function refuse(message: string, fix: string): never {
  throw new CairnError('invalid_input', `update: ${message}`, { fix });
}
