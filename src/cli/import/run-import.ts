import type { ImportProgress } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import { clockTime } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { commandLine, optionWords } from '../terminal/command-line.ts';

const SHOW_MS = 100;

/**
 * Imports, shows the progress on a terminal, and returns the last progress. An import that stops early throws the
 * cause, with what was read until then and the command that resumes it.
 */
export async function runImport(
  memory: Memory,
  request: ImportInput,
  { io, out }: Pick<CliContext, 'io' | 'out'>,
): Promise<ImportProgress> {
  const began = io.now();
  let shown = 0;
  let last: ImportProgress | undefined;
  try {
    for await (const progress of memory.import(request, { signal: io.signal })) {
      last = progress;
      if (progress.filesTotal === 0 || io.now() - shown < SHOW_MS) continue;
      shown = io.now();
      out.progress(progressLine(progress, (shown - began) / 1_000));
    }
  } catch (error) {
    out.progress('');
    throw last === undefined ? error : stoppedBy(error, { last, request, isCancelled: io.signal.aborted });
  }
  out.progress('');
  if (last === undefined) throw new CairnError('internal', 'The import ended without a result.');
  return last;
}

function progressLine(progress: ImportProgress, seconds: number): string {
  const { files, filesTotal, bytesTotal, bytesKnown = 0, added } = progress;
  const amounts = `${files}/${filesTotal} files  ${formatBytes(progress.bytes)} of ${formatBytes(bytesTotal)}  ${formatCount(added)} added`;
  if (files === filesTotal) return `${amounts}  making the last of it findable`;
  const rate = seconds > 0 ? (progress.bytes - bytesKnown) / seconds : 0;
  const speed = rate === 0 ? '' : `  ${formatBytes(rate)}/s  ${clockTime((bytesTotal - progress.bytes) / rate)} left`;
  return `${amounts}${speed}`;
}

function stoppedBy(
  cause: unknown,
  { last, request, isCancelled }: { last: ImportProgress; request: ImportInput; isCancelled: boolean },
): CairnError {
  const { code, message } = toCairnError(cause);
  const isOwn = isCancelled || code === 'cancelled';
  const why = isOwn ? 'The import was stopped.' : `The import stopped: ${message}`;
  const { files, filesTotal, bytesTotal, added } = last;
  const amounts = `${formatCount(files)} of ${formatCount(filesTotal)} files (${formatBytes(last.bytes)} of ${formatBytes(bytesTotal)}) are read`;
  const stays = `${why} ${amounts}, what is new stays: ${formatCounted(added, 'event')}.`;
  const fix = `To go on from there: ${commandOf(request)}`;
  return new CairnError(isOwn ? 'cancelled' : code, stays, { fix, cause });
}

/** The command line that repeats an import. */
function commandOf({ paths = [], ...asked }: ImportInput): string {
  const { agent, project, since, from, facts, mine } = asked;
  const options = Object.entries({ agent, project, since, from, facts, mine });
  return commandLine(['cairn', 'import', ...options.flatMap(([name, value]) => optionWords(name, value)), ...paths]);
}
