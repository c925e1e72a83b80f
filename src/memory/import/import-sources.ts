import type { ImportProgress } from '../../api/answers.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { sum } from '../../core/sum.ts';
import { oneLine } from '../../core/text/text.ts';
import type { Importer } from '../../importers/contract.ts';
import { type ImportStep, openImport } from '../../importers/read-source.ts';
import { findImporters, IMPORTERS, recognizeImporter } from '../../importers/registry.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import { now } from '../../platform/clock.ts';
import { fileSize } from '../../platform/files.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { AlreadyImported } from './already-imported.ts';
import { FoundSource } from './found-agents.ts';
import { addTo, countTaken, importEach } from './import-progress.ts';
import { SourceContexts } from './source-places.ts';

/** The name that means every product found on this machine. */
const ANY_SOURCE = 'any';
const NAME_CHARS = 200;

/**
 * Imports from other memory products: those found on this machine, or the named databases. Yields progress after every
 * page of rows; a database that fails is reported and the rest goes on. `lines` are rows.
 */
export function importSources(
  input: ImportInput,
  deps: MemoryParts,
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

function chooseDatabases({ from, paths }: ImportInput, { environment }: MemoryParts): SourceDatabaseFile[] {
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
  throw new CairnError('not_found', `No database of ${source.title} is where it keeps one.`, {
    fix: `cairn import --from ${source.name} PATH`,
  });
}

async function* readInto(
  { source: named, path, sizeBytes }: SourceDatabaseFile & { sizeBytes: number },
  { deps, dryRun, progress }: { deps: MemoryParts; dryRun: boolean; progress: ImportProgress },
): AsyncGenerator<void> {
  const db = openImport(path);
  try {
    const source = recognizeImporter(db);
    if (source === undefined || (named !== undefined && named !== source)) {
      const what = named?.title ?? 'a memory product that Cairn knows';
      throw new CairnError('unsupported', `${path} is no database of ${what}.`);
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
