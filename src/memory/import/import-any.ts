import { statSync } from 'node:fs';
import type { ImportProgress } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { isSqlite } from '../../importers/file-kind.ts';
import { recognises } from '../../importers/registry.ts';
import { assertRegularFile } from '../../platform/files.ts';
import type { Vectors } from '../../store/contract/vectors.ts';
import { importExport, isExport } from './import-export.ts';
import { importFacts } from './import-facts.ts';
import { importSources } from './import-sources.ts';
import { type ImportDeps, importTranscripts } from './import-transcripts.ts';

/**
 * Imports what was asked for: what other products kept, statements of instruction files, what another home told, else
 * transcripts. Named files say themselves which of it they are; those of two kinds are not taken together.
 */
export async function* importAny(
  input: ImportInput,
  deps: ImportDeps,
  options: { caller: Caller; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const { from, facts, agent, paths = [] } = input;
  if ([from, facts, agent].filter((way) => way !== undefined && way !== false).length > 1) {
    throw new CairnError('invalid_input', 'import takes one of `agent`, `from` and `facts`.', { fix: 'cairn import' });
  }
  assertReadable(paths);
  const isNamed = agent === undefined && paths.length > 0;
  if (facts === true) yield* importFacts(input, deps, options);
  else if (from !== undefined) yield* importSources(input, deps, options.signal);
  else if (isNamed && (await areExports(paths))) yield* importExport(input, deps, options);
  else if (isNamed && paths.every((path) => isSqlite(path) && recognises(path))) {
    yield* importSources(input, deps, options.signal);
  } else yield* importTranscripts(input, deps, options.signal);
}

/** Progress of an import whose end says how many memories are found by words alone until their vectors are made. */
export async function* withWaitingVectors(
  steps: AsyncIterable<ImportProgress>,
  vectors: Pick<Vectors, 'counts'>,
): AsyncGenerator<ImportProgress> {
  for await (const step of steps) {
    const isEnd = step.done && step.agents === undefined;
    const waiting = isEnd ? (await vectors.counts()).waiting : 0;
    yield waiting === 0 ? step : { ...step, waiting };
  }
}

/**
 * Throws `unsupported` for a path that is neither a file nor a folder. What takes the place of a file later is met by
 * whoever opens it.
 */
function assertReadable(paths: readonly string[]): void {
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === false) assertRegularFile(path, stat);
  }
}

async function areExports(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (!(await isExport(path))) return false;
  return true;
}
