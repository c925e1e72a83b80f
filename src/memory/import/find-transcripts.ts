// memory/import: which transcripts exist, whose they are, and how much of them was read; the other importers, too.
// Reading transcripts itself is `ingest/transcripts/reconcile-transcripts.ts`.

import { statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Agent, TranscriptFile } from '../../agents/shared/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { unreadBytes } from '../../ingest/transcripts/find-unread-transcripts.ts';
import { createOwnTranscripts, tellsWhoTyped } from '../../ingest/transcripts/own-transcripts.ts';
import { readLines } from '../../ingest/transcripts/read-lines.ts';
import { now } from '../../platform/clock.ts';
import { listFiles } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The parts that finding transcripts needs. */
export type FindDeps = Pick<MemoryParts, 'store' | 'agents' | 'environment'>;

/** Bytes of a transcript, or steps of a store, that are read. */
const HEAD_BYTES = 256 * 1_024;
const HEAD_STEPS = 50;
/** Lines after which the search for a folder ends: agents that report it do so at the beginning. */
const HEAD_LINES = 200;
/** Earliest plausible start; an earlier time comes from a line without one. */
const OLDEST = Date.UTC(2020, 0);
const TRANSCRIPT = /\.jsonl(?:\.gz|\.zst)?$/;

/** A transcript that was found. Times in milliseconds since 1970. */
export interface FoundTranscript {
  file: TranscriptFile;
  agent: Agent;
  /** False for a transcript that belongs to another: a subagent's. */
  isMain: boolean;
  /** Bytes not read yet; 0 for one that was read completely. */
  leftBytes: number;
  isKnown: boolean;
  /** True for an agent's own that tells who typed, or when a person vouches for it: what it says of a person is evidence. */
  proves: boolean;
  /** True for one outside of its agent's folders. */
  isElsewhere: boolean;
  /** True when it proves a person by a person's word alone. */
  isVouched: boolean;
  /** Start and folder of the session; known only after describing it. */
  startedAt?: number;
  project?: { id: ProjectId; name: string };
}

/**
 * The transcripts for an import: sessions, last active first, each followed by those of its subagents. With `describe`,
 * or when a project is given, their beginnings are read. Throws `invalid_input` and `not_found`.
 */
export async function findTranscripts(
  input: ImportInput,
  deps: FindDeps,
  { describe }: { describe: boolean },
): Promise<FoundTranscript[]> {
  const since = input.since === undefined ? Number.NEGATIVE_INFINITY : parsePast(input.since, 'since', now());
  const sessions = (await chooseFiles(input, deps))
    .filter(({ main, others }) => latest([main, ...others]) >= since)
    .sort((one, other) => latest([other.main, ...other.others]) - latest([one.main, ...one.others]));
  const belongs = input.project === undefined ? undefined : await projectTest(input.project, deps);
  const projectOf = createProjectResolver({ userHome: deps.environment.home, now });
  const own = createOwnTranscripts(deps.environment);
  const found: FoundTranscript[] = [];
  const breatheAtTimes = createYielder(LIMITS.bulkStepMs);
  for (const { agent, main, others } of sessions) {
    await breatheAtTimes();
    const head = describe || belongs !== undefined ? await describeTranscript(main, agent) : undefined;
    const project = head?.cwd === undefined ? undefined : projectOf(head.cwd);
    if (belongs !== undefined && (project === undefined || !belongs(project))) continue;
    const about = omitUndefined({
      startedAt: head?.startedAt,
      project: project && { id: project.id, name: project.name },
    });
    const isElsewhere = !own.has(agent, main.path);
    const isEvidence = !isElsewhere && tellsWhoTyped(agent);
    const isVouched = input.mine === true && !isEvidence;
    const proves = isEvidence || isVouched;
    for (const file of [main, ...others]) {
      const read = await unreadBytes(file, { agent, proves }, deps.store.log);
      found.push({ file, agent, isMain: file === main, proves, isElsewhere, isVouched, ...about, ...read });
    }
  }
  return found;
}

/** A session's own transcript and those of its subagents. */
interface SessionFiles {
  agent: Agent;
  main: TranscriptFile;
  others: TranscriptFile[];
}

function latest(files: readonly TranscriptFile[]): number {
  return Math.max(...files.map(({ modifiedAt }) => modifiedAt));
}

async function chooseFiles(input: ImportInput, deps: FindDeps): Promise<SessionFiles[]> {
  const agents = input.agent === undefined ? deps.agents : deps.agents.filter(({ name }) => name === input.agent);
  if (agents.length === 0) {
    const names = deps.agents.map(({ name }) => name).join(', ');
    throw new CairnError('invalid_input', `No agent is called "${input.agent}".`, { fix: `Use one of: ${names}.` });
  }
  if (input.paths === undefined || input.paths.length === 0) {
    return agents.flatMap((agent) => toSessions(agent, agent.findTranscripts(deps.environment)));
  }
  const byAgent = new Map<Agent, TranscriptFile[]>();
  const own = new Map(
    agents.flatMap((agent) => agent.findTranscripts(deps.environment).map(({ path }) => [path, agent] as const)),
  );
  const paths = new Set(input.paths.flatMap((path) => [...filesAt(path), ...filesBelow(path, own.keys())]));
  for (const path of paths) {
    const agent = agents.length === 1 ? agents[0] : (own.get(path) ?? (await agentOf(path, agents)));
    if (agent === undefined) continue;
    const { size, mtimeMs } = statSync(path);
    const file = { agent: agent.name, path, sizeBytes: size, modifiedAt: Math.trunc(mtimeMs) };
    byAgent.set(agent, [...(byAgent.get(agent) ?? []), file]);
  }
  return [...byAgent].flatMap(([agent, files]) => toSessions(agent, files));
}

function toSessions(agent: Agent, files: readonly TranscriptFile[]): SessionFiles[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const companions = new Map(
    files.map(({ path }) => [path, agent.companions?.(path).filter((own) => byPath.has(own)) ?? []]),
  );
  const owned = new Set([...companions.values()].flat());
  const sessions: SessionFiles[] = [];
  const taken = new Set<string>();
  // Transcripts that name only each other have no main one here: each counts as its own session.
  for (const main of [...files.filter(({ path }) => !owned.has(path)), ...files]) {
    if (taken.has(main.path)) continue;
    const others = (companions.get(main.path) ?? []).filter((path) => path !== main.path && !taken.has(path));
    const isOwned = owned.has(main.path);
    for (const path of [main.path, ...(isOwned ? [] : others)]) taken.add(path);
    sessions.push({ agent, main, others: isOwned ? [] : others.flatMap((path) => byPath.get(path) ?? []) });
  }
  return sessions;
}

/** The agent whose reader finds the most events at the beginning of a file; the first agent when none finds any. */
async function agentOf(path: string, agents: readonly Agent[]): Promise<Agent | undefined> {
  let best = agents[0];
  let most = 0;
  for (const agent of agents) {
    const { events } = await describeTranscript({ path }, agent, { isGuess: true });
    if (events <= most) continue;
    most = events;
    best = agent;
  }
  return best;
}

/** Transcripts of other forms that agents keep in a folder. */
function filesBelow(folder: string, paths: Iterable<string>): string[] {
  return [...paths].filter((path) => path.startsWith(`${folder}${sep}`));
}

function filesAt(path: string): string[] {
  return isFolder(path) ? listFiles(path).filter((file) => TRANSCRIPT.test(file)) : [path];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    throw new CairnError('not_found', `There is no file or folder ${path} that can be read.`, {
      fix: 'cairn import',
      cause,
    });
  }
}

/** Builds the test for the requested project: by a path inside it, its id, or its name. */
async function projectTest(
  named: string,
  { store, environment }: FindDeps,
): Promise<(project: { id: ProjectId; name: string }) => boolean> {
  if (/[/\\]/.test(named) || named === '.' || named === '..') {
    const id = createProjectResolver({ userHome: environment.home, now })(named)?.id;
    return (project) => project.id === id;
  }
  const called = new Set((await store.log.projects()).flatMap(({ id, name }) => (name === named ? [id] : [])));
  return ({ id, name }) => id === named || name === named || called.has(id);
}

/** The facts at the beginning of a transcript. `startedAt`: milliseconds since 1970. */
interface TranscriptHead {
  cwd?: string;
  startedAt?: number;
  /** Number of events in the part that was read. */
  events: number;
}

/**
 * Reads the beginning of a transcript, as far as needed to learn its folder and start; bounded. Never throws: an
 * unreadable one has no facts. When guessing the agent, all of the beginning is read and no failure counted.
 */
async function describeTranscript(
  file: Pick<TranscriptFile, 'path'>,
  agent: Agent,
  { isGuess = false } = {},
): Promise<TranscriptHead> {
  const head: TranscriptHead = { events: 0 };
  try {
    const snapshot = agent.createSnapshot?.(file);
    const steps = snapshot === undefined ? linesOf(file.path, agent) : snapshot.steps();
    let left = snapshot === undefined ? HEAD_LINES : HEAD_STEPS;
    for await (const events of steps) {
      left -= 1;
      if ((isKnown(head, events) && !isGuess) || left <= 0) break;
    }
  } catch (error) {
    if (!isGuess) ignore(error, 'the beginning of a transcript could not be read');
  }
  return head;
}

async function* linesOf(path: string, agent: Agent): AsyncGenerator<RawEvent[]> {
  const parser = agent.createParser({ path });
  for await (const batch of readLines(path, 0)) {
    for (const { text, start, end } of batch) {
      yield parser.line(text, start);
      if (end > HEAD_BYTES) return;
    }
  }
}

/** Adds the facts of events; true when all are known. */
function isKnown(head: TranscriptHead, events: readonly RawEvent[]): boolean {
  for (const { cwd, at } of events) {
    head.events += 1;
    if (at >= OLDEST) head.startedAt = Math.min(at, head.startedAt ?? at);
    if (cwd !== undefined) head.cwd ??= cwd;
  }
  return head.cwd !== undefined && head.startedAt !== undefined;
}
