import type { CleanEvent } from '../../core/event.ts';
import type { Database } from '../../platform/sqlite.ts';
import { toCompactId, toHexList } from './compact-id.ts';
import type { TextSource } from './engine.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, readEvents } from './event-rows.ts';

/** Writes what an event is about; one without a target, or whose target is no public id, is about nothing. */
export function saveTarget(db: Database, event: number, { target }: Pick<CleanEvent, 'target'>): void {
  const compact = target === undefined ? undefined : toCompactId(target);
  if (compact !== undefined) {
    db.run('INSERT INTO about (target, event) VALUES (?, ?) ON CONFLICT DO NOTHING', compact, event);
  }
}

/** Events that are about memories or projects, in sequence. */
export function readAbout(source: TextSource, targets: readonly string[]): RevisedEvent[] {
  const known = targets.filter((target) => toCompactId(target) !== undefined);
  return readEvents(source, EVENT_READS.about, toHexList(known));
}
