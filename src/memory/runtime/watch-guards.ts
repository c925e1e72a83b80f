import { GUARD_KEYS, loosensGuard, MODEL_PLACES } from '../../config/guards.ts';
import { maskSetting, shortSetting } from '../../config/mask-setting.ts';
import type { Config } from '../../config/resolve-config.ts';
import type { SettingValue } from '../../config/setting-value.ts';
import { SETTINGS, type Setting, type SettingKey, type Settings } from '../../config/settings.ts';
import { dropOldest } from '../../core/drop-oldest.ts';
import { type GuardChange, tellGuard } from '../../core/guard-change.ts';
import { hmacHex } from '../../core/hash.ts';
import { sessionId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { DAY_MS, isoTime } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { cutText } from '../../core/text/text.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Guards, SeenGuard } from '../../store/contract/guards.ts';
import { loosensPauses, PAUSES, parsePauses, type SeenPause, showPauses } from './seen-pauses.ts';

/** Milliseconds for which each session's user hears of a guard that was loosened, unless a person accepts it. */
const TOLD_MS = 7 * DAY_MS;
/** Milliseconds for which `status` and `doctor` tell of it. */
const LISTED_MS = 30 * DAY_MS;
const LISTED = 20;
/** Upper bound on the guards in one notice, and on the sessions that are known to have been told. */
const IN_NOTICE = 3;
const SESSIONS = 1_000;
const VALUE_CHARS = 80;
/** The value of a guard that an earlier version kept with the secrets in it, after the migration took it out. */
const NOT_KEPT = '"(not kept)"';
/** Models that stand in the log by their name alone. */
const PLAIN = ['', 'none', 'minilm'];
const HASH = / #[0-9a-f]{16}$/;
const KEPT_HASH = / #[0-9a-f]{16}"$/;
const HASH_CHARS = 16;

/** The name under which the file stands that says whether tripwires wait. */
export const TRIPWIRES = 'tripwires';

/** Where the value of each setting comes from. */
type Sources = Config['from'];

/** Notices what was loosened while nobody looked, and tells a person of it. */
export interface GuardWatch {
  /** What a session's user is to be told, once a session; `undefined` when nothing was loosened. */
  notice(session: { agent: string; agentSession: string }): Promise<string | undefined>;
  /** Writes down that a person wants a guard as it is in a configuration. */
  accept(key: SettingKey, config: Pick<Config, 'settings' | 'from'>): Promise<void>;
  /** Writes down that a person wants something as it is that is no setting. */
  acceptSeen(seen: Omit<SeenGuard, 'how' | 'at'>): Promise<void>;
  /** Takes back what a person seems to have accepted while a call of an agent ran that names it; in milliseconds since 1970. */
  doubt(during: { from: number; until: number }): Promise<void>;
  /**
   * Compares the pauses with those that were seen last: `noticed` tells of one that became shorter or is gone, `accepted` says
   * that a person wants them as they are.
   */
  seePauses(how: 'noticed' | 'accepted'): Promise<void>;
  /** Tells of the file of tripwires, which another program removed, or in which it wrote less than the mode `before`. */
  loseTripwires(before: string, after: string): void;
  /** Resolves when the settings of this process were looked at. */
  done(): Promise<void>;
}

/**
 * What watching needs. `sources` may throw where the settings can no longer be read; `pauses` reads those of the home;
 * `secretKey` hashes secrets.
 */
export interface WatchDeps {
  guards: Guards;
  settings: Settings;
  sources: () => Sources;
  pauses: () => readonly SeenPause[];
  secretKey: Uint8Array;
  /** Writes the database and its backups again, without the bytes of values that are no longer kept. */
  writeAnew: () => Promise<void>;
}

/**
 * Looks once at the settings that this process goes by, and compares them with those that were seen last; at the pauses, which
 * count from when they are written, it looks again before each notice.
 */
export function watchGuards({ guards, settings, sources, pauses, secretKey, writeAnew }: WatchDeps): GuardWatch {
  const told = new Set<string>();
  const { addAccepted, doubt } = acceptances(guards);
  const store = (key: SettingKey, value: SettingValue): string => JSON.stringify(keptOf(key, value, secretKey));
  let pending: GuardChange[] = [];
  const read = async (): Promise<void> => {
    pending = await loosenedGuards(guards, now() - TOLD_MS);
  };
  const look = async (): Promise<void> => {
    const from = sources();
    const lasts = await Promise.all(GUARD_KEYS.map((key) => guards.last(key)));
    if (lasts.some((last) => last?.value === NOT_KEPT)) await writeAnew();
    for (const key of GUARD_KEYS) {
      const seen = { key, value: store(key, settings[key]), from: from[key] };
      const last = await guards.last(key);
      if (last !== undefined && isSame(last.value, seen.value)) continue;
      const isKept = last !== undefined && last.value !== NOT_KEPT;
      const isLoose = isKept && loosensGuard(key, parse(last.value), parse(seen.value));
      // What one shell sets and another does not comes back with each: once accepted, it is known.
      const isKnown = seen.from === 'env' && (await guards.isAccepted(seen));
      await guards.add({ ...seen, how: isLoose && !isKnown ? 'loosened' : 'seen', at: now() });
    }
    await lookAtPauses('noticed');
    await read();
  };
  const lookAtPauses = async (how: 'noticed' | 'accepted'): Promise<void> => {
    const value = JSON.stringify(pauses());
    const last = await guards.last(PAUSES);
    if (how === 'noticed' && (last?.value ?? '[]') === value) return;
    const isLoose = last !== undefined && loosensPauses(parsePauses(last.value), parsePauses(value));
    const noticed = isLoose ? 'loosened' : 'seen';
    const seen = { key: PAUSES, value, from: 'file' } as const;
    await (how === 'accepted' ? addAccepted(seen) : guards.add({ ...seen, how: noticed, at: now() }));
  };
  const looked = look().catch((error: unknown) => ignore(error, 'the guards could not be looked at'));
  let telling = looked;
  return {
    async notice({ agent, agentSession }) {
      await telling;
      await lookAtPauses('noticed');
      await read();
      const session = sessionId(agent, agentSession);
      if (pending.length === 0 || told.has(session)) return undefined;
      told.add(session);
      dropOldest(told, SESSIONS);
      return toNotice(pending);
    },
    async accept(key, config) {
      await looked;
      const value = store(key, config.settings[key]);
      await addAccepted({ key, value, from: config.from[key] });
      await read();
    },
    acceptSeen: addAccepted,
    async doubt(during) {
      await doubt(during);
      await read();
    },
    async seePauses(how) {
      await looked;
      await lookAtPauses(how);
      await read();
    },
    loseTripwires(before, after) {
      telling = telling.then(() => addLost(guards, { before, after })).then(() => told.clear());
    },
    done: () => telling,
  };
}

/** Writes down that the file of tripwires lost its mode, at most once a day until a person accepts it. */
async function addLost(guards: Guards, { before, after }: { before: string; after: string }): Promise<void> {
  try {
    const last = await guards.last(TRIPWIRES);
    if (last?.how === 'loosened' && last.at > now() - DAY_MS) return;
    const one = { key: TRIPWIRES, from: 'file', at: now() } as const;
    await guards.add({ ...one, value: JSON.stringify(before), how: 'seen' });
    await guards.add({ ...one, value: JSON.stringify(after), how: 'loosened' });
  } catch (error) {
    ignore(error, 'what became of the file of tripwires could not be written down');
  }
}

/** Remembers what was accepted last in a person's name, so that it can be taken back. */
function acceptances(guards: Guards) {
  const accepted: { guard: SeenGuard; before: string | undefined }[] = [];
  const isLoose = ({ key, value }: SeenGuard, before: string): boolean => {
    if (key === PAUSES) return loosensPauses(parsePauses(before), parsePauses(value));
    if (key === TRIPWIRES) return value !== before;
    const known = GUARD_KEYS.find((one) => one === key);
    return known !== undefined && loosensGuard(known, parse(before), parse(value));
  };
  return {
    async addAccepted(seen: Omit<SeenGuard, 'how' | 'at'>): Promise<void> {
      const last = await guards.last(seen.key);
      const isTold = last?.value === seen.value;
      const told = isTold ? (await guards.loosened(0, LISTED)).find(({ key }) => key === seen.key) : undefined;
      const guard = { ...seen, how: 'accepted', at: now() } as const;
      await guards.add(guard);
      accepted.push({ guard, before: isTold ? told?.before : last?.value });
      if (accepted.length > LISTED) accepted.shift();
    },
    async doubt({ from, until }: { from: number; until: number }): Promise<void> {
      for (const one of accepted.filter(({ guard: { at } }) => at >= from && at <= until)) {
        const { guard, before } = one;
        accepted.splice(accepted.indexOf(one), 1);
        const isGuard = guard.key === PAUSES || guard.key === TRIPWIRES || GUARD_KEYS.some((key) => key === guard.key);
        // What a project's file turns off has a notice of its own, as long as it is not accepted.
        if (!isGuard) await guards.add({ ...guard, how: 'seen' });
        if (!isGuard || before === undefined || !isLoose(guard, before)) continue;
        await guards.add({ ...guard, value: before, how: 'seen' });
        await guards.add({ ...guard, how: 'loosened' });
      }
    },
  };
}

/** The guards that were loosened since a time (default: the last 30 days) and that no person accepted, latest first. */
export async function loosenedGuards(
  guards: Pick<Guards, 'loosened'>,
  since: number = now() - LISTED_MS,
): Promise<GuardChange[]> {
  return (await guards.loosened(since, LISTED)).map(({ key, before, value, from, at }) => {
    const known = key as SettingKey;
    const env = from === 'env' ? (SETTINGS[known] as Setting | undefined)?.env : undefined;
    return {
      key,
      before: key === PAUSES ? showPauses(parsePauses(before), at) : shown(known, before),
      after: key === PAUSES ? showPauses(parsePauses(value), at) : shown(known, value),
      at: isoTime(at),
      from,
      ...omitUndefined({ env }),
    };
  });
}

function toNotice(changes: readonly GuardChange[]): string {
  const clauses = changes.slice(0, IN_NOTICE).map(tellGuard);
  const more = changes.length > IN_NOTICE ? `, and ${changes.length - IN_NOTICE} more` : '';
  const [first] = changes;
  return `Cairn: what protects you was loosened, and not by you in a terminal: ${clauses.join('; ')}${more}. All: cairn status. If it is meant: cairn config accept ${first?.key}`;
}

/** True for the same value; where a hash is kept it decides, since other rules may show the rest otherwise. */
function isSame(one: string, other: string): boolean {
  const hash = KEPT_HASH.exec(one)?.[0];
  return one === other || (hash !== undefined && hash === KEPT_HASH.exec(other)?.[0]);
}

/** What is kept of a setting's value: of a secret a hash, of what can hold one its short form and a hash. */
function keptOf(key: SettingKey, value: SettingValue, secretKey: Uint8Array): SettingValue {
  if (value === '') return value;
  if (isSecret(key)) return hmacHex(secretKey, String(value));
  const short = MODEL_PLACES.includes(key) ? shortSetting : (one: string) => String(maskSetting(one));
  if (typeof value === 'object') return value.map((one) => hashedUnlessSame(one, short(one), secretKey));
  if (typeof value !== 'string' || !MODEL_PLACES.includes(key) || PLAIN.includes(value)) return value;
  return withHash(value, shortSetting(value), secretKey);
}

function hashedUnlessSame(value: string, masked: string, secretKey: Uint8Array): string {
  return masked === value ? value : withHash(value, masked, secretKey);
}

function withHash(value: string, shown: string, secretKey: Uint8Array): string {
  return `${shown} #${hmacHex(secretKey, value).slice(0, HASH_CHARS)}`;
}

function isSecret(key: SettingKey): boolean {
  return (SETTINGS[key] as Setting | undefined)?.secret === true;
}

function parse(value: string): SettingValue {
  return JSON.parse(value) as SettingValue;
}

function shown(key: SettingKey, stored: string): string {
  const value = parse(stored);
  if (value === '' || (typeof value === 'object' && value.length === 0)) return '(none)';
  if (isSecret(key)) return '(set)';
  const texts = (typeof value === 'object' ? value : [String(value)]).map((text) => text.replace(HASH, ''));
  return cutText(safeText(texts.join(',')), VALUE_CHARS);
}
