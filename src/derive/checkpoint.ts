import type { ProjectId, SessionId } from '../core/ids.ts';
import { itemId } from '../core/ids.ts';
import type { CheckpointDetail, Item } from '../core/item.ts';
import { cutText, oneLine } from '../core/text.ts';
import { detailOf, makeSessionItem } from './make-item.ts';
import { unquotedText } from './quoted.ts';
import { RULES, ruleName } from './rules.ts';
import { foldTodos, isOpenTodo } from './todos.ts';

/** What a checkpoint needs to know of its session. Times in milliseconds since 1970. */
export interface CheckpointSession {
  id: SessionId;
  project?: ProjectId;
  agent: string;
  startedAt: number;
  lastAt: number;
  endedAt?: number;
}

const MAX_OPEN = 20;
const MAX_FILES = 20;
const PROMPT_CHARS = 300;
/** Prompts that only tell the agent to go on, its own notes of an interruption, and commands of the agent's own. */
const GO_ON =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|no|sure|thanks|thank you|please|go|go on|go ahead|continue|proceed|resume|next|do it|y|n|\d+)\b[\s.!,]*)+$|^\[Request interrupted by user|^\/(?:clear|compact|exit|quit|login|logout|help|status|cost|model|mcp|resume|context|memory|init|config|doctor|agents|hooks|permissions|usage)\b/i;

/**
 * Where a session stands, from its items in any order: first and last prompt that say something, open entries of the
 * agent's todo tool (without any: the last prompt, when nothing succeeded after it), files changed, the newest first.
 * `undefined` for a session in which nothing was asked, planned or changed.
 */
export function deriveCheckpoint(session: CheckpointSession, items: readonly Item[]): Item | undefined {
  const ordered = items
    .filter((item) => item.session === session.id && item.detail.echo !== true)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const detail = standOf(ordered);
  const parts = textParts(detail);
  if (parts.length === 0) return undefined;
  const id = itemId('checkpoint', session.id, ruleName(RULES.checkpoint));
  return makeSessionItem(
    { id, session: session.id, project: session.project, at: session.lastAt },
    {
      kind: 'checkpoint',
      rule: RULES.checkpoint,
      author: 'agent',
      exposed: ordered.some((item) => item.exposed),
      title: `Session of ${session.agent}: ${detail.task ?? detail.filesChanged[0] ?? detail.openTasks[0] ?? ''}`,
      text: parts.join('\n'),
      detail: detailOf({ checkpoint: detail, filesChanged: detail.filesChanged, quoted: quotedSpans(ordered, parts) }),
    },
  );
}

/** True for a prompt in which someone asked the session itself for something. */
export function isAsked(item: Item): boolean {
  if (item.kind !== 'prompt' || item.detail.subagent !== undefined || item.detail.echo === true) return false;
  return item.detail.metadata?.origin !== 'system' && saysSomething(item.text);
}

/** False for words that only tell an agent to go on, or are a command of its own. */
export function saysSomething(text: string): boolean {
  return !GO_ON.test(text.trim());
}

function standOf(ordered: readonly Item[]): CheckpointDetail {
  const asked = ordered.filter(isAsked);
  const last = asked.at(-1);
  const todos = foldTodos(
    ordered.filter((item) => item.detail.subagent === undefined).flatMap((item) => item.detail.todos ?? []),
  );
  const open = todos.filter(isOpenTodo).map((todo) => todo.text);
  const progressed = last === undefined || ordered.slice(ordered.indexOf(last) + 1).some(isSuccess);
  const lastPrompt = last === undefined ? undefined : promptOf(last);
  const openTasks = open.length > 0 ? open : progressed || lastPrompt === undefined ? [] : [lastPrompt];
  return {
    ...(asked[0] === undefined ? {} : { task: promptOf(asked[0]) }),
    ...(lastPrompt === undefined ? {} : { lastPrompt }),
    openTasks: openTasks.slice(0, MAX_OPEN),
    filesChanged: filesNewestFirst(ordered),
    progressed,
  };
}

/** Something that was done and went well: looking around and keeping lists is not yet progress. */
function isSuccess(item: Item): boolean {
  const { observation, success, todos, subagent } = item.detail;
  if (item.kind !== 'observation' || success !== true || todos !== undefined || subagent !== undefined) return false;
  return observation === 'command' || observation === 'file-write' || observation === 'delegation';
}

function filesNewestFirst(ordered: readonly Item[]): string[] {
  const files = new Set<string>();
  for (const item of ordered.toReversed()) {
    if (item.kind !== 'observation') continue;
    for (const file of item.detail.filesChanged ?? []) if (files.size < MAX_FILES) files.add(file);
  }
  return [...files];
}

function promptOf(item: Item): string {
  return cutText(oneLine(unquotedText(item)), PROMPT_CHARS);
}

/** The open tasks, when an entry of the agent's list stands in what its session had read. */
function quotedSpans(ordered: readonly Item[], parts: readonly string[]): [number, number][] {
  if (!ordered.some(({ detail }) => detail.todos !== undefined && detail.quoted !== undefined)) return [];
  const at = parts.findIndex((part) => part.startsWith('Open:'));
  if (at < 0) return [];
  const start = parts.slice(0, at).reduce((sum, part) => sum + part.length + 1, 0);
  return [[start, start + (parts[at]?.length ?? 0)]];
}

function textParts(detail: CheckpointDetail): string[] {
  const parts: string[] = [];
  if (detail.task !== undefined) parts.push(`Task: ${detail.task}`);
  if (detail.openTasks.length > 0) parts.push(['Open:', ...detail.openTasks].join('\n'));
  if (detail.lastPrompt !== undefined && detail.lastPrompt !== detail.task)
    parts.push(`Last prompt: ${detail.lastPrompt}`);
  if (detail.filesChanged.length > 0) parts.push(['Files changed:', ...detail.filesChanged].join('\n'));
  return parts;
}
