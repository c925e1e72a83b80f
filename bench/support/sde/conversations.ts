// bench/support/sde: the conversations of vectorize-io/sde-bench as typed Claude Code sessions of one project.

import { readFileSync } from 'node:fs';
import { asString, type JsonObject, type JsonValue, objectsIn } from '../../../src/core/json.ts';
import { FNV } from '../../../src/core/text/terms.ts';

/** One turn of a conversation. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

/** One conversation, and the task that it is about; a decoy is about none. */
export interface Conversation {
  id: string;
  task?: string;
  /** Place among the conversations of its task: a later one amends the earlier. */
  part: number;
  turns: Turn[];
}

/** A bug report that is fixed right the first time only if a conversation is known. */
export interface Task {
  id: string;
  report: string;
  policy: string;
  isAmended: boolean;
}

/** Reads tasks, and their conversations with the decoys among them in a fixed mixed order. */
export function readBenchFile(path: string): { tasks: Task[]; conversations: Conversation[] } {
  const json = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
  const rows = objectsIn(json.tasks);
  const tasks = rows.map((row) => ({
    id: asString(row.task_id) ?? '',
    report: asString(row.bug_report) ?? '',
    policy: asString(row.policy) ?? '',
    isAmended: asString(row.source) === 'conversation-amended',
  }));
  const own = rows.flatMap((row) =>
    partsOf(row).map((turns, part): Conversation => {
      const task = asString(row.task_id) ?? '';
      return { id: `${task}-${part}`, task, part, turns };
    }),
  );
  const decoys = objectsIn(json.decoys).map(
    (row, n): Conversation => ({ id: `decoy-${n}`, part: 0, turns: turnsIn(row.turns) }),
  );
  return { tasks, conversations: mixed([...own, ...decoys]) };
}

function partsOf(row: JsonObject): Turn[][] {
  const { conversations } = row;
  const isOfLists = Array.isArray(conversations) && Array.isArray(conversations[0]);
  return isOfLists ? (conversations as JsonValue[]).map(turnsIn) : [turnsIn(conversations)];
}

function turnsIn(list: JsonValue | undefined): Turn[] {
  return objectsIn(list).map((turn) => ({
    role: turn.role === 'user' ? 'user' : 'assistant',
    text: asString(turn.text) ?? '',
  }));
}

/** A fixed order without meaning, in which a task's later conversation stays behind its earlier one. */
function mixed(conversations: readonly Conversation[]): Conversation[] {
  const keyOf = ({ id, part }: Conversation): number =>
    [...id].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), FNV.prime), FNV.start + part) >>> 0;
  const ordered = conversations.toSorted((one, other) => keyOf(one) - keyOf(other));
  const places = new Map<string, number[]>();
  for (const [place, { task }] of ordered.entries())
    if (task !== undefined) places.set(task, [...(places.get(task) ?? []), place]);
  for (const [task, free] of places) {
    const parts = conversations.filter((one) => one.task === task).toSorted((one, other) => one.part - other.part);
    for (const [n, place] of free.entries()) if (parts[n] !== undefined) ordered[place] = parts[n];
  }
  return ordered;
}
