import type { ForgetReport } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventId, ProjectId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { partsOf } from '../../core/parts-of.ts';
import { baseName } from '../../core/text/text.ts';
import { readExportLine } from '../../importers/export-format.ts';
import type { ImportedEvent, IntakeResult } from '../../ingest/intake.ts';
import { readLines } from '../../ingest/transcripts/read-lines.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { Copyable, ProjectRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { dropBatch, findBatch, trashFile } from './trash.ts';

type BringBackDeps = Pick<MemoryParts, 'store' | 'intake' | 'paths' | 'sync'>;

/** Events taken in at once; other work runs between two steps. */
const STEP = 50;

/**
 * Brings back what a person forgot, from the trash: the events as they were, of which memories are derived again. Throws
 * `not_allowed` for anyone but a person, `not_found` for what is gone for good.
 */
export async function bringBack(deps: BringBackDeps, name: string, caller: Caller): Promise<ForgetReport> {
  if (!caller.person) {
    throw new CairnError('not_allowed', 'Only a person can restore what was forgotten.', {
      fix: `cairn forget --undo ${name.slice(0, 40)}, typed by a person`,
    });
  }
  const { store, intake, paths, sync } = deps;
  const { batch, at, sessions } = findBatch(paths, name);
  await store.log.liftTombstones({ sessions }, at);
  const report: ForgetReport = { ...emptyReport(), state: 'restored' };
  const projects = new Map<ProjectId, ProjectRow>();
  let isWhole = true;
  for await (const lines of readLines(trashFile(paths, batch), 0)) {
    const entries = toEntries(
      lines.map(({ text }) => text),
      projects,
    );
    for (const part of partsOf(entries, STEP)) {
      await store.log.liftTombstones({ events: part.map(({ id }) => id) }, at);
      const { outcomes } = await intake.brought(part);
      report.events += outcomes.filter((outcome) => outcome === 'added').length;
      const refused = part.filter((_, i) => !isHere(outcomes[i])).map(({ id }) => id);
      isWhole &&= refused.length === 0;
      const copies = part.flatMap((one, i) => (isHere(outcomes[i]) ? [toCopyable(one)] : []));
      await store.log.liftTombstones({ copies }, at);
      await sync.allow(copies.flatMap(({ body }) => (body.kind === 'shared' ? [body] : [])));
      // What stays in the trash stays forgotten: whoever reports it again is refused as before.
      if (refused.length > 0) await store.log.erase(refused, at);
      await yieldToEventLoop();
    }
  }
  if (isWhole) {
    // Transcripts that were read meanwhile told of the same events at the times of their lines.
    await store.log.liftTombstones({ copies: 'all' }, at);
    dropBatch(paths, batch);
    return report;
  }
  const message = 'Not all of it was taken in; it stays in the trash. Look at what is excluded, and try again.';
  return { ...report, notes: [{ code: 'part', message }] };
}

/** Whether an event is in the log after it was taken in with an outcome. */
function isHere(outcome: IntakeResult['outcomes'][number] | undefined): boolean {
  return outcome === 'added' || outcome === 'completed' || outcome === 'duplicate';
}

function toCopyable({ raw, project }: ImportedEvent): Copyable {
  return { ...raw, ...(typeof project === 'object' && { project: project.id }) };
}

/** A report of nothing that was done. */
export function emptyReport(): Omit<ForgetReport, 'state'> {
  return {
    events: 0,
    items: [],
    bodies: 0,
    freed: 0,
    missing: [],
    shared: [],
    searched: { files: 0, bytes: 0, found: [] },
    beyond: [],
    notes: [],
  };
}

/** The events of lines of the trash, each with the project that a line before it names. */
function toEntries(
  lines: readonly string[],
  projects: Map<ProjectId, ProjectRow>,
): (ImportedEvent & { id: EventId })[] {
  return lines.flatMap((text) => {
    const line = readExportLine(text);
    if (typeof line === 'string' || 'header' in line || 'private' in line) return [];
    if ('project' in line) {
      const { id, identity, root, remote } = line.project;
      projects.set(id, { id, identity, name: baseName(identity), ...omitUndefined({ root, remote }) });
      return [];
    }
    const { id, project, sources, authority, body, ...place } = line.event;
    const [source = 'import', ...alsoFrom] = sources;
    const row = project === undefined ? undefined : projects.get(project);
    const raw = { ...place, identity: { number: id }, source, body };
    return [{ raw, id, alsoFrom, authority, project: row ?? 'none' }];
  });
}
