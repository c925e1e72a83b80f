import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dropOldest } from '../../core/drop-oldest.ts';
import { asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { AgentEnvironment, SetupTarget, TranscriptFile } from '../shared/contract.ts';
import { filesOf, firstLine, foldersOf, readText, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const FOLDER = '.factory';
const LINES = '.jsonl';
/** Bytes within which the first line of a transcript ends; it contains a title, which is a prompt. */
const HEAD_BYTES = 64 * 1_024;
/** Names of the folders with transcripts, of current and other versions. */
const STORES = ['sessions', 'projects'];
const FOLDERS_KEPT = 500;
const startedByFolder = new Map<string, { modifiedAt: number; started: ReadonlyMap<string, string[]> }>();

/** Droid's folder of a user: `~/.factory`. */
export function configFolder({ home }: AgentEnvironment): string {
  return join(home, FOLDER);
}

/** The folder with hooks and MCP servers, of the user or of a repository. */
export function settingsFolder({ environment, project }: SetupTarget): string {
  return project === undefined ? configFolder(environment) : join(project, FOLDER);
}

/** True when Droid is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/** All transcripts, in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return STORES.map((store) => join(configFolder(environment), store))
    .flatMap((store) => [...filesOf(store, LINES), ...foldersOf(store).flatMap((folder) => filesOf(folder, LINES))])
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The files of the subagents' sessions that a session started: in the same folder as its own. */
export function companions(path: string): string[] {
  const head = readHead(path);
  return head === undefined ? [] : (startedIn(dirname(path)).get(sessionOf(path, head)) ?? []);
}

/** The subagents' files in a folder, by the session that started them; read again when a file is added or removed. */
function startedIn(folder: string): ReadonlyMap<string, string[]> {
  const modifiedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const known = startedByFolder.get(folder);
  if (known?.modifiedAt === modifiedAt) return known.started;
  const heads = filesOf(folder, LINES).map((path) => ({ path, head: readHead(path) }));
  const started = Map.groupBy(
    heads.filter(({ head }) => asString(head?.callingSessionId)),
    ({ head }) => asString(head?.callingSessionId) ?? '',
  );
  const paths = new Map([...started].map(([caller, files]) => [caller, files.map(({ path }) => path)]));
  startedByFolder.delete(folder);
  // A file that was just created is still empty.
  if (heads.every(({ head }) => head !== undefined)) startedByFolder.set(folder, { modifiedAt, started: paths });
  dropOldest(startedByFolder, FOLDERS_KEPT);
  return paths;
}

/** The facts in the first line of a transcript. */
export interface TranscriptSource {
  session: string;
  /** Its own id, for a session that another session started. */
  subagent?: string;
  /** Id of the last message that a fork took over from the forked session. */
  forkedAt?: string;
}

/** Reads the facts in the first line of a transcript. */
export function readSource(path: string): TranscriptSource {
  const head = readHead(path) ?? {};
  const own = sessionOf(path, head);
  const caller = asString(head.callingSessionId) ?? '';
  const forkedAt = asString(head.forkedAtMessageId) ?? '';
  const source = caller === '' ? { session: own } : { session: caller, subagent: own };
  return forkedAt !== '' && holdsMessage(path, forkedAt) ? { ...source, forkedAt } : source;
}

function holdsMessage(path: string, id: string): boolean {
  return readText(path)?.includes(`"id":${JSON.stringify(id)}`) === true;
}

function sessionOf(path: string, { type, id }: JsonObject): string {
  return (type === 'session_start' && asString(id)) || basename(path).replace(/\.jsonl(?:\.gz|\.zst)?$/, '');
}

/** The first line as an object; `undefined` when it is missing or unreadable. */
function readHead(path: string): JsonObject | undefined {
  const head = parseJson(firstLine(path, HEAD_BYTES) ?? '');
  return isJsonObject(head) ? head : undefined;
}
