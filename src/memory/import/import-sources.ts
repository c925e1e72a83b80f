import type { ImportProgress } from '../../api/answers.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { projectId } from '../../core/model/ids.ts';
import { sum } from '../../core/sum.ts';
import { baseName, oneLine } from '../../core/text/text.ts';
import { itemPath } from '../../derive/tool/project-paths.ts';
import type { Importer } from '../../importers/contract.ts';
import { type ImportStep, openImport } from '../../importers/read-source.ts';
import { findImporters, IMPORTERS, recognizeImporter } from '../../importers/registry.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import { now } from '../../platform/clock.ts';
import { fileSize } from '../../platform/files.ts';
import { redact } from '../../privacy/redact.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import type { Log, ProjectRow, SessionRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { AlreadyImported } from './already-imported.ts';
import { FoundSource } from './found-agents.ts';
import { addTo, countTaken, importEach, type SettleDeps } from './import-progress.ts';

/** The parts that an import from another memory product needs. */
export type SourcesDeps = SettleDeps & Pick<MemoryParts, 'store' | 'intake' | 'environment'>;

/** The name that means every product found on this machine. */
const ANY_SOURCE = 'any';
const NAME_CHARS = 200;

/**
 * Imports from other memory products: those found on this machine, or the named databases. Yields progress after every
 * page of rows; a database that fails is reported and the rest goes on. `lines` are rows.
 */
export function importSources(
  input: ImportInput,
  deps: SourcesDeps,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportProgress> {
  const files = chooseDatabases(input, deps).map((file) => ({ ...file, sizeBytes: fileSize(file.path) }));
  const dryRun = input.dryRun === true;
  return importEach(files, (file, progress) => readInto(file, { deps, dryRun, progress }), { deps, dryRun, signal });
}

interface SourceDatabaseFile {
  /** Without it, the product is recognised by the database. */
  source: Importer | undefined;
  path: string;
}

function chooseDatabases({ from, paths }: ImportInput, { environment }: SourcesDeps): SourceDatabaseFile[] {
  const source = IMPORTERS.find(({ name }) => name === from);
  if (from !== undefined && from !== ANY_SOURCE && source === undefined) {
    const names = IMPORTERS.map(({ name }) => name).join(', ');
    throw new CairnError('invalid_input', `Nothing is imported from "${oneLine(from).slice(0, NAME_CHARS)}".`, {
      fix: `Use one of: ${names}, ${ANY_SOURCE}.`,
    });
  }
  if (paths !== undefined && paths.length > 0) return paths.map((path) => ({ source, path }));
  const found = findImporters(environment, source?.name);
  if (found.length > 0 || source === undefined) return found;
  throw new CairnError('not_found', `${source.title} has no database in its usual place.`, {
    fix: `cairn import --from ${source.name} PATH`,
  });
}

async function* readInto(
  { source: named, path, sizeBytes }: SourceDatabaseFile & { sizeBytes: number },
  { deps, dryRun, progress }: { deps: SourcesDeps; dryRun: boolean; progress: ImportProgress },
): AsyncGenerator<void> {
  const db = openImport(path);
  try {
    const source = recognizeImporter(db);
    if (source === undefined || (named !== undefined && named !== source)) {
      const what = named?.title ?? 'a memory product that Cairn knows';
      throw new CairnError('unsupported', `${path} is not a database of ${what}.`);
    }
    const places = new SourceContexts(deps.store.log, source.name);
    const before = new AlreadyImported(deps.store.log);
    const found = new FoundSource(
      { source, sizeBytes },
      createProjectResolver({ userHome: deps.environment.home, now }),
    );
    for (const step of db.steps(source)) {
      countRows(progress, step, source);
      const entries: ImportedEvent[] = [];
      for (const told of step.told) {
        if (await before.has(told.raw)) progress.duplicates += 1;
        else entries.push(await places.place(told));
      }
      if (dryRun) for (const entry of entries) found.add(entry);
      if (dryRun) for (const { raw } of entries) addTo(progress.byKind, raw.body.kind);
      else countTaken(progress, await deps.intake.brought(entries));
      yield;
    }
    if (found.found !== undefined) progress.agents = [...(progress.agents ?? []), found.found];
  } finally {
    db.close();
  }
}

function countRows(progress: ImportProgress, step: ImportStep, source: Importer): void {
  const skipped = sum(Object.values(step.skipped));
  progress.lines += step.rows;
  progress.read += step.rows - skipped;
  for (const [reason, n] of Object.entries(step.skipped)) addTo(progress.skipped, reason, n);
  progress.tables ??= {};
  addTo(progress.tables, `${source.name} ${step.table}`, step.rows);
}

/**
 * Finds the projects of events without a folder: that of the session in the log, preferring this product's own session
 * over an agent's with the same id; otherwise by the project's name.
 */
export class SourceContexts {
  readonly #log: Log;
  readonly #agent: string;
  readonly #sessions = new Map<string, SessionRow | undefined>();
  #projects: ProjectRow[] | undefined;

  constructor(log: Log, agent: string) {
    this.#log = log;
    this.#agent = agent;
  }

  /** The event with its folder or its project. */
  async place({ raw, project }: ImportStep['told'][number]): Promise<ImportedEvent> {
    if (raw.cwd !== undefined) return toBrought(raw, raw.cwd);
    const session = await this.#sessionOf(raw.agentSession);
    if (session?.cwd !== undefined) return toBrought(raw, session.cwd);
    const projects = await this.#allProjects();
    const known = projects.find(({ id }) => id === session?.project);
    if (known !== undefined) return { raw, authority: 1, project: known };
    const named = project === undefined ? '' : redact(oneLine(project).slice(0, NAME_CHARS)).text;
    const called = projects.filter((row) => row.name === named && row.joined === undefined && row.root !== undefined);
    if (called.length === 1) return toBrought(raw, called[0]?.root);
    if (named === '') return { raw, authority: 1 };
    return { raw, authority: 1, project: { id: projectId(named), identity: named, name: baseName(named) } };
  }

  async #sessionOf(name: string): Promise<SessionRow | undefined> {
    if (!this.#sessions.has(name)) {
      const rows = (await this.#log.sessions({ named: name, limit: 10 })).filter((row) => row.project !== undefined);
      this.#sessions.set(name, rows.find(({ agent }) => agent === this.#agent) ?? rows[0]);
    }
    return this.#sessions.get(name);
  }

  async #allProjects(): Promise<readonly ProjectRow[]> {
    this.#projects ??= await this.#log.projects();
    return this.#projects;
  }
}

/** What the session had read is unknown, as with events from hooks alone: an agent's words count as exposed. */
function toBrought(raw: ImportedEvent['raw'], cwd: string | undefined): ImportedEvent {
  return { raw: cwd === undefined ? raw : withPaths({ ...raw, cwd }, cwd), authority: 1 };
}

/** Paths of a note as items carry them: relative to the folder when they are below it. */
function withPaths(raw: ImportedEvent['raw'], cwd: string): ImportedEvent['raw'] {
  if (raw.body.kind !== 'noted') return raw;
  const detail = { ...raw.body.detail };
  for (const field of ['filesRead', 'filesChanged'] as const) {
    const paths = detail[field];
    if (paths !== undefined) detail[field] = paths.map((path) => itemPath(path, { projectRoot: cwd }));
  }
  return { ...raw, body: { ...raw.body, detail } };
}
