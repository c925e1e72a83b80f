import { existsSync, lstatSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asString, isJsonObject, parseJson } from '../../../core/json.ts';
import { ignore } from '../../../platform/ignored.ts';
import { filesOf, readHead, readText } from './transcript-files.ts';

/** Bytes at the start of a file among which its first line with an id is looked for. */
const HEAD_BYTES = 64 * 1024;
/** Milliseconds by which the first line of a session's own file may be older than the file. */
const OLDER_MS = 2_000;
/** Upper bound on the files that are searched for the lines of a fork, the last changed first. */
const MAX_SEARCHED = 16;
const LINE_ID = /"uuid":"([\w-]{1,64})"/g;
const NONE: CopiedLines = { ids: new Set(), forkOf: undefined };

/** The ids of lines that a fork took over, and of the session from which. */
export interface CopiedLines {
  ids: ReadonlySet<string>;
  forkOf: string | undefined;
}

/**
 * The lines that a fork took over from the session that it forks; none for a file that is no fork. `claude --resume ID
 * --fork-session` begins a file with the lines of that session under the new session's id, with their own ids and times, and
 * with nothing that marks them (seen in runs of 2.1): they are known by another file of the folder that holds the first of them
 * and is older.
 */
export function copiedLines(path: string): CopiedLines {
  try {
    return linesElsewhere(path);
  } catch (error) {
    ignore(error, 'files beside a transcript could not be read');
    return NONE;
  }
}

/** True when the file of a session, as it is called by its id, lies beside a transcript. */
export function isBeside(path: string, session: string): boolean {
  return /^[\w-]+$/.test(session) && existsSync(join(dirname(path), `${session}.jsonl`));
}

function linesElsewhere(path: string): CopiedLines {
  const own = statOf(path);
  const first = own === undefined ? undefined : firstLine(path);
  if (own === undefined || first === undefined || !isYounger(own, first.at)) return NONE;
  const beside = filesOf(dirname(path), '.jsonl')
    .filter((file) => basename(file) !== basename(path) && !basename(file).startsWith('agent-'))
    .flatMap((file) => ({ file, stat: statOf(file) }))
    .filter(({ stat }) => stat !== undefined && stat.birthtimeMs < own.birthtimeMs && stat.mtimeMs >= first.at);
  const changedAt = ({ stat }: { stat: Stats | undefined }): number => stat?.mtimeMs ?? 0;
  const searched = beside.sort((one, other) => changedAt(other) - changedAt(one)).slice(0, MAX_SEARCHED);
  const holding = searched.map(({ file }) => ({ file, ids: idsIn(file) })).filter(({ ids }) => ids.has(first.id));
  const [from] = holding;
  return {
    ids: new Set(holding.flatMap(({ ids }) => [...ids])),
    forkOf: from && basename(from.file, '.jsonl'),
  };
}

function statOf(path: string): Stats | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat : undefined;
}

/** True for a file that was made after a time, or of which the file system does not say when. */
function isYounger({ birthtimeMs }: Stats, at: number): boolean {
  return birthtimeMs <= 0 || birthtimeMs > at + OLDER_MS;
}

/** Id and time of the first line that has both. */
function firstLine(path: string): { id: string; at: number } | undefined {
  for (const text of readHead(path, HEAD_BYTES)?.split('\n') ?? []) {
    const line = parseJson(text);
    if (!isJsonObject(line)) continue;
    const [id, at] = [asString(line.uuid) ?? '', Date.parse(asString(line.timestamp) ?? '')];
    if (id !== '' && Number.isFinite(at)) return { id, at };
  }
  return undefined;
}

function idsIn(path: string): Set<string> {
  return new Set([...(readText(path) ?? '').matchAll(LINE_ID)].map(([, id]) => id ?? ''));
}
