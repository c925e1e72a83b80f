import { CairnError } from '../core/errors.ts';
import { isOwnExport, isSqlite } from '../sources/file-kind.ts';
import { recognises } from '../sources/registry.ts';
import type { ImportProgress } from './answers.ts';
import type { Caller } from './contract.ts';
import { type ImportParts, importTranscripts } from './import.ts';
import { importExport } from './import-export.ts';
import { importFacts } from './import-facts.ts';
import { importSources } from './import-sources.ts';
import type { ImportInput } from './requests.ts';

/**
 * Imports what was asked for: what other products kept, statements of instruction files, what another home told, else
 * transcripts. Named files say themselves which of it they are; those of two kinds are not taken together.
 */
export function importAny(
  input: ImportInput,
  parts: ImportParts,
  { caller, signal }: { caller: Caller; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const { from, facts, agent, paths = [] } = input;
  if ([from, facts, agent].filter((way) => way !== undefined && way !== false).length > 1) {
    throw new CairnError('invalid_input', 'import takes one of `agent`, `from` and `facts`.', { fix: 'cairn import' });
  }
  if (facts === true) return importFacts(input, parts, { caller, signal });
  if (from !== undefined) return importSources(input, parts, signal);
  if (agent === undefined && paths.length > 0) {
    if (paths.every(isOwnExport)) return importExport(input, parts, { caller, signal });
    if (paths.every((path) => isSqlite(path) && recognises(path))) return importSources(input, parts, signal);
  }
  return importTranscripts(input, parts, signal);
}
