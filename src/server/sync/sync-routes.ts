// server/sync: the log by which the homes of a team hand each other records. Records are kept as they came, with the name of
// the token's person in place of the one that they say.

import { gzipSync } from 'node:zlib';
import { CairnError } from '../../core/errors.ts';
import { asObject, asString, type JsonValue } from '../../core/json.ts';
import { now } from '../../platform/clock.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import {
  claimHomes,
  type ErasedTarget,
  greatestSeq,
  hasTargetsElsewhere,
  type NewSyncRecord,
  pullRecords,
  pushRecords,
} from '../../store/postgres/team/sync-records.ts';
import {
  helloId,
  homesOf,
  type PullAnswer,
  type PushAnswer,
  parseRecord,
  projectOf,
  SYNC_LIMITS,
  type SyncRecord,
  type TombstoneRecord,
} from '../../sync/wire.ts';
import type { Principal } from '../access/principals.ts';

/** Path of both routes. */
export const SYNC_PATH = '/v1/sync/records';

const CURSOR = /^1\.(\d{1,15})$/;
const PACKED_BYTES = 1_024;
const ID_CHARS = 100;

/** What a push came to, besides its answer: for metrics. */
export interface PushOutcome {
  answer: PushAnswer;
  added: number;
}

/** Keeps the records of a push. */
export async function answerPush(engine: Engine, who: Principal, records: readonly JsonValue[]): Promise<PushOutcome> {
  const refused: PushAnswer['refused'] = [];
  const kept = new Map<string, NewSyncRecord>();
  const erased: ErasedTarget[] = [];
  for (const value of records) {
    const record = parseRecord(value);
    if (typeof record === 'string') {
      refused.push({ id: idOf(value), reason: record });
      continue;
    }
    if (record.kind === 'hello' && record.id !== helloId(record)) {
      refused.push({ id: record.id, reason: 'greetings of another id' });
      continue;
    }
    const isForeign = who.project !== undefined && record.kind === 'event' && projectOf(record).id !== who.project;
    if (isForeign || (await isAboutOthers(engine, who, record))) {
      refused.push({ id: record.id, reason: 'not the project of this token' });
      continue;
    }
    const sound = record.kind === 'tombstone' ? await ofOwnHomes(engine, who, record) : record;
    kept.set(record.id, toKept(sound, who));
    if (sound.kind !== 'tombstone') continue;
    for (const home of homesOf(sound))
      for (const { target, until } of sound.erases) erased.push({ by: sound.home, home, target, until });
  }
  if (kept.size === 0) return { answer: { acknowledged: [], refused }, added: 0 };
  const pushed = await pushRecords(engine, {
    personId: who.personId,
    at: now(),
    records: [...kept.values()],
    erased,
  });
  return {
    answer: { acknowledged: pushed.acknowledged, refused: [...refused, ...pushed.refused] },
    added: pushed.added,
  };
}

/**
 * A tombstone that names no earlier home but those of its person, or that nobody has taken part by here, as one that shared by a folder
 * only: that is its person's from now on.
 */
async function ofOwnHomes(engine: Engine, { personId }: Principal, record: TombstoneRecord): Promise<TombstoneRecord> {
  const { formerly = [], ...rest } = record;
  const own = formerly.length === 0 ? [] : await claimHomes(engine, { personId, at: now(), homes: formerly });
  return own.length === 0 ? rest : { ...rest, formerly: own };
}

/** A page of the log after a cursor. Throws `outdated` for a cursor that this log never gave out. */
export async function answerPull(engine: Engine, request: Request): Promise<PullAnswer> {
  const { searchParams } = new URL(request.url);
  const after = await placeOf(engine, searchParams.get('after') ?? '');
  const limit = limitOf(searchParams.get('limit'));
  const page = await pullRecords(engine, {
    after,
    limit,
    maxBytes: SYNC_LIMITS.answerBytes - SYNC_LIMITS.requestBytes,
  });
  const records = page.records.map(({ json }) => JSON.parse(json ?? 'null') as SyncRecord);
  return { records, next: `1.${page.records.at(-1)?.seq ?? after}`, more: page.more };
}

/** An answer as JSON, packed where it is long and the caller takes that. */
export function packedAnswer(request: Request, answer: PullAnswer): Response {
  const text = JSON.stringify(answer);
  const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
  const takesGzip = /\bgzip\b/i.test(request.headers.get('accept-encoding') ?? '');
  if (!takesGzip || text.length < PACKED_BYTES) return new Response(text, { headers });
  return new Response(new Uint8Array(gzipSync(text, { level: 1 })), {
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
}

/** Whether a record changes, moves or erases what is kept of another project than the token's. */
async function isAboutOthers(engine: Engine, { project }: Principal, record: SyncRecord): Promise<boolean> {
  const targets = targetsIn(record);
  if (project === undefined || targets.length === 0) return false;
  const homes = record.kind === 'tombstone' ? homesOf(record) : [record.home];
  for (const home of homes) if (await hasTargetsElsewhere(engine, { home, targets, project })) return true;
  return false;
}

function targetsIn(record: SyncRecord): string[] {
  if (record.kind === 'event') return [record.memory.target];
  return record.kind === 'tombstone' ? record.erases.map(({ target }) => target) : [];
}

function toKept(record: SyncRecord, { person }: Principal): NewSyncRecord {
  const { id, kind, home, at } = record;
  const isEvent = record.kind === 'event';
  return {
    id,
    kind,
    home,
    at,
    target: isEvent ? record.memory.target : '',
    version: isEvent ? record.memory.version : 0,
    project: isEvent ? projectOf(record).id : '',
    json: JSON.stringify({ ...record, member: person }),
  };
}

function idOf(value: JsonValue): string {
  return asString(asObject(value).id)?.slice(0, ID_CHARS) ?? '';
}

async function placeOf(engine: Engine, cursor: string): Promise<number> {
  if (cursor === '') return 0;
  const place = CURSOR.exec(cursor)?.[1];
  const known = place === undefined ? undefined : Number(place);
  if (known !== undefined && (known === 0 || known <= (await greatestSeq(engine)))) return known;
  throw new CairnError('outdated', 'This server does not know that place of the log.', {
    fix: 'Begin from the first record: what exists already counts once.',
  });
}

function limitOf(text: string | null): number {
  if (text === null) return SYNC_LIMITS.records;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= SYNC_LIMITS.records) return limit;
  throw new CairnError('invalid_input', `limit takes 1 to ${SYNC_LIMITS.records}.`, { fix: '?limit=500' });
}
