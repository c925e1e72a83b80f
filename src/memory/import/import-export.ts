import { statSync } from 'node:fs';
import type { ImportProgress } from '../../api/answers.ts';
import type { ImportInput } from '../../api/requests.ts';
import { ACT_KINDS, type EventBody, type EventSource, type RawEvent } from '../../core/model/event.ts';
import { type EventId, type ItemId, isPublicId, type ProjectId } from '../../core/model/ids.ts';
import { withoutPerson } from '../../core/model/person-words.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { baseName } from '../../core/text/text.ts';
import {
  EXPORT_HEADER,
  type ExportedEvent,
  type ExportedProject,
  type ExportLine,
  readExportLine,
} from '../../importers/export-format.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import { readLines, refuseSilence } from '../../ingest/transcripts/read-lines.ts';
import { isRegularFile } from '../../platform/files.ts';
import { redact } from '../../privacy/redact.ts';
import type { ProjectRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { AGENT_NAME } from '../write/record.ts';
import { addTo, countTaken, importEach, type SettleDeps } from './import-progress.ts';

/** The parts that an import of an export needs. */
export type ExportedDeps = SettleDeps & Pick<MemoryParts, 'store' | 'intake' | 'environment'>;

/** Events taken in per batch; other work runs between two batches. */
const BATCH = 50;
const NOT_VOUCHED = 'judgements that no person vouches for';
/** Kinds of acts, which count as a person's only when a person vouches for the file. */
const JUDGED: ReadonlySet<EventBody['kind']> = new Set(ACT_KINDS);

/**
 * Imports the export of a home: events with their ids, projects and times, through the door. Events forgotten here stay
 * forgotten. With `mine` a person vouches for what the file says of persons; otherwise persons' statements become an agent's,
 * their judgements are dropped but for what hides a memory of the file, and agents' statements count as exposed.
 */
export function importExport(
  { paths = [], dryRun = false, mine = false }: ImportInput,
  deps: ExportedDeps,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportProgress> {
  const files = paths.map((path) => ({ path, sizeBytes: statSync(path).size }));
  const options = { deps, dryRun, isVouched: mine };
  return importEach(files, ({ path }, progress) => readInto(path, progress, new Taker(progress, options)), {
    deps,
    dryRun,
    signal,
  });
}

/** True for a file, packed or not, that begins like an export. */
export async function isExport(path: string): Promise<boolean> {
  if (!isRegularFile(path)) return false;
  for await (const [first] of readLines(path, 0)) return first?.text === EXPORT_HEADER;
  return false;
}

async function* readInto(path: string, progress: ImportProgress, taker: Taker): AsyncGenerator<void> {
  const before = progress.bytes;
  let silent = 0;
  for await (const lines of readLines(path, 0)) {
    for (const { text, tooLong, end } of lines) {
      const read = progress.read;
      taker.add(tooLong ? 'lines that are too long' : readExportLine(text));
      silent = progress.read > read ? 0 : silent + 1;
      refuseSilence(path, silent);
      progress.bytes = before + end;
      if (!taker.isFull) continue;
      await taker.take();
      yield;
    }
    yield;
  }
  await taker.take();
  yield;
}

/** Collects the events of a file and takes them in by batches. */
class Taker {
  readonly #progress: ImportProgress;
  readonly #options: { deps: ExportedDeps; dryRun: boolean; isVouched: boolean };
  readonly #projects = new Map<ProjectId, ProjectRow>();
  #entries: ImportedEvent[] = [];
  #private: ItemId[] = [];
  /** The projects that existed before the import, by id. */
  #here: ReadonlyMap<ProjectId, ProjectRow> | undefined;
  /** Position of the last event in the log before the import. */
  #start: number | undefined;

  constructor(progress: ImportProgress, options: { deps: ExportedDeps; dryRun: boolean; isVouched: boolean }) {
    this.#progress = progress;
    this.#options = options;
  }

  get isFull(): boolean {
    return Math.max(this.#entries.length, this.#private.length) >= BATCH;
  }

  add(line: ReturnType<typeof readExportLine>): void {
    this.#progress.lines += 1;
    const entry = typeof line === 'string' ? line : this.#read(line);
    if (typeof entry === 'string') addTo(this.#progress.skipped, entry);
    else {
      this.#progress.read += 1;
      if (entry !== undefined) this.#entries.push(entry);
    }
  }

  async take(): Promise<void> {
    const [entries, kept] = [this.#entries, this.#private];
    this.#entries = [];
    this.#private = [];
    // Before the events: nothing of them may leave in between.
    if (!this.#options.dryRun && kept.length > 0) await this.#keep(kept);
    if (this.#options.dryRun) for (const { raw } of entries) addTo(this.#progress.byKind, raw.body.kind);
    else if (entries.length > 0) await this.#bring(entries);
  }

  /** Keeps memories from being shared. A file that no person vouches for says so of what comes with it alone. */
  async #keep(ids: readonly ItemId[]): Promise<void> {
    const { isVouched, deps } = this.#options;
    const here = isVouched ? [] : await deps.store.items.get(ids);
    const known = new Set(here.map(({ id }) => id));
    const kept = ids.filter((id) => !known.has(id));
    await deps.store.sync.setPrivate(kept, true);
    // What is shared already is taken back, as all that is chosen is looked at again.
    await deps.store.sync.setValue('compared', '');
  }

  /**
   * Nothing that exists here changes: when no person vouches for the file its events add nothing to existing ones, and
   * its projects never do.
   */
  async #bring(entries: readonly ImportedEvent[]): Promise<void> {
    const { isVouched, deps } = this.#options;
    this.#here ??= new Map(
      (await deps.store.log.projects()).map((row) => [row.id, { ...row, name: baseName(row.identity) }]),
    );
    this.#start ??= await deps.store.log.lastSeq();
    const ids = entries.flatMap(({ id }) => id ?? []);
    const known = new Set(isVouched ? [] : (await deps.store.log.events(ids)).map(({ id }) => id));
    const added = entries.filter(({ id }) => id === undefined || !known.has(id));
    this.#progress.duplicates += entries.length - added.length;
    const fresh = isVouched ? added : await this.#withoutJudged(added, this.#start);
    countTaken(this.#progress, await deps.intake.brought(fresh.map((entry) => this.#atHome(entry))));
  }

  /** Leaves out, and counts, what hides memories that came from elsewhere: those of events up to `start`. */
  async #withoutJudged(entries: readonly ImportedEvent[], start: number): Promise<ImportedEvent[]> {
    const { items, log } = this.#options.deps.store;
    const targetOf = ({ raw: { body } }: ImportedEvent): ItemId[] =>
      body.kind === 'hidden' && isPublicId(body.target) ? [body.target as ItemId] : [];
    const found = await items.get(entries.flatMap(targetOf));
    const came = await log.events(found.flatMap(({ event }) => event ?? []));
    const fromFile = new Set<EventId>(came.flatMap(({ id, seq }) => (seq > start ? [id] : [])));
    const elsewhere = new Set(found.flatMap(({ id, event }) => (event && fromFile.has(event) ? [] : [id])));
    return entries.filter((entry) => {
      const isKept = !targetOf(entry).some((target) => elsewhere.has(target));
      if (!isKept) addTo(this.#progress.skipped, NOT_VOUCHED);
      return isKept;
    });
  }

  #atHome({ project, ...entry }: ImportedEvent): ImportedEvent {
    if (project === undefined) return entry;
    return { ...entry, project: project === 'none' ? project : (this.#here?.get(project.id) ?? project) };
  }

  #read(line: ExportLine): ImportedEvent | string | undefined {
    if ('project' in line) {
      // Its id is a hash of it: what is redacted would be another project.
      if (redact(line.project.identity).text !== line.project.identity) return 'projects whose name holds a secret';
      this.#projects.set(line.project.id, toRow(line.project, this.#options));
    }
    if ('private' in line) {
      if (!line.private.every(isPublicId)) return 'ids that are none';
      this.#private.push(...(line.private as ItemId[]));
    }
    if (!('event' in line)) return undefined;
    return AGENT_NAME.test(line.event.agent) ? this.#toEntry(line.event) : 'events of an agent without a name';
  }

  #toEntry({ id, project, sources, authority, body, ...place }: ExportedEvent): ImportedEvent | string {
    const { isVouched } = this.#options;
    const told = isVouched ? body : unvouched(body);
    if (told !== body) this.#progress.unproven += 1;
    if (told === undefined) return NOT_VOUCHED;
    const [source = 'import', ...others] = isVouched ? sources : [];
    const alsoFrom: EventSource[] = isVouched ? [...others, 'import'] : [];
    const raw: RawEvent = { ...place, identity: { number: id }, source, body: told };
    const row = project === undefined ? undefined : this.#projects.get(project);
    return { raw, id, alsoFrom, authority: isVouched ? authority : 1, project: row ?? 'none' };
  }
}

/**
 * A project of another home; it is named by the last part of its identity until someone names it. Where it lies there is no
 * place of this machine, unless a person vouches for that: source files are read from it.
 */
function toRow({ id, identity, root, remote }: ExportedProject, { isVouched }: { isVouched: boolean }): ProjectRow {
  const place = isVouched ? root : undefined;
  return {
    id,
    identity,
    name: baseName(identity),
    ...omitUndefined({ root: place && redact(place).text, remote: remote && redact(remote).text }),
  };
}

/** The event's body without statements of persons; `undefined` when nothing is left. */
function unvouched(body: EventBody): EventBody | undefined {
  // What was kept from being told stays so.
  if (body.kind === 'hidden') return { ...body, person: false };
  // What a member shared would take the place of what that member's home said, in its name.
  if (JUDGED.has(body.kind) || body.kind === 'shared') return undefined;
  if (body.kind !== 'noted') return withoutPerson(body);
  if (!body.person && body.detail.ref === undefined) return body;
  // With its `ref` it could replace a note that exists here.
  const { ref: _ref, ...detail } = body.detail;
  return { ...body, detail, person: false };
}
