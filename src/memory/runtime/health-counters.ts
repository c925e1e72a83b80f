import { isoDay } from '../../core/text/calendar.ts';
import type { Intake } from '../../ingest/intake.ts';
import { now } from '../../platform/clock.ts';
import { ignore, ignoredCounts } from '../../platform/ignored.ts';
import { redact } from '../../privacy/redact.ts';
import type { Log, StoredCount } from '../../store/contract/log.ts';

/** Upper bound on the names of one kind that one save stores: they come from what agents write, which has no bound. */
const NAMES_MAX = 500;
const NAME_CHARS = 120;

/** Counts of the size of the database: one for each day on which it was written. */
export const SIZE = 'size:';

/**
 * What is counted: errors that were ignored by reason, input that was skipped by type, hooks by agent and event, secrets that
 * were redacted by day, agent, kind of event and kind of secret, lines of transcripts by agent, week and what came of them.
 */
export type HealthCounterKind = 'ignored' | 'skipped' | 'hook' | 'redacted' | 'lines';

/** Counts that survive the process: this one's are added to those of all processes before it. */
export interface HealthCounters {
  /** Counts of one kind over all processes, by name; a hook's name is agent and event, separated by a space. */
  read(kind: HealthCounterKind): Promise<Record<string, StoredCount>>;
  /** Stores what was counted since the last call. Never rejects. */
  save(): Promise<void>;
}

/** Builds the counts over a log and an intake. */
export function createHealthCounters(parts: { log: Log; intake: Intake }): HealthCounters {
  const saved: Record<HealthCounterKind, Record<string, number>> = {
    ignored: {},
    skipped: {},
    hook: {},
    redacted: {},
    lines: {},
  };
  const sources = {
    ignored: ignoredCounts,
    skipped: () => parts.intake.skipped(),
    redacted: () => parts.intake.redactions(),
    lines: () => parts.intake.lines(),
  };
  const current = (kind: HealthCounterKind): Record<string, StoredCount> => {
    if (kind === 'hook') {
      return Object.fromEntries(
        parts.intake.hooks().map(({ agent, event, count, lastAt }) => [`${agent} ${event}`, { n: count, lastAt }]),
      );
    }
    const counts = sources[kind]();
    return Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, { n, lastAt: now() }]));
  };
  const saveKind = async (kind: HealthCounterKind): Promise<void> => {
    const counted = current(kind);
    const grown = growth(counted, saved[kind]);
    const names = Object.keys(grown);
    if (names.length === 0) return;
    const added = Object.fromEntries(
      names.slice(0, NAMES_MAX).map((name) => [`${kind}:${clean(name)}`, grown[name] ?? 0]),
    );
    await parts.log.count(added, Math.max(...names.map((name) => counted[name]?.lastAt ?? 0)));
    saved[kind] = Object.fromEntries(Object.entries(counted).map(([name, { n }]) => [name, n]));
  };
  let sizeOf = '';
  const saveSize = async (): Promise<void> => {
    const name = `${SIZE}${isoDay(now())}`;
    if (name === sizeOf) return;
    sizeOf = name;
    if (Object.keys(await parts.log.counted(name)).length > 0) return;
    await parts.log.count({ [name]: (await parts.log.counts()).usedBytes }, now());
  };
  let last = Promise.resolve();
  return {
    async read(kind) {
      const result = new Map(Object.entries(await readKept(parts.log, kind)));
      const counted = current(kind);
      for (const [name, n] of Object.entries(growth(counted, saved[kind]))) {
        const before = result.get(clean(name));
        const lastAt = Math.max(counted[name]?.lastAt ?? 0, before?.lastAt ?? 0);
        result.set(clean(name), { n: n + (before?.n ?? 0), lastAt });
      }
      return Object.fromEntries(result);
    },
    save() {
      last = last
        .then(async () => {
          for (const kind of ['ignored', 'skipped', 'hook', 'redacted', 'lines'] as const) await saveKind(kind);
          await saveSize();
        })
        .catch((error: unknown) => ignore(error, 'counts could not be kept'));
      return last;
    },
  };
}

/** The stored counts of one kind, by name: those of processes before this one. */
export async function readKept(
  log: Pick<Log, 'counted'>,
  kind: HealthCounterKind,
): Promise<Record<string, StoredCount>> {
  const kept = await log.counted(`${kind}:`);
  return Object.fromEntries(Object.entries(kept).map(([name, counted]) => [name.slice(kind.length + 1), counted]));
}

/** How much each count grew since it was saved; a count that is less than before began at zero again. */
function growth(counted: Record<string, StoredCount>, saved: Record<string, number>): Record<string, number> {
  const grown = Object.entries(counted).map(([name, { n }]) => {
    const before = saved[name] ?? 0;
    return [name, n < before ? n : n - before] as const;
  });
  return Object.fromEntries(grown.filter(([, n]) => n > 0));
}

/** Types of skipped input are the agent's own words: they go to the disk as everything does, without secrets. */
function clean(name: string): string {
  return redact(name).text.replace(/\s+/g, ' ').slice(0, NAME_CHARS);
}
