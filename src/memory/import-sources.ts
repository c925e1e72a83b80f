import { statSync } from 'node:fs';
import type { Brought, Intake } from '../capture/intake.ts';
import { createProjectResolver } from '../capture/project.ts';
import { CairnError } from '../core/errors.ts';
import { projectId } from '../core/ids.ts';
import { baseName, oneLine } from '../core/text.ts';
import { itemPath } from '../derive/place.ts';
import { now } from '../platform/clock.ts';
import { redact } from '../privacy/redact.ts';
import type { Source } from '../sources/contract.ts';
import { openSource, type SourceStep } from '../sources/read-source.ts';
import { findSources, recogniseSource, SOURCES } from '../sources/registry.ts';
import type { Log, ProjectRow, SessionRow } from '../store/contract.ts';
import type { ImportProgress } from './answers.ts';
import { FoundSource } from './found-source.ts';
import { addTo, countTaken, importEach } from './import-progress.ts';
import type { ImportInput } from './requests.ts';

/** Every product that is found here. */
export const ANY_SOURCE = 'any';
const NAME_CHARS = 200;

/** What an import from elsewhere needs. */
export interface SourceParts {
  log: Log;
  intake: Intake;
  environment: { home: string; variables: Readonly<Record<string, string | undefined>> };
  settled: () => Promise<void>;
}

/**
 * Imports what other memory products kept: those found on this machine, or the named databases. Yields progress after every
 * page of rows; a database that fails is reported and the rest goes on. `lines` are rows.
 */
export function importSources(
  input: ImportInput,
  parts: SourceParts,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportProgress> {
  const files = chooseDatabases(input, parts).map((file) => ({ ...file, sizeBytes: sizeOf(file.path) }));
  const dryRun = input.dryRun === true;
  const settled = dryRun ? async () => undefined : parts.settled;
  return importEach(files, (file, progress) => readInto(file, { parts, dryRun, progress }), { signal, settled });
}

interface Database {
  /** Without it the database says which it is. */
  source: Source | undefined;
  path: string;
}

function chooseDatabases({ from, paths }: ImportInput, { environment }: SourceParts): Database[] {
  const source = SOURCES.find(({ name }) => name === from);
  if (from !== undefined && from !== ANY_SOURCE && source === undefined) {
    const names = SOURCES.map(({ name }) => name).join(', ');
    throw new CairnError('invalid_input', `Nothing is imported from "${oneLine(from).slice(0, NAME_CHARS)}".`, {
      fix: `Use one of: ${names}, ${ANY_SOURCE}.`,
    });
  }
  if (paths !== undefined && paths.length > 0) return paths.map((path) => ({ source, path }));
  const found = findSources(environment, source?.name);
  if (found.length > 0 || source === undefined) return found;
  throw new CairnError('not_found', `No database of ${source.title} is where it keeps one.`, {
    fix: `cairn import --from ${source.name} PATH`,
  });
}

async function* readInto(
  { source: named, path, sizeBytes }: Database & { sizeBytes: number },
  { parts, dryRun, progress }: { parts: SourceParts; dryRun: boolean; progress: ImportProgress },
): AsyncGenerator<void> {
  const db = openSource(path);
  try {
    const source = recogniseSource(db);
    if (source === undefined || (named !== undefined && named !== source)) {
      const what = named?.title ?? 'a memory product that Cairn knows';
      throw new CairnError('unsupported', `${path} is no database of ${what}.`);
    }
    const places = new Places(parts.log, source.name);
    const found = new FoundSource(
      { source, sizeBytes },
      createProjectResolver({ userHome: parts.environment.home, now }),
    );
    for (const step of db.steps(source)) {
      countRows(progress, step, source);
      const entries: Brought[] = [];
      for (const told of step.told) entries.push(await places.place(told));
      if (dryRun) for (const entry of entries) found.add(entry);
      if (dryRun) for (const { raw } of entries) addTo(progress.byKind, raw.body.kind);
      else countTaken(progress, await parts.intake.brought(entries));
      yield;
    }
    if (found.found !== undefined) progress.agents = [...(progress.agents ?? []), found.found];
  } finally {
    db.close();
  }
}

function countRows(progress: ImportProgress, step: SourceStep, source: Source): void {
  const skipped = Object.values(step.skipped).reduce((sum, n) => sum + n, 0);
  progress.lines += step.rows;
  progress.read += step.rows - skipped;
  for (const [reason, n] of Object.entries(step.skipped)) addTo(progress.skipped, reason, n);
  progress.tables ??= {};
  addTo(progress.tables, `${source.name} ${step.table}`, step.rows);
}

/**
 * Finds the projects of what has no folder: where its session is already, here or as its agent told it by the same id; else
 * by the project's name.
 */
class Places {
  readonly #log: Log;
  readonly #agent: string;
  readonly #sessions = new Map<string, SessionRow | undefined>();
  #projects: ProjectRow[] | undefined;

  constructor(log: Log, agent: string) {
    this.#log = log;
    this.#agent = agent;
  }

  async place({ raw, project }: SourceStep['told'][number]): Promise<Brought> {
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

/** Nobody knows what such a session had read: as of what only a hook told, an agent's words count as exposed. */
function toBrought(raw: Brought['raw'], cwd: string | undefined): Brought {
  return { raw: cwd === undefined ? raw : withPaths({ ...raw, cwd }, cwd), authority: 1 };
}

/** Files of a note as items carry them: relative to the folder where they lie below it. */
function withPaths(raw: Brought['raw'], cwd: string): Brought['raw'] {
  if (raw.body.kind !== 'noted') return raw;
  const detail = { ...raw.body.detail };
  for (const field of ['filesRead', 'filesChanged'] as const) {
    const paths = detail[field];
    if (paths !== undefined) detail[field] = paths.map((path) => itemPath(path, { projectRoot: cwd }));
  }
  return { ...raw, body: { ...raw.body, detail } };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
