import type { Note } from '../../api/answers.ts';
import type { SyncResult, SyncRunEntry } from '../../api/home-answers.ts';
import type { SyncInput } from '../../api/requests.ts';
import {
  asNumber,
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsIn,
  textsIn,
} from '../../core/json.ts';
import { NOT_YOUR_HOME } from '../../core/model/shared-memory.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { sum } from '../../core/sum.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { SyncHome, SyncRunRow } from '../../store/contract/sync.ts';
import { keyFingerprint, readKeyText } from '../../sync/folder/team-key.ts';
import { handedOnAgain } from '../../sync/hand-on-again.ts';
import { readElsewhere } from '../../sync/own-home.ts';
import { readSyncSecret, type SyncConfig, withoutTlsOf } from '../../sync/sync-config.ts';
import type { SyncDeps } from './sync-deps.ts';

/** Upper bound on the tombstones of an answer. */
const FORGOTTEN = 20;
const WAITING = 1_000;
/** Memories that a note names. */
const NAMED = 10;
/** Runs that are looked through for what was left out, and what names the home that wrote it. */
const LOOKED_AT = 200;
const LEFT_OUT = /^frames of (h_[a-z2-7]{16}) that are too long/;

/** Reads how the home takes part now, with the last `runs` runs, and what became of the tombstones of some ids, or of the latest. */
export async function readSyncState(
  { store, sync, paths }: SyncDeps,
  { runs, forgotten }: Pick<SyncInput, 'runs' | 'forgotten'>,
): Promise<SyncResult> {
  const config = sync.config();
  const counts = await store.sync.counts();
  const homes = await store.sync.homes();
  const known = new Set(homes.map(({ home }) => home));
  const elsewhere = await readElsewhere(store);
  const before = await store.sync.runs(LOOKED_AT);
  const [last] = before;
  const lastRun = last && toRun(last);
  const { events } = await store.log.measure({ kinds: ['shared'] });
  const state =
    config === undefined ? 'off' : config.paused ? 'paused' : lastRun?.error === undefined ? 'ready' : 'failed';
  const waiting = counts.filter((row) => row.state === 'waiting');
  return {
    state,
    ...(config && { home: config.home, member: config.member, remote: remoteOf(config, paths.home) }),
    shares: Object.entries(config?.shares ?? {}).map(([project, kinds]) => {
      const sent = counts.filter((row) => row.project === project && row.state === 'sent');
      return {
        project,
        kinds: [...kinds],
        shared: Object.fromEntries(sent.map(({ kind, count }) => [kind, count])),
        waiting: sum(waiting.filter((row) => row.project === project).map(({ count }) => count)),
      };
    }),
    waiting: {
      memories: sum(waiting.map(({ count }) => count)),
      records: (await store.sync.waitingRecords(WAITING)).length,
    },
    received: events,
    homes: (config === undefined ? [] : homes).map(({ home, member, at }) => ({ home, member, lastAt: isoTime(at) })),
    forgotten: (await store.sync.tombstones(whichOf(forgotten))).map(({ id, at, data, heard, reached }) => {
      const isElsewhere = data.elsewhere === true || at <= elsewhere.until;
      const had = [...homes, ...(isElsewhere ? elsewhere.homes.filter(({ home }) => !known.has(home)) : [])];
      const missing = had.filter(({ home }) => !reached.includes(home)).map(({ member }) => member);
      // Where no other home is known, nobody is known to have read it.
      const isReached = heard && had.length > 0 && missing.length === 0;
      // Each memory is named by its own id, and by one for each home of this memory.
      const memories = Math.ceil(objectsIn(data.erases).length / (2 + textsIn(data.formerly).length));
      return {
        id,
        at: isoTime(at),
        memories,
        state: isReached ? 'reached' : 'pending',
        missing: [...new Set(missing)],
      };
    }),
    ...omitUndefined({ lastRun, runs: runs === undefined ? undefined : (await store.sync.runs(runs)).map(toRun) }),
    notes: [
      ...withoutTls(config),
      ...tokenEnded(config, lastRun),
      ...notOurs(lastRun),
      ...seriesLost(before),
      ...leftOut(before, homes),
      ...withOthers(await store.sync.withOthersOnly()),
    ],
  };
}

/** That others on the way can read what is handed on, as the person allowed. */
function withoutTls(config: SyncConfig | undefined): Note[] {
  if (config?.remote.kind !== 'server' || !config.remote.insecure) return [];
  return [{ code: 'no-tls', message: withoutTlsOf(config.remote) }];
}

/** That nothing is handed on any more until the person logs in again. */
function tokenEnded(config: SyncConfig | undefined, lastRun: SyncRunEntry | undefined): Note[] {
  if (config?.remote.kind !== 'server' || lastRun?.error?.code !== 'unauthorized') return [];
  return [
    { code: 'log-in', message: 'The token ended, or was revoked: nothing is handed on. Log in again: cairn login' },
  ];
}

/** That an admin of the server has to give the home back before anything is handed on. */
function notOurs(lastRun: SyncRunEntry | undefined): Note[] {
  if ((lastRun?.pushed.refused[NOT_YOUR_HOME] ?? 0) === 0) return [];
  return [{ code: 'not-your-home', message: lastRun?.error?.message ?? 'The server has this home as another’s.' }];
}

/** That what this home wrote for the others was not as it left it. */
function seriesLost(runs: readonly SyncRunRow[]): Note[] {
  const message = handedOnAgain(runs);
  return message === undefined ? [] : [{ code: 'handed-on-again', message }];
}

/** What each home handed on that no home can read: who it is, and how much. */
function leftOut(runs: readonly SyncRunRow[], homes: readonly SyncHome[]): Note[] {
  const frames = new Map<string, number>();
  for (const { data } of runs) {
    for (const [reason, n] of Object.entries(countsOf(asObject(data.pulled).skipped))) {
      const home = LEFT_OUT.exec(reason)?.[1];
      if (home !== undefined) frames.set(home, (frames.get(home) ?? 0) + n);
    }
  }
  return [...frames].map(([home, n]) => {
    const member = homes.find((one) => one.home === home)?.member ?? 'somebody';
    const message = `${formatCounted(n, 'frame')} of ${member} (${home}) left out: more than a home unpacks.`;
    return { code: 'left-out', message };
  });
}

/** What others have, and this memory no more since a restore or a salvage, by project. */
function withOthers(rows: Awaited<ReturnType<SyncDeps['store']['sync']['withOthersOnly']>>): Note[] {
  return [...Map.groupBy(rows, ({ project }) => project)].map(([project, of]) => {
    const named = of.slice(0, NAMED).map(({ item }) => item);
    const more = of.length > named.length ? ', …' : '';
    const what = `Others have ${formatCounted(of.length, 'memory')} of ${project} that this memory lost by a restore or a repair`;
    const back = `cairn forget ID takes one back, cairn sync unshare ${project} all of the project`;
    return { code: 'with-others', message: `${what} (${named.join(', ')}${more}): ${back}.` };
  });
}

function whichOf(ids: readonly string[] | undefined): { limit: number; ids?: readonly string[] } {
  return ids === undefined ? { limit: FORGOTTEN } : { limit: ids.length, ids };
}

function remoteOf({ remote }: SyncConfig, home: string): NonNullable<SyncResult['remote']> {
  if (remote.kind === 'server') {
    return { kind: 'server', place: remote.url, git: false, ...(remote.insecure && { insecure: true }) };
  }
  const key = keyFingerprint(readKeyText(readSyncSecret(home)));
  return { kind: 'folder', place: remote.path, git: remote.git, key };
}

function toRun({ at, data }: SyncRunRow): SyncRunEntry {
  const [pushed, pulled] = [asObject(data.pushed), asObject(data.pulled)];
  const { code, message } = asObject(data.error);
  return {
    at: isoTime(at),
    tookMs: asNumber(data.tookMs) ?? 0,
    pushed: { ...numbers(pushed, ['memories', 'records']), refused: countsOf(pushed.refused) },
    pulled: { ...numbers(pulled, ['added', 'known', 'refused', 'erased']), skipped: countsOf(pulled.skipped) },
    waits: data.waits === true,
    ...(data.again === true && { again: true }),
    ...(isJsonObject(data.error) && { error: { code: asString(code) ?? '', message: asString(message) ?? '' } }),
  };
}

function numbers<Name extends string>(of: JsonObject, names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, asNumber(of[name]) ?? 0])) as Record<Name, number>;
}

function countsOf(value: JsonValue | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(asObject(value)).map(([reason, n]) => [reason, asNumber(n) ?? 0]));
}
