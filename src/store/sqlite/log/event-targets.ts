import type { CleanEvent } from '../../../core/model/event.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { knownIds, toCompactId, toHexList } from '../engine/compact-id.ts';
import type { TextSource } from '../engine/engine.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, readEvents } from './event-rows.ts';

/** Writes the targets of an event; texts that are no public ids are left out. */
export function saveTargets(db: Database, event: number, { targets = [] }: Pick<CleanEvent, 'targets'>): void {
  for (const target of targets) {
    const compact = toCompactId(target);
    if (compact === undefined) continue;
    db.run('INSERT INTO about (target, event) VALUES (?, ?) ON CONFLICT DO NOTHING', compact, event);
  }
}

/** Reads the events about items, projects or collections, in sequence. */
export function readAbout(source: TextSource, targets: readonly string[]): RevisedEvent[] {
  const known = knownIds(targets);
  return readEvents(source, EVENT_READS.about, toHexList(known));
}
