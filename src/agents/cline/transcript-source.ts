import { basename, dirname, join } from 'node:path';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readJsonObject, readText } from '../shared/transcripts/transcript-files.ts';
import { untimedIn } from '../shared/transcripts/untimed.ts';
import { SUBAGENT_TYPE } from './hooks.ts';
import { isTask, nameOf } from './places.ts';

/** What the path of a transcript, the file next to it, and its first fields say about it. */
export interface TranscriptSource {
  session: string;
  cwd?: string;
  branch?: string;
  /** Set for a subagent's own file. */
  subagent?: { id: string; type: string };
  /** When the session began, in milliseconds since 1970; messages of old versions have no time. */
  at: number;
  /** When the file was changed last. */
  until: number;
}

/** Reads the path of a transcript: `<session>/<session or agent>.messages.json`, or `tasks/<task>/…`. */
export function readTranscriptSource(path: string): TranscriptSource {
  const folder = dirname(path);
  if (isTask(path)) return { ...readTask(folder), until: untimedIn(path).until };
  const session = basename(folder);
  const name = nameOf(path);
  const manifest = readJsonObject(join(folder, `${session}.json`));
  const cwd = asString(manifest.cwd) || asString(manifest.workspace_root);
  const branch = asString(asObject(asObject(manifest.metadata).git).branch);
  const at = Date.parse(asString(manifest.started_at) ?? '');
  return {
    session,
    at: Number.isFinite(at) ? at : 0,
    until: untimedIn(path).until,
    ...omitUndefined({ cwd, branch }),
    ...(name === session ? {} : { subagent: { id: name, type: SUBAGENT_TYPE } }),
  };
}

/** The same, corrected by the file's own header, which says whether it is a subagent's. */
export function withHeader(source: TranscriptSource, header: JsonObject): TranscriptSource {
  const agent = asString(header.agent);
  const { subagent, ...rest } = source;
  if (agent === 'lead') return { ...rest, session: asString(header.sessionId) || source.session };
  if (agent === undefined || subagent === undefined) return source;
  return { ...rest, subagent: { ...subagent, type: agent } };
}

function readTask(folder: string): Omit<TranscriptSource, 'until'> {
  const session = basename(folder);
  const history = parseJson(readText(join(folder, '..', '..', 'state', 'taskHistory.json')) ?? '');
  const tasks = Array.isArray(history) ? history.filter(isJsonObject) : [];
  const cwd = asString(tasks.find(({ id }) => id === session)?.cwdOnTaskInitialization);
  const at = /^\d{12,14}$/.test(session) ? Number(session) : 0;
  return { session, at, ...(cwd === undefined ? {} : { cwd }) };
}
