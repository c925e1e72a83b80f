import { randomId } from '../core/hash.ts';
import { asObject, asString, type JsonValue, parseJson, textsIn } from '../core/json.ts';
import type { Store } from '../store/contract/store.ts';
import type { SyncHome } from '../store/contract/sync.ts';
import { keepHomeId, placeOf, readHomeId, type SyncConfig } from './sync-config.ts';
import { homeIdOf } from './wire.ts';

type SyncStore = Pick<Store, 'sync'>;

/** As whom this memory took part: what a backup of it brings along. */
export interface OwnHomes {
  /** All homes that it was, the latest last: one for each machine on which it, or a backup of it, took part. */
  homes: string[];
  /** The name of its person, and the folder or address by which it took part last. */
  member: string;
  place: string;
}

/** Homes of earlier remotes, which may have what was shared by then. */
interface FormerTeam {
  /** Until when it was shared there, in milliseconds since 1970. */
  until: number;
  homes: Pick<SyncHome, 'home' | 'member'>[];
}

/** Names of the values that hold them. */
const OWN = 'own-homes';
const ELSEWHERE = 'elsewhere';

/** As whom this memory took part; of one that never did nothing is in it. */
export async function readOwnHomes({ sync }: SyncStore): Promise<OwnHomes> {
  const { homes, member, place } = asObject(parseJson((await sync.value(OWN)) ?? '{}'));
  return { homes: textsIn(homes), member: asString(member) ?? '', place: asString(place) ?? '' };
}

/** Keeps as whom a home takes part, so that what it shared stays its own when it takes part otherwise. */
export async function keepOwnHome({ sync }: SyncStore, { home, member, remote }: SyncConfig): Promise<void> {
  const { homes } = await readOwnHomes({ sync });
  const own: OwnHomes = { homes: [...homes.filter((one) => one !== home), home], member, place: placeOf(remote) };
  const text = JSON.stringify(own);
  if ((await sync.value(OWN)) !== text) await sync.setValue(OWN, text);
}

/**
 * As whom a home that takes part no more does so again: on a machine that a backup was brought to, as one that was none before.
 * `undefined` for a memory that never took part.
 */
export async function selfOf(
  stores: SyncStore,
  folder: string,
): Promise<Pick<SyncConfig, 'home' | 'member'> | undefined> {
  const { member } = await readOwnHomes(stores);
  if (member === '') return undefined;
  const home = homeOf(folder);
  keepHomeId(folder, home);
  return { home, member };
}

/** The id of the home of this machine; a new one where there is none. */
export function homeOf(folder: string): string {
  return readHomeId(folder) ?? homeIdOf(randomId());
}

/** The earlier homes of a home's memory. */
export async function formerHomes(stores: SyncStore, home: string): Promise<string[]> {
  return (await readOwnHomes(stores)).homes.filter((one) => one !== home);
}

/** The home takes part by another remote from now on: whoever took part by the former one may keep what it had. */
export async function leaveBehind(stores: SyncStore, now: number): Promise<void> {
  const { sync } = stores;
  const before = await readElsewhere(stores);
  const homes = new Map([...before.homes, ...(await sync.homes())].map(({ home, member }) => [home, { home, member }]));
  await sync.setValue(ELSEWHERE, JSON.stringify({ until: now, homes: [...homes.values()] } satisfies FormerTeam));
  await sync.beginElsewhere();
}

/** The homes of earlier remotes, and until when anything was shared with them. */
export async function readElsewhere({ sync }: SyncStore): Promise<FormerTeam> {
  const { until, homes } = asObject(parseJson((await sync.value(ELSEWHERE)) ?? '{}'));
  return { until: typeof until === 'number' ? until : 0, homes: Array.isArray(homes) ? homes.flatMap(toHome) : [] };
}

function toHome(value: JsonValue): FormerTeam['homes'] {
  const { home, member } = asObject(value);
  return typeof home === 'string' ? [{ home, member: asString(member) ?? '' }] : [];
}
