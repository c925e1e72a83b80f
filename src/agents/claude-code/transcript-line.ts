import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { CopiedLines } from '../shared/transcripts/copied-lines.ts';
import type { OfferedOptions } from '../shared/transcripts/offered-options.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import type { Waiting } from '../shared/transcripts/waiting-parser.ts';
import { AGENT_NAME } from './hooks.ts';
import { createPromptQueue, type PromptQueue } from './prompt-queue.ts';
import type { TranscriptSource } from './transcript-source.ts';

/** Old versions write a subagent's lines into the session's file and do not name the subagent. */
const UNNAMED_SUBAGENT = 'sidechain';

/** A parser's state while it reads one file. */
export interface Reading {
  source: TranscriptSource;
  /** Folder of the last line that names one. Queue lines name none, and the exclusion of projects needs a folder. */
  cwd: string | undefined;
  /** Branch of the last line that names a folder. */
  branch: string | undefined;
  /** Id of the prompt that the agent works on: the agent's own id, in old versions the id of the prompt's line. */
  prompt: string | undefined;
  /** The program that wrote the last line that names it: queue lines do not. */
  version: string | undefined;
  entrypoint: string | undefined;
  /** True for a file that begins with a prompt from a queue, unless an IDE put it there. */
  fed: boolean;
  /** Id of the boundary line of a compaction whose summary was not read yet. */
  boundary: string | undefined;
  /** True once the file contains attachments: then prompts typed during a turn are among them. */
  attachments: boolean;
  /** Time of the last line that has one. */
  at: number;
  calls: OpenCalls;
  queue: PromptQueue;
  /** The list that the last message of the main thread offers, until a prompt answers it. */
  offered: (Waiting & { options: OfferedOptions }) | undefined;
  /** The shell command that a person ran beside the agent (`!`), until its output. */
  shell: (Waiting & { command: string }) | undefined;
  /** The other server whose command the last prompt called. */
  server: string | undefined;
  /** Ids of the lines that this file took over from the session that it forks; empty once a line of its own was read. */
  copied: ReadonlySet<string>;
  /** The session that marked lines were taken over from, and whether its file is there. */
  forked: { session: string; isThere: boolean } | undefined;
  /** The session that this file forks, of which it says lines again. */
  forkOf: string | undefined;
  isBeside(session: string): boolean;
}

/** A parsed line with the fields that most readers need. */
export interface Line {
  json: JsonObject;
  /** Byte at which it starts. */
  offset: number;
  /** Its own id, or its place in the file. */
  id: string;
  message: JsonObject;
  subagent: string | undefined;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(
  source: TranscriptSource,
  saved: JsonObject,
  { copied, isBeside }: Pick<Reading, 'isBeside'> & { copied?: CopiedLines },
): Reading {
  return {
    source,
    cwd: asString(saved.cwd),
    branch: asString(saved.branch),
    prompt: asString(saved.prompt),
    version: asString(saved.version),
    entrypoint: asString(saved.entrypoint),
    fed: saved.fed === true,
    boundary: asString(saved.boundary),
    attachments: saved.attachments === true,
    at: 0,
    calls: createOpenCalls(),
    queue: createPromptQueue(),
    offered: undefined,
    shell: undefined,
    server: asString(saved.server),
    copied: copied?.ids ?? new Set(),
    forked: undefined,
    forkOf: copied?.forkOf ?? asString(saved.forkOf),
    isBeside,
  };
}

/** The state that a later reading needs to resume here: the folder, ids and flags, no text. */
export function savedState(reading: Reading): JsonObject {
  const { cwd, branch, prompt, version, entrypoint, boundary, server, forkOf, fed, attachments, copied } = reading;
  return {
    ...omitUndefined({ cwd, branch, prompt, version, entrypoint, boundary, server, forkOf }),
    ...(fed ? { fed } : {}),
    ...(copied.size > 0 ? { copying: true } : {}),
    attachments,
  };
}

/** What the file says about the program that writes it. */
export function writerOf({ version, entrypoint, fed }: Reading): Pick<Reading, 'version' | 'entrypoint' | 'fed'> {
  return { version, entrypoint, fed };
}

/** Parses a line for the readers; notes its time, and its prompt id if the line belongs to the file's thread. */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  const at = Date.parse(asString(json.timestamp) ?? '');
  if (Number.isFinite(at)) reading.at = at;
  reading.cwd = asString(json.cwd) || reading.cwd;
  reading.branch = asString(json.gitBranch) ?? reading.branch;
  reading.version = asString(json.version) || reading.version;
  reading.entrypoint = asString(json.entrypoint) || reading.entrypoint;
  const own = reading.source.subagent?.id;
  const subagent = asString(json.agentId) ?? own ?? (json.isSidechain === true ? UNNAMED_SUBAGENT : undefined);
  const promptId = asString(json.promptId) ?? '';
  if (promptId !== '' && subagent === own) reading.prompt = promptId;
  return { json, offset, id: asString(json.uuid) || `@${offset}`, message: asObject(json.message), subagent };
}

/**
 * True for a line that the file took over from the session that it forks, where that session is there to be read: a marked one
 * (`/branch`), or one of `copied`. The first message that is neither ends the copies.
 */
export function isCopied({ json, id }: Line, reading: Reading): boolean {
  const forked = asString(asObject(json.forkedFrom).sessionId);
  if (forked !== undefined) {
    reading.forkOf = forked;
    if (reading.forked?.session !== forked) reading.forked = { session: forked, isThere: reading.isBeside(forked) };
    return reading.forked.isThere;
  }
  if (reading.copied.has(id)) return true;
  if (reading.copied.size > 0 && (json.type === 'user' || json.type === 'assistant')) reading.copied = new Set();
  return false;
}

/**
 * Place and time of a line. A subagent's file may name itself as the session: then the session is that of its folder.
 */
export function placeOf(line: Line, { source, cwd, branch, at, prompt }: Reading): EventContext {
  const named = asString(line.json.sessionId) || asString(line.json.session_id) || source.session;
  const agentSession =
    source.subagent !== undefined && named === `agent-${source.subagent.id}` ? source.session : named;
  return { agent: AGENT_NAME, agentSession, at, ...omitUndefined({ cwd, branch, prompt, subagent: line.subagent }) };
}
