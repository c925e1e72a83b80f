import { basename } from 'node:path';
import { asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { PromptOrigin } from '../../core/model/event.ts';
import { threadOf } from './places.ts';

/** The facts that a rollout states about its thread. */
export interface Thread {
  /** Id of the session; a subagent has its parent's. */
  session: string;
  /** Id of the thread itself. */
  id: string;
  /** Set in a subagent's own file, with its type. */
  subagent: string | undefined;
  type: string;
  /** Who types the thread's prompts. */
  origin: PromptOrigin;
  /** True when events are stored as items (`history_mode` paginated), which are complete. */
  isPaginated: boolean;
  /** True for an agent that Codex runs for itself, for example to watch another: nobody's work. */
  isHidden: boolean;
  /** False until the first line was read. */
  isKnown: boolean;
}

/** Sources of agents that Codex runs for itself. A review is not one: the user asks for it. */
const OWN_AGENTS = new Set(['compact', 'memory_consolidation']);

/** The thread as far as the name of its file says. */
export function threadOfFile(path: string): Thread {
  const id = threadOf(path) ?? basename(path).replace(/\.jsonl(?:\.zst)?$/, '');
  return { ...NO_THREAD, session: id, id };
}

const NO_THREAD: Thread = {
  session: '',
  id: '',
  subagent: undefined,
  type: '',
  origin: 'unknown',
  isPaginated: false,
  isHidden: false,
  isKnown: false,
};

/** The thread from a rollout's first line (`session_meta`). */
export function threadOfMeta(meta: JsonObject, { id: fileId }: Thread): Thread {
  const id = asString(meta.id) ?? fileId;
  const { subagent: source } = asObject(meta.source);
  const spawn = asObject(asObject(source).thread_spawn);
  const parent = asString(meta.parent_thread_id) ?? asString(spawn.parent_thread_id);
  const isSubagent = parent !== undefined || source !== undefined;
  return {
    session: asString(meta.session_id) ?? parent ?? id,
    id,
    subagent: isSubagent ? id : undefined,
    type: asString(meta.agent_role) ?? asString(spawn.agent_role) ?? asString(source) ?? '',
    origin: isSubagent ? 'system' : originOf(meta),
    isPaginated: meta.history_mode === 'paginated',
    isHidden: OWN_AGENTS.has(asString(source) ?? '') || asObject(source).other !== undefined,
    isKnown: true,
  };
}

/**
 * Who types the prompts: a person, in Codex's own terminal or in the editor extension; a program, under `codex exec`.
 * For every other client the field is what the client chose, so the origin is unknown.
 */
function originOf({ source, originator }: JsonObject): PromptOrigin {
  const program = asString(originator) ?? '';
  if (source === 'exec' || program === 'codex_exec') return 'program';
  if (program === 'codex-tui' || program === 'codex_vscode') return 'person';
  return source === 'cli' && program === 'codex_cli_rs' ? 'person' : 'unknown';
}

/**
 * Who typed the prompt that started a turn, from the turn's first line: another client than the thread's first one may
 * resume it.
 */
export function originOfTurn({ turn_attribution }: JsonObject, { origin, subagent }: Thread): PromptOrigin {
  const trigger = asString(asObject(turn_attribution).turn_trigger);
  if (trigger === undefined || subagent !== undefined) return origin;
  if (trigger === 'exec') return 'program';
  if (trigger !== 'user') return 'system';
  return origin === 'program' ? 'unknown' : origin;
}

/** The thread from a saved state. */
export function readThread(saved: JsonObject, fallback: Thread): Thread {
  const { thread } = saved;
  if (!isJsonObject(thread)) return fallback;
  return {
    session: asString(thread.session) ?? fallback.session,
    id: asString(thread.id) ?? fallback.id,
    subagent: asString(thread.subagent),
    type: asString(thread.type) ?? '',
    origin: (asString(thread.origin) ?? 'unknown') as PromptOrigin,
    isPaginated: thread.isPaginated === true,
    isHidden: thread.isHidden === true,
    isKnown: true,
  };
}

/** The thread as a saved state; empty before its first line was read. */
export function savedThread({ isKnown, subagent, ...thread }: Thread): JsonObject {
  if (!isKnown) return {};
  return { thread: { ...thread, ...(subagent === undefined ? {} : { subagent }) } };
}
