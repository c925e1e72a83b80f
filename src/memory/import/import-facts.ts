import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ImportProgress } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { hashBase32 } from '../../core/hash.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Noted, RawEvent } from '../../core/model/event.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { baseName, relativePath } from '../../core/text/text.ts';
import { statementKind } from '../../derive/claim/statement.ts';
import { findInstructions, type StatedLine, statementsOf } from '../../importers/instructions.ts';
import { now } from '../../platform/clock.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { redact } from '../../privacy/redact.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { addTo, countTaken, importEach, type SettleDeps } from './import-progress.ts';

/** The parts that an import of fact files needs. */
export type FactsDeps = SettleDeps & Pick<MemoryParts, 'environment' | 'intake'>;

/** The agent name of events from instruction files. */
const AGENT = 'instructions';
const HASH_CHARS = 8;

/**
 * Imports the statements of instruction files: rules as proposed knowledge, the rest as notes. Anyone may have written
 * these files, so they can be found by search and are injected only once a person confirmed them. The same statement of
 * the same file counts once; a changed one is another. `lines` are statements.
 */
export function importFacts(
  input: ImportInput,
  deps: FactsDeps,
  { caller, signal }: { caller: Caller; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const files = chooseFiles(input.paths ?? [], caller.cwd);
  const place = createPlace(deps.environment.home);
  const dryRun = input.dryRun === true;
  const read = (file: FoundFile, progress: ImportProgress) =>
    readInto(file, { place: place(file.path), intake: dryRun ? undefined : deps.intake, progress });
  return importEach(files, read, { deps, dryRun, signal });
}

async function* readInto(
  { path, modifiedAt }: FoundFile,
  {
    place,
    intake,
    progress,
  }: { place: FilePlace; intake: MemoryParts['intake'] | undefined; progress: ImportProgress },
): AsyncGenerator<void> {
  const stated = statementsOf(readTextIfThere(path) ?? '').map((line) => toNoted(line, place));
  const words = stated.map(({ knowledge }) => knowledge ?? 'note');
  progress.lines += stated.length;
  progress.read += stated.length;
  if (intake === undefined) for (const word of words) addTo(progress.byKind, word);
  else
    countTaken(progress, await intake.events(stated.map((body) => toRaw(body, { ...place, at: modifiedAt }))), words);
  yield;
}

interface FoundFile {
  path: string;
  sizeBytes: number;
  modifiedAt: number;
}

function chooseFiles(paths: readonly string[], cwd: string | undefined): FoundFile[] {
  const asked = paths.length > 0 ? paths : [cwd ?? ''];
  const files = asked.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) {
      throw new CairnError('not_found', `There is no file or folder ${path} that can be read.`, {
        fix: 'cairn import --facts',
      });
    }
    return stat.isDirectory() ? findInstructions(path) : [path];
  });
  return [...new Set(files)].map((path) => {
    const { size, mtimeMs } = statSync(path);
    return { path, sizeBytes: size, modifiedAt: Math.trunc(mtimeMs) };
  });
}

interface FilePlace {
  /** Path as notes name it: relative to the project's root. */
  name: string;
  /** Absent for a person's own file, which belongs to no project. */
  cwd?: string;
}

function createPlace(userHome: string): (path: string) => FilePlace {
  const resolve = createProjectResolver({ userHome, now });
  return (path) => {
    const real = realpathSync(path);
    const folder = dirname(real);
    const below = relativePath(folder, realpathSync(userHome));
    if (/^\.[^/]+/.test(below)) return { name: `~/${below}/${baseName(real)}` };
    return { name: relativePath(real, resolve(folder)?.root ?? folder), cwd: folder };
  };
}

/**
 * The words identify the note: a line that moves is the same, a changed one is another. They are hashed as they are
 * stored.
 */
function toNoted({ text, heading }: StatedLine, { name }: FilePlace): Noted {
  const knowledge = statementKind(text);
  const ref = `${name}#${hashBase32([redact(text).text], HASH_CHARS)}`;
  return {
    kind: 'noted',
    text,
    ...(knowledge === undefined ? {} : { knowledge }),
    person: false,
    author: 'repo',
    detail: { ref, filesRead: [name], ...(heading === undefined ? {} : { subtitle: heading }) },
  };
}

function toRaw(body: Noted, { name, cwd, at }: FilePlace & { at: number }): RawEvent {
  const identity = { content: canonicalJson([cwd ?? '', name, body.text]), origin: 'stated' };
  const place = cwd === undefined ? {} : { cwd };
  return { agent: AGENT, agentSession: NO_SESSION, at, ...place, identity, source: 'import', body };
}
