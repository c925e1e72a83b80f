import { basename, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const DATABASE = 'state.db';
/** JSON files among the sessions that are none: their list, and failed requests to a model. */
const NO_SESSION = /^(?:sessions|request_dump_.*)\.json$/;

/** Hermes' folder of settings and sessions: `HERMES_HOME`, else `~/.hermes`. */
export function hermesFolder({ home, variables }: AgentEnvironment): string {
  return variables.HERMES_HOME || join(home, '.hermes');
}

/** The databases, of the user and of profiles, and the files of older versions; in no order. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const files = filesOf(join(hermesFolder(environment), 'sessions'), '.json');
  const sessions = files.filter((path) => !NO_SESSION.test(basename(path)));
  return [...databases(environment), ...sessions].flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** Where a session is stored, which no hook says: the database that changed last. */
export function transcriptOf(_session: string, environment: AgentEnvironment): string | undefined {
  return databases(environment)
    .flatMap((path) => [path, `${path}-wal`].map((file) => ({ path, changed: toTranscriptFile(AGENT_NAME, file) })))
    .filter(({ changed }) => changed !== undefined)
    .toSorted((one, other) => (other.changed?.modifiedAt ?? 0) - (one.changed?.modifiedAt ?? 0))[0]?.path;
}

function databases(environment: AgentEnvironment): string[] {
  const folder = hermesFolder(environment);
  return [folder, ...foldersOf(join(folder, 'profiles'))].map((home) => join(home, DATABASE));
}
