import type { CollectResult } from '../../api/collection-answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { CollectInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { hashBase32, randomId } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Collected } from '../../core/model/event.ts';
import type { CollectionId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { partsOf } from '../../core/parts-of.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { now } from '../../platform/clock.ts';
import { type Collection, readCollections } from '../../retrieval/query/collection-members.ts';
import { placeProject } from '../../retrieval/query/place-project.ts';
import { resolveIds } from '../../retrieval/query/resolve-id.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { Store } from '../../store/contract/store.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { actEvent, takeActs } from '../write/take-acts.ts';
import { ANSWERS, findCollection, isSameName, MEMBERS_MAX, membersOf, toCollectionEntry } from './members.ts';

type CollectDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'deadlines' | 'reads' | 'environment'>;

const NAME_CHARS = 80;
const DESCRIPTION_CHARS = 500;
const COLLECTIONS_MAX = 1_000;
/** Upper bound on the events whose memories are added in one call. */
const RESOLVED_AT_ONCE = 200;

/** Creates a collection, or changes, deletes or restores the one that is named. */
export async function collect(deps: CollectDeps, input: CollectInput, caller: Caller): Promise<CollectResult> {
  if (input.collection === undefined) return create(deps, input, caller);
  const isBack = input.delete === false;
  const former = await findCollection(deps.store, input.collection, { deleted: isBack });
  if (input.delete !== undefined) {
    if (isBack) await refuseName(deps, former.name);
    await takeAct(deps, { target: former.id, dropped: !isBack }, caller);
    return answer(deps, former.id, { status: isBack ? 'restored' : 'deleted', missing: [] });
  }
  const name = input.name === undefined ? undefined : nameOf(input.name);
  if (name !== undefined && !isSameName(name, former.name)) await refuseName(deps, name);
  const add = await namedIn(deps.store, input.add ?? []);
  const remove = await namedIn(deps.store, input.remove ?? []);
  const known = new Set<string>(former.members);
  const query = await queryOf(deps, input, caller);
  const changes = omitUndefined({
    name: name === former.name ? undefined : name,
    description: input.description === former.description ? undefined : descriptionOf(input),
    query: query === undefined ? undefined : { ...former.query, ...query },
    live: input.live === former.live ? undefined : input.live,
    add: orNone(add.ids.filter((id) => !known.has(id))),
    remove: orNone(remove.ids.filter((id) => known.has(id) || former.live)),
  });
  const missing = [...add.missing, ...remove.missing];
  if (Object.keys(changes).length === 0) return answer(deps, former.id, { status: 'unchanged', missing });
  refuseTooMany(known.size + (changes.add?.length ?? 0));
  if (changes.query !== undefined && !(input.live ?? former.live)) {
    refuse('Only a live collection has a question that can change.', 'Make it live too, or make another one.');
  }
  await takeAct(deps, { target: former.id, ...changes }, caller);
  return answer(deps, former.id, { status: 'changed', missing });
}

async function create(deps: CollectDeps, input: CollectInput, caller: Caller): Promise<CollectResult> {
  if (input.name === undefined) refuse('A new collection needs a name.', 'cairn collections create NAME --query "…"');
  if (input.remove !== undefined || input.delete !== undefined) {
    refuse('Which collection is to change?', 'Name it in `collection`.');
  }
  const name = nameOf(input.name);
  await refuseName(deps, name);
  const query = await queryOf(deps, input, caller);
  const live = input.live === true;
  if (query === undefined && (live || input.add === undefined)) {
    refuse(
      'A new collection needs ids or, above all a live one, a query.',
      'cairn collections create NAME --query "…"',
    );
  }
  const { ids, missing } = await namedIn(deps.store, input.add ?? []);
  const found = live || query === undefined ? [] : await searched(deps, query);
  const add = [...new Set([...ids, ...found])];
  refuseTooMany(add.length);
  const target = `c_${hashBase32(['collection', randomId()])}` as CollectionId;
  const description = descriptionOf(input);
  await takeAct(deps, { target, name, live, ...omitUndefined({ description, query, add: orNone(add) }) }, caller);
  return answer(deps, target, { status: 'created', missing });
}

/** The filter of a collection as it is stored: paths are replaced by their project. */
async function queryOf(deps: CollectDeps, input: CollectInput, { cwd }: Caller): Promise<JsonObject | undefined> {
  const { query, kinds, meaning, category, agent, session, file, concept, since, until, limit } = input;
  const placed = placeProject(omitUndefined({ project: input.project }), cwd).project;
  const project = await selectProject(deps.store, placed === '*' ? undefined : placed, deps.environment.home);
  const asked = { query, kinds, meaning, category, project, agent, session, file, concept, since, until };
  const narrowed = omitUndefined(asked);
  return Object.keys(narrowed).length === 0 ? undefined : { ...narrowed, ...omitUndefined({ limit }) };
}

/** The hits of a query now. */
async function searched({ reads }: CollectDeps, query: JsonObject): Promise<string[]> {
  const limit = typeof query.limit === 'number' ? query.limit : ANSWERS;
  const { hits } = await reads.search({ query: '', ...query, limit }, now());
  return hits.map(({ id }) => id).filter((id) => !/^[sr]_/.test(id));
}

/** The memories that ids name; for an event, all that derive from it. */
async function namedIn(store: Store, ids: readonly string[]): Promise<{ ids: string[]; missing: string[] }> {
  const found: string[] = [];
  const missing: string[] = [];
  for (const asked of partsOf(ids, RESOLVED_AT_ONCE)) {
    const named = await resolveIds(store, asked);
    for (const id of asked) {
      const one = named.get(id);
      const items =
        one?.of === 'item' ? [one.item] : one?.of === 'event' ? await store.items.ofEvent(one.event.id) : [];
      if (items.length === 0) missing.push(id);
      found.push(...items.map((item) => item.id));
    }
  }
  return { ids: [...new Set(found)], missing };
}

async function takeAct(deps: CollectDeps, body: Omit<Collected, 'kind' | 'person'>, caller: Caller): Promise<void> {
  await takeActs(deps, [actEvent({ kind: 'collected', person: caller.person, ...body }, caller)]);
}

async function answer(
  { store, environment }: CollectDeps,
  id: CollectionId,
  { status, missing }: Pick<CollectResult, 'status' | 'missing'>,
): Promise<CollectResult> {
  const collection: Collection = await findCollection(store, id, { deleted: status === 'deleted' });
  const members = await membersOf(store, collection, { now: now(), userHome: environment.home });
  return { status, collection: toCollectionEntry(collection, members.length), missing };
}

async function refuseName({ store }: CollectDeps, name: string): Promise<void> {
  const all = await readCollections(store.log);
  const other = all.find((one) => !one.dropped && isSameName(one.name, name));
  if (other !== undefined) {
    refuse(`There is a collection ${JSON.stringify(other.name)} (${other.id}) already.`, 'Choose another name.');
  }
  if (all.length >= COLLECTIONS_MAX) refuse(`There are ${COLLECTIONS_MAX} collections already.`, 'cairn collections');
}

function refuseTooMany(members: number): void {
  if (members > MEMBERS_MAX)
    refuse(`A collection holds ${MEMBERS_MAX} memories at most.`, 'Make several, or a live one.');
}

function nameOf(name: string): string {
  const line = cutText(oneLine(name), NAME_CHARS);
  if (line === '') refuse('A name must not be empty.', 'cairn collections rename NAME NEW');
  if (/^c_[a-z2-7]{16}$/.test(line)) refuse('A name must not look like an id.', 'Choose another name.');
  return line;
}

function descriptionOf({ description }: CollectInput): string | undefined {
  return description === undefined ? undefined : cutText(description.trim(), DESCRIPTION_CHARS);
}

function orNone(ids: string[]): string[] | undefined {
  return ids.length === 0 ? undefined : ids;
}

function refuse(message: string, fix: string): never {
  throw new CairnError('invalid_input', message, { fix });
}
