import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { md5Hex } from '../../core/hash.ts';
import { asString, objectsIn } from '../../core/json.ts';
import type { FolderTrace } from '../../core/model/untold.ts';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { foldersOf, readJsonObject, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** Name of the file with a session's messages for the model. */
export const CONTEXT = 'context.jsonl';
const SESSION = /^[\w-]{1,100}$/;
/**
 * Size in bytes up to which a `wire.jsonl` has only its first line; then only `context.jsonl` contains the
 * conversation.
 */
const EMPTY_BYTES = 80;

/** The folder of kimi-cli: `KIMI_SHARE_DIR`, else `~/.kimi`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.KIMI_SHARE_DIR || join(home, '.kimi');
}

/** True when kimi-cli is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/** All transcripts, `sessions/<hash of the folder>/<session>/wire.jsonl`, in no order. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return workFolders(environment)
    .flatMap(foldersOf)
    .flatMap((session) => toTranscriptFile(AGENT_NAME, transcriptIn(session)) ?? []);
}

/** The transcript of a session, which no hook names. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  if (!SESSION.test(session)) return undefined;
  return workFolders(environment)
    .map((folder) => transcriptIn(join(folder, session)))
    .find((path) => existsSync(path));
}

/** The working folder of a session, from the `kimi.json` above the sessions, or its hash when it is not in there. */
export function workFolderOf(transcript: string): { cwd: string } | { trace: FolderTrace } {
  const hashed = dirname(dirname(transcript));
  const share = dirname(dirname(hashed));
  const { work_dirs } = readJsonObject(join(share, 'kimi.json'));
  const paths = objectsIn(work_dirs).map(({ path }) => asString(path));
  // For a folder on another machine, the hash has that machine's name as a prefix.
  const md5 = basename(hashed).replace(/^.*_/, '');
  const cwd = paths.find((path) => path !== undefined && md5Hex(path) === md5);
  return cwd === undefined ? { trace: { md5, home: dirname(share) } } : { cwd };
}

function transcriptIn(session: string): string {
  const wire = join(session, 'wire.jsonl');
  const size = statSync(wire, { throwIfNoEntry: false })?.size ?? 0;
  return size > EMPTY_BYTES ? wire : join(session, CONTEXT);
}

function workFolders(environment: AgentEnvironment): string[] {
  return foldersOf(join(configFolder(environment), 'sessions'));
}
