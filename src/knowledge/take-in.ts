import { randomId } from '../core/hash.ts';
import { canonicalJson } from '../core/json.ts';
import type { EventBody, Judged, Noted, RawEvent, StoredEvent } from '../core/model/event.ts';
import type { ItemId, ProjectId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { NO_SESSION } from '../core/model/own-sessions.ts';
import { SHARED } from '../core/model/shared-memory.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { partsOf } from '../core/parts-of.ts';
import { namedNoteId } from '../derive/item/named-note.ts';
import type { Intake } from '../ingest/intake.ts';
import { now } from '../platform/clock.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import { getRecords } from '../retrieval/entries/get.ts';
import type { Store } from '../store/contract/store.ts';
import { type KnowledgeText, readKnowledgeFolder } from './checkout.ts';
import {
  contentHash,
  KNOWLEDGE_FOLDER,
  type KnowledgeFile,
  parseKnowledgeFile,
  toKnowledgeFile,
} from './knowledge-file.ts';

/** Name under which the words of repositories are in the log. */
export const REPOSITORY = 'repository';
/** Upper bound on the former versions of one project's files that are looked at; of those that count all are. */
const FORMER = 1_000;
/** Memories that are read at once. */
const PAGE = 500;
const RECORDS = 50;

/** A file of a checkout, and the memory of it here; no id for one that was forgotten. */
export interface TakenFile {
  name: string;
  file: KnowledgeFile;
  id?: ItemId;
  /** True: it says what a memory of this home's own says. */
  isOwn: boolean;
}

/** What the folder of a checkout holds, once it was taken in. */
export interface TakenFolder {
  /** Real path of the checkout's root. */
  root: string;
  project: ProjectId;
  files: TakenFile[];
  skipped: { name: string; why: string }[];
  /** False where the door took nothing in: the project is excluded, or nothing is recorded now. */
  isTaken: boolean;
}

/** What taking in needs. */
export interface KnowledgeDeps {
  store: Store;
  intake: Pick<Intake, 'events'>;
}

/** A file that states something. */
interface StatedFile {
  name: string;
  file: KnowledgeFile;
  /** When it was stated, as far as it says so; milliseconds since 1970. */
  at: number;
}

/**
 * Takes the folder of a checkout in. Each file that says something new is stated in the repository's name; a memory whose file
 * says something else now gives way to it, one whose file is gone is withdrawn, and one whose file is back counts again.
 */
export async function takeInFolder(
  { store, intake }: KnowledgeDeps,
  { root, project }: Pick<TakenFolder, 'root' | 'project'>,
): Promise<TakenFolder> {
  const { files: found, skipped } = readKnowledgeFolder(root);
  const folder: TakenFolder = { root, project, files: [], skipped, isTaken: true };
  const known = await knownOf(store, project);
  if (found.length === 0 && known.length === 0) return folder;
  const read = found.flatMap((one) => readInto(folder, one));
  const own = await ownOf(store, read, known);
  const gone = await forgottenOf(store, read, own);
  const others = read.filter(({ name }) => !own.has(name) && !gone.has(name));
  const dates = await datesOf(store, others, project);
  const notes = others.map((one) => {
    const at = dates.get(one.name) ?? one.at;
    return toRaw(noteOf(one), { root, at, content: [project, refOf(one), 'stated'] });
  });
  const outcomes = notes.length === 0 ? [] : (await intake.events(notes)).outcomes;
  for (const [i, { name }] of others.entries()) if (outcomes[i] === 'refused') gone.add(name);
  folder.isTaken = !outcomes.includes('excluded');
  folder.files = read.map(({ name, file }): TakenFile => {
    const id = gone.has(name) ? undefined : (own.get(name) ?? idOf({ name, file }, project));
    return { name, file, isOwn: own.has(name), ...omitUndefined({ id }) };
  });
  const acts = folder.isTaken ? await actsOf(store, folder, known) : [];
  const events = acts.map((act) => toRaw(act, { root, at: now(), content: [act.kind, act.target, randomId()] }));
  if (events.length > 0) await intake.events(events);
  return folder;
}

/** The memories of a project's files: all that count, and the newest of those that no longer do. */
async function knownOf({ items }: Store, project: ProjectId): Promise<Item[]> {
  const filter = { project, agent: REPOSITORY };
  const known = new Map<ItemId, Item>();
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await items.page(filter, { limit: PAGE, ...omitUndefined({ cursor }) });
    for (const item of rows) known.set(item.id, item);
    if (next === undefined) break;
    cursor = next;
    await yieldToEventLoop();
  }
  for (const item of await items.list({ ...filter, hidden: true }, { limit: FORMER })) known.set(item.id, item);
  return [...known.values()];
}

function readInto({ skipped }: TakenFolder, { name, text, modifiedAt }: KnowledgeText): StatedFile[] {
  const file = parseKnowledgeFile(text);
  if (typeof file !== 'string') return [{ name, file, at: Math.min(file.at ?? modifiedAt, now()) }];
  skipped.push({ name, why: file });
  return [];
}

/** The memories of this home's own that say what files say, by the name of the file. */
async function ownOf(store: Store, read: readonly StatedFile[], known: readonly Item[]): Promise<Map<string, ItemId>> {
  const fromFiles = known.filter(({ author }) => author === 'person');
  const ids = [...read.flatMap(({ file }) => file.id ?? []), ...fromFiles.map(({ id }) => id)];
  const own = new Map<string, ItemId>();
  for (const part of partsOf([...new Set(ids)], RECORDS)) {
    for (const { id, text, title, detail = {}, agent, author } of (await getRecords(store, part)).records) {
      if (agent === REPOSITORY && author !== 'person') continue;
      // A file with the id and the words of an agent's own proposal makes nobody's rule of it.
      if (author !== 'person' && (detail.status === undefined || detail.status === 'proposed')) continue;
      const says = contentHash(toKnowledgeFile({ id, text, title, detail }).file);
      const name = agent === REPOSITORY ? nameOf(detail.ref) : undefined;
      const same = read.find((one) => (one.file.id === id || one.name === name) && contentHash(one.file) === says);
      if (same !== undefined) own.set(same.name, id as ItemId);
    }
  }
  return own;
}

/** When files were stated that are known here as they are, by name: whoever dates one back afterwards changes nothing. */
async function datesOf(store: Store, files: readonly StatedFile[], project: ProjectId): Promise<Map<string, number>> {
  const names = new Map(files.map((one) => [idOf(one, project), one.name]));
  const there = await store.items.get([...names.keys()]);
  return new Map(there.flatMap(({ id, at }) => [[names.get(id) ?? '', at] as const]));
}

/** Names of files that this home wrote of memories that it has forgotten since. */
async function forgottenOf(
  store: Store,
  read: readonly StatedFile[],
  own: ReadonlyMap<string, unknown>,
): Promise<Set<string>> {
  const shared = await store.log.counted(SHARED);
  const mine = read.filter(({ name, file: { id = '' } }) => !own.has(name) && shared[`${SHARED}${id}`] !== undefined);
  const there = await store.items.get(mine.flatMap(({ file }) => (file.id as ItemId | undefined) ?? []));
  const ids = new Set<string>(there.map(({ id }) => id));
  return new Set(mine.flatMap(({ name, file: { id = '' } }) => (ids.has(id) ? [] : [name])));
}

type FileAct = Judged & { author: 'repo' };

/** What the files mean for the memories of them, as far as that is not known yet. */
async function actsOf(store: Store, { files, project }: TakenFolder, known: readonly Item[]): Promise<FileAct[]> {
  const current = new Map(files.map((one) => [one.name, one]));
  const ids = new Set([...known.filter(isOfFile).map(({ id }) => id), ...files.flatMap((one) => newIn(one, project))]);
  const last = lastActs(await store.log.about([...ids]));
  const names = new Map([
    ...known.map(({ id, detail }) => [id, nameOf(detail.ref)] as const),
    ...files.map((one) => [idOf(one, project), one.name] as const),
  ]);
  return [...ids].flatMap((target): FileAct[] => {
    const file = current.get(names.get(target) ?? '');
    const kind = file?.id === undefined ? 'withdrawn' : file.id === target ? 'reopened' : 'superseded';
    const by = kind === 'superseded' ? file?.id : undefined;
    const before = last.get(target);
    const isKnown = before === undefined ? kind === 'reopened' : before.kind === kind && before.by === by;
    return isKnown ? [] : [{ kind, target, person: false, author: 'repo', ...omitUndefined({ by }) }];
  });
}

/** The memory of a file in this version, unless it is this home's own. */
function newIn({ name, file, isOwn, id }: TakenFile, project: ProjectId): ItemId[] {
  return isOwn || id === undefined ? [] : [idOf({ name, file }, project)];
}

/** True for a memory in the repository's words: one that a person reworded is the person's. */
function isOfFile({ author }: Item): boolean {
  return author === 'repo';
}

function lastActs(about: readonly StoredEvent[]): Map<string, FileAct> {
  const last = new Map<string, FileAct>();
  for (const { body } of about) if ('author' in body && 'target' in body) last.set(body.target, body as FileAct);
  return last;
}

function noteOf({ name, file }: StatedFile): Noted {
  const { kind, text, title, id, by, severity, reason, alternatives, concepts } = file;
  const metadata = omitUndefined({ id, by });
  return {
    kind: 'noted',
    text,
    person: false,
    author: 'repo',
    ...omitUndefined({ title, knowledge: kind === 'note' ? undefined : kind }),
    detail: {
      ref: refOf({ name, file }),
      filesRead: [`${KNOWLEDGE_FOLDER}/${name}`],
      ...omitUndefined({ severity, reason, alternatives, concepts }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
  };
}

/** The name of what a file says in this version: the file's, and a hash of it. */
function refOf({ name, file }: Pick<StatedFile, 'name' | 'file'>): string {
  return `${name}#${contentHash(file)}`;
}

function nameOf(ref = ''): string {
  return ref.replace(/#[^#]*$/, '');
}

function idOf(file: Pick<StatedFile, 'name' | 'file'>, project: ProjectId): ItemId {
  return namedNoteId({ agent: REPOSITORY, project, ref: refOf(file) });
}

function toRaw(
  body: EventBody,
  { root, at, content }: { root: string; at: number; content: readonly string[] },
): RawEvent {
  const identity = { content: canonicalJson([...content]), origin: 'stated' };
  return { agent: REPOSITORY, agentSession: NO_SESSION, at, cwd: root, identity, source: 'import', body };
}
