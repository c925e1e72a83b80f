import { basename, dirname, join } from 'node:path';
import { asObject, asString, type JsonValue } from '../../core/json.ts';
import { timeOf } from '../shared/transcripts/parse-time.ts';
import { readJsonObject } from '../shared/transcripts/transcript-files.ts';

/** What the path of a transcript, and the `state.json` of its session, say about it. */
export interface WireSource {
  session: string;
  cwd?: string;
  /** Set for a subagent's own file. */
  subagent?: string;
  /** Types of the session's subagents by id. */
  types: Readonly<Record<string, string>>;
  /** Set in a forked session: events before this time (milliseconds since 1970) belong to the forked one. */
  forkedAt?: number;
}

/** Reads the path of a transcript: `<session>/agents/<agent>/wire.jsonl`. */
export function readWireSource(path: string): WireSource {
  const agent = basename(dirname(path));
  const folder = dirname(dirname(dirname(path)));
  const state = readJsonObject(join(folder, 'state.json'));
  const cwd = asString(state.cwd) ?? asString(state.workDir);
  const createdAt = timeOf(state.createdAt);
  return {
    session: basename(folder),
    types: typesOf(state.agents),
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === 'main' ? {} : { subagent: agent }),
    ...(typeof state.forkedFrom === 'string' && createdAt !== undefined ? { forkedAt: createdAt } : {}),
  };
}

function typesOf(agents: JsonValue | undefined): Record<string, string> {
  const types = Object.entries(asObject(agents)).map(([id, agent]) => [
    id,
    asString(asObject(asObject(agent).labels).profileName) ?? '',
  ]);
  return Object.fromEntries(types) as Record<string, string>;
}
