import type { JsonObject, JsonValue } from '../../core/json.ts';
import { asNumber, asObject, asString, isJsonObject, parseJson } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import type { Todo, TodoChange } from '../../core/model/item.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { textField } from './tool-input.ts';

const MAX_ENTRIES = 60;
const MAX_ENTRY_CHARS = 200;

/**
 * The change that a call of an agent's own todo tool makes: the whole list (TodoWrite, TodoList, write_todos, update_plan,
 * TaskList), or one entry added or changed (TaskCreate, TaskUpdate). `undefined` for a call that failed or has neither.
 */
export function todoChangeOf(body: ToolEnd): TodoChange | undefined {
  if (!body.success) return undefined;
  const name = body.tool.toLowerCase().replace(/[^a-z]/g, '');
  if (name === 'taskcreate') return createdTask(body);
  if (name === 'taskupdate') return updatedTask(body.input);
  return listOf(body.input) ?? listOf(asObject(body.result)) ?? listOf(asObject(parseJson(body.output)));
}

/** Reduces changes, oldest first, to the resulting list of at most 120 entries, in the order in which they first appeared. */
export function foldTodos(changes: readonly TodoChange[]): Todo[] {
  let todos: Todo[] = [];
  for (const change of changes) {
    if ('list' in change) todos = change.list.map((todo) => ({ ...todo }));
    else if ('add' in change) todos = [...todos.filter((todo) => !isSame(todo, change.add)), { ...change.add }];
    else {
      const found = todos.find((todo) => todo.id === change.change.id);
      if (found === undefined) continue;
      found.status = change.change.status ?? found.status;
      found.text = change.change.text ?? found.text;
    }
  }
  return todos.slice(-MAX_ENTRIES * 2);
}

/** True for an entry that is still to be done. */
export function isOpenTodo(todo: Todo): boolean {
  return todo.status === 'pending' || todo.status === 'in_progress';
}

function isSame(one: Todo, other: Todo): boolean {
  return one.id === undefined || other.id === undefined ? one.text === other.text : one.id === other.id;
}

function listOf(source: JsonObject): TodoChange | undefined {
  const list = ['todos', 'plan', 'tasks', 'items', 'todoList', 'newTodos']
    .map((key) => source[key])
    .find(Array.isArray);
  if (list === undefined) return undefined;
  const todos = list
    .filter(isJsonObject)
    .map(toTodo)
    .filter((todo) => todo !== undefined);
  return { list: todos.slice(0, MAX_ENTRIES) };
}

function toTodo(entry: JsonObject): Todo | undefined {
  const text = textField(entry, ['content', 'subject', 'step', 'title', 'text', 'description', 'task', 'name']);
  if (text === undefined) return undefined;
  const id = idOf(entry.id ?? entry.taskId);
  const todo: Todo = { text: cutText(oneLine(text), MAX_ENTRY_CHARS), status: statusOf(entry.status) ?? 'pending' };
  return id === undefined ? todo : { id, ...todo };
}

function createdTask(body: ToolEnd): TodoChange | undefined {
  const text = textField(body.input, ['subject', 'title', 'description']);
  if (text === undefined) return undefined;
  const given = asObject(asObject(body.result).task).id;
  const id = idOf(given) ?? /#(\w{1,20})/.exec(body.output.slice(0, 200))?.[1];
  const todo: Todo = { text: cutText(oneLine(text), MAX_ENTRY_CHARS), status: 'pending' };
  return { add: id === undefined ? todo : { id, ...todo } };
}

function updatedTask(input: JsonObject): TodoChange | undefined {
  const id = idOf(input.taskId ?? input.task_id ?? input.id);
  if (id === undefined) return undefined;
  const status = statusOf(input.status);
  const text = textField(input, ['subject']);
  return {
    change: {
      id,
      ...(status === undefined ? {} : { status }),
      ...(text === undefined ? {} : { text: cutText(oneLine(text), MAX_ENTRY_CHARS) }),
    },
  };
}

function idOf(value: JsonValue | undefined): string | undefined {
  const id = asString(value) ?? asNumber(value)?.toString();
  return id === undefined || id === '' ? undefined : id.replace(/^#/, '').slice(0, 40);
}

function statusOf(value: JsonValue | undefined): Todo['status'] | undefined {
  const name = asString(value)
    ?.toLowerCase()
    .replace(/[^a-z]/g, '');
  if (name === undefined) return undefined;
  if (/^(?:completed?|done|finished|closed)$/.test(name)) return 'completed';
  if (/^(?:inprogress|doing|active|started|current)$/.test(name)) return 'in_progress';
  return /^(?:deleted|cancelled|canceled|removed|skipped)$/.test(name) ? 'deleted' : 'pending';
}
