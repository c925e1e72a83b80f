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
import { importTranscripts, type TranscriptDeps } from './import-transcripts.ts';

/**
 * Imports what an input names: databases of other products, instruction files, an export of another home, otherwise
 * transcripts. The kind of a named file is read from its content; files of different kinds cannot be imported together.
 */
export async function* importAny(
  input: ImportInput,
  deps: TranscriptDeps,
  options: { caller: Caller; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const { from, facts, agent, paths = [] } = input;
  if ([from, facts, agent].filter((way) => way !== undefined && way !== false).length > 1) {
    throw new CairnError('invalid_input', 'import takes one of `agent`, `from` and `facts`.', { fix: 'cairn import' });
  }
  if (input.mine === true) assertPerson(options.caller);
  assertReadable(paths);
  const isNamed = agent === undefined && paths.length > 0;
  if (facts === true) yield* importFacts(input, deps, options);
  else if (from !== undefined) yield* importSources(input, deps, options.signal);
  else if (isNamed && (await areExports(paths))) yield* importExport(input, deps, options.signal);
  else if (isNamed && paths.every((path) => isSqlite(path) && recognises(path))) {
    yield* importSources(input, deps, options.signal);
  } else yield* importTranscripts(input, deps, options.signal);
}

/** Throws `not_allowed` unless a person asks: only they can say whose words a file holds. */
function assertPerson({ person }: Caller): void {
  if (person) return;
  throw new CairnError('not_allowed', "Only a person says that a file holds a person's words.", {
    fix: 'cairn import --mine PATH, typed by a person in a terminal of their own; or import it without `mine`.',
  });
}

/** Passes the progress on; its last step says how many memories can be found by words alone until they have vectors. */
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
 * Throws `unsupported` for a path that is neither a file nor a folder, `invalid_input` for one with a NUL byte. If another
 * file replaces it later, whoever opens that one handles it.
 */
function assertReadable(paths: readonly string[]): void {
  for (const path of paths) {
    if (path.includes('\0'))
      throw new CairnError('invalid_input', 'import: a path has no NUL byte; one of `paths` has.');
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === false) assertRegularFile(path, stat);
  }
}

async function areExports(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (!(await isExport(path))) return false;
  return true;
}
