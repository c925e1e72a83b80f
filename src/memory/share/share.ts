// memory/share: memory in the repository. What a person shares becomes a file that is reviewed like code; the files of others
// are the repository's words, which no block tells before a person accepted them.

import type { MemoryRecord } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { SharedInput, ShareInput } from '../../api/requests.ts';
import type { SharedEntry, SharedResult, ShareResult } from '../../api/review-answers.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { firstLine } from '../../core/text/text.ts';
import { removeKnowledgeFile, writeKnowledgeFile } from '../../knowledge/checkout.ts';
import {
  contentHash,
  KNOWLEDGE_FOLDER,
  knowledgeFileName,
  renderKnowledgeFile,
  toKnowledgeFile,
} from '../../knowledge/knowledge-file.ts';
import { REPOSITORY, type TakenFile, type TakenFolder } from '../../knowledge/take-in.ts';
import { now } from '../../platform/clock.ts';
import { readUserName } from '../../platform/git-text.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The parts that sharing needs. */
export type ShareDeps = Pick<MemoryParts, 'store' | 'reads' | 'deriver' | 'deadlines' | 'environment' | 'knowledge'>;

/**
 * Writes what a person stated or confirmed into a file of the checkout at hand, or with `undo` takes that file out. Throws
 * `not_allowed` for anyone but a person, `not_found` for an unknown id, `invalid_input` for what cannot be shared there.
 */
export async function shareMemory(deps: ShareDeps, { id, undo, by }: ShareInput, caller: Caller): Promise<ShareResult> {
  if (!caller.person) {
    throw new CairnError('not_allowed', 'Only a person shares a memory with a repository.', {
      fix: `cairn share ${undo === true ? '--undo ' : ''}ID, typed by a person`,
    });
  }
  const folder = await folderAt(deps, caller.cwd);
  if (undo === true) return takeOut(deps, id, folder);
  const record = await shareable(deps, id, folder);
  const name = fileOf(record, folder) ?? knowledgeFileName(record);
  const before = folder.files.find((one) => one.name === name);
  const named = by ?? readUserName(folder.root, deps.environment.home);
  const { detail = {}, at } = record;
  const stated = { ...record, id: before?.file.id ?? record.id, detail, at: Date.parse(at ?? '') || now() };
  const { file, redacted } = toKnowledgeFile(stated, named);
  const path = `${KNOWLEDGE_FOLDER}/${name}`;
  const isSame = before !== undefined && contentHash(before.file) === contentHash(file);
  if (!isSame) writeKnowledgeFile(folder.root, name, renderKnowledgeFile(file));
  await deps.knowledge.noteShared(record.id);
  await readAgain(deps, folder);
  return { id: record.id, path, status: isSame ? 'unchanged' : 'written', text: renderKnowledgeFile(file), redacted };
}

/** Takes the files of the checkout at hand in, and lists them with what they are to this home. */
export async function listShared(deps: ShareDeps, { project }: SharedInput, caller: Caller): Promise<SharedResult> {
  const at = project ?? caller.cwd;
  const folder = at === undefined ? undefined : await deps.knowledge.read(at);
  if (folder === undefined) return { files: [], skipped: [] };
  await deps.deriver.derived(deps.deadlines.settledMs);
  const items = await deps.store.items.get(folder.files.flatMap(({ id }) => id ?? []));
  const byId = new Map(items.map((item) => [item.id, item]));
  const files = folder.files.map((one) => entryOf(one, byId));
  return { root: folder.root, files, skipped: folder.skipped.map(({ name, why }) => ({ path: pathOf(name), why })) };
}

function entryOf({ name, file, id, isOwn }: TakenFile, items: ReadonlyMap<ItemId, Item>): SharedEntry {
  const item = id === undefined ? undefined : items.get(id);
  const { kind, text, title = firstLine(text, LIMITS.titleChars), at, by, reason } = file;
  return {
    path: pathOf(name),
    state: stateOf(item, isOwn),
    kind,
    title,
    text,
    ...omitUndefined({ id, reason, by, at: at === undefined ? undefined : isoTime(at) }),
  };
}

/** What a file is to this home: nobody's before a person accepts it. */
function stateOf(item: Item | undefined, isOwn: boolean): SharedEntry['state'] {
  if (item === undefined) return 'forgotten';
  if (isOver(item.detail.status) || item.detail.hidden === true) return 'rejected';
  if (item.detail.status !== 'confirmed' && item.author !== 'person') return 'proposed';
  return isOwn ? 'own' : 'accepted';
}

async function folderAt({ knowledge }: ShareDeps, cwd: string | undefined): Promise<TakenFolder> {
  const folder = cwd === undefined ? undefined : await knowledge.read(cwd);
  if (folder !== undefined) return folder;
  throw new CairnError('invalid_input', 'There is no git repository here to share with.', {
    fix: 'Run it in a checkout of the project.',
  });
}

/** The record of what may be shared with a checkout: a person's words, or what one confirmed, on this project. */
async function shareable({ reads, store }: ShareDeps, id: string, folder: TakenFolder): Promise<MemoryRecord> {
  const [record] = (await reads.get({ ids: [id] }, now())).records;
  if (record === undefined) throw unknownMemory(id);
  const { kind, detail = {}, author, project, observation } = record;
  if (kind !== 'knowledge' && observation !== 'note') {
    throw new CairnError('invalid_input', `Only rules and notes are shared; ${id} is a ${kind}.`, {
      fix: 'State it in words of your own: cairn remember "…"',
    });
  }
  if (isOver(detail.status) || detail.hidden === true) {
    throw new CairnError('invalid_input', `${id} is no longer valid.`, { fix: `cairn review reopen ${id}` });
  }
  if (author !== 'person' && detail.status !== 'confirmed') {
    throw new CairnError('invalid_input', `No person stated or confirmed ${id}.`, {
      fix: `cairn review confirm ${id}`,
    });
  }
  if (project !== undefined && project !== folder.project && !(await isJoined(store, project, folder.project))) {
    throw new CairnError('invalid_input', `${id} is of another project than this checkout.`, {
      fix: 'Run it in a checkout of its project.',
    });
  }
  return record;
}

/** True for the two identities of one project: before and after it got a remote. */
async function isJoined({ log }: ShareDeps['store'], one: string, other: string): Promise<boolean> {
  const rows = await log.projects();
  return rows.some(({ id, joined }) => (id === one && joined === other) || (id === other && joined === one));
}

/** The file that tells of a memory already: by its id, or the one that it came from. */
function fileOf({ id, agent, detail }: MemoryRecord, { files }: TakenFolder): string | undefined {
  const from = agent === REPOSITORY ? detail?.filesRead?.[0] : undefined;
  const named = from?.slice(KNOWLEDGE_FOLDER.length + 1);
  return files.find(({ name, file, id: taken }) => file.id === id || taken === id || name === named)?.name;
}

async function takeOut(deps: ShareDeps, id: string, folder: TakenFolder): Promise<ShareResult> {
  const found = folder.files.find(({ file, id: taken }) => taken === id || file.id === id);
  if (found === undefined) {
    throw new CairnError('not_found', `No file of this checkout shares ${id}.`, { fix: 'cairn share lists them' });
  }
  removeKnowledgeFile(folder.root, found.name);
  await readAgain(deps, folder);
  return { id, path: pathOf(found.name), status: 'removed', redacted: {} };
}

async function readAgain({ knowledge, deriver, deadlines }: ShareDeps, { root }: TakenFolder): Promise<void> {
  await knowledge.read(root);
  await deriver.derived(deadlines.settledMs);
}

function unknownMemory(id: string): CairnError {
  return new CairnError('not_found', `There is no memory ${id}.`, { fix: 'cairn search "words" shows ids' });
}

function pathOf(name: string): string {
  return `${KNOWLEDGE_FOLDER}/${name}`;
}
