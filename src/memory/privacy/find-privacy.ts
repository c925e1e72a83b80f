// memory/privacy: what was kept out, forgotten and retired, in numbers. Nothing here holds a word of it, and nothing here
// forgets or retires.

import type { PrivacyResult, RedactedKind } from '../../api/home-answers.ts';
import { sum } from '../../core/sum.ts';
import { DAY_MS, isoTime } from '../../core/text/calendar.ts';
import type { TombstoneRows } from '../../store/contract/log.ts';
import { readTrash } from '../forget/trash.ts';
import { readBatches, toBatch } from '../retire/retire.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

type PrivacyDeps = Pick<MemoryParts, 'store' | 'status' | 'settings' | 'retention' | 'paths'>;

const FORGOTTEN = 100;

/** One stored counter: secrets of a kind in the events of one kind of an agent on one day. */
interface Redactions {
  day: string;
  agent: string;
  event: string;
  kind: string;
  n: number;
}

/** Counts what was redacted and excluded, and lists what was forgotten and retired. */
export async function findPrivacy({ store, status, settings, retention, paths }: PrivacyDeps): Promise<PrivacyResult> {
  const redactions = Object.entries(await status.counts.read('redacted')).map(([name, { n }]) => toRedactions(name, n));
  const skipped = await status.counts.read('skipped');
  const byDay = [...Map.groupBy(redactions, ({ day }) => day)];
  return {
    redacted: [...Map.groupBy(redactions, ({ kind }) => kind)]
      .map(([kind, group]) => toKind(kind, group))
      .sort((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1)),
    days: byDay
      .map(([day, group]) => ({ day, count: countOf(group) }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    excluded: {
      paths: [...settings['privacy.excludePaths']],
      projects: [...settings['privacy.excludeProjects']],
      events: skipped['excluded project']?.n ?? 0,
    },
    forgotten: toErasures(await store.log.tombstones()),
    trash: readTrash(paths)
      .map(({ batch, at, events }) => ({
        batch,
        at: isoTime(at),
        events,
        until: isoTime(at + retention.graceDays * DAY_MS),
      }))
      .reverse(),
    retired: (await readBatches(store.log)).map((batch) => toBatch(batch, retention.graceDays)).reverse(),
    notes: [
      {
        code: 'counted_since',
        message: 'A secret counts once, when its event first came, from the version on that has this count.',
      },
    ],
  };
}

/** Digits of the hash of an event's id, of which each erased event has one. */
const ID_DIGITS = 32;

/** The latest erasures, newest first: what left tombstones at one time. */
function toErasures({ events, sessions }: TombstoneRows): PrivacyResult['forgotten'] {
  const byTime = new Map<number, { events: number; sessions: number }>();
  const erasureAt = (at: number) => {
    const known = byTime.get(at) ?? { events: 0, sessions: 0 };
    byTime.set(at, known);
    return known;
  };
  for (const { hash, at } of events) if (hash.length === ID_DIGITS) erasureAt(at).events += 1;
  for (const { at } of sessions) erasureAt(at).sessions += 1;
  const newestFirst = [...byTime].sort(([one], [other]) => other - one).slice(0, FORGOTTEN);
  return newestFirst.map(([at, counts]) => ({ at: isoTime(at), ...counts }));
}

function toKind(kind: string, group: readonly Redactions[]): RedactedKind {
  const places = Map.groupBy(group, ({ agent, event }) => `${agent} ${event}`);
  return {
    kind,
    count: countOf(group),
    lastDay: group.reduce((last, { day }) => (day > last ? day : last), ''),
    where: [...places.values()]
      .flatMap((same) => same.slice(0, 1).map(({ agent, event }) => ({ agent, event, count: countOf(same) })))
      .sort((one, other) => other.count - one.count),
  };
}

function toRedactions(name: string, n: number): Redactions {
  const [day = '', agent = '', event = '', kind = ''] = name.split(' ');
  return { day, agent, event, kind, n };
}

function countOf(group: readonly Redactions[]): number {
  return sum(group.map(({ n }) => n));
}
