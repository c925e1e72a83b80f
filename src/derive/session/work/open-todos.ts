import type { ItemId } from '../../../core/model/ids.ts';
import type { Item, Sourced, Todo } from '../../../core/model/item.ts';
import { foldTodos, isOpenTodo } from '../../tool/todos.ts';

/** The agent's own todo list as its tool tells of it, and which item told of each entry first. */
export class OpenTodos {
  #todos: Todo[] = [];
  #told: Map<string, ItemId> = new Map();

  /** Takes the next item; those that say nothing of the list change nothing. */
  take({ id, detail }: Item): void {
    if (detail.todos === undefined || detail.subagent !== undefined) return;
    this.#todos = foldTodos([{ list: this.#todos }, detail.todos]);
    const before = this.#told;
    this.#told = new Map(this.#todos.map(({ text }) => [text, before.get(text) ?? id]));
  }

  /** Entries still to be done, those under way first. */
  open(): Sourced[] {
    const isBegun = ({ status }: Todo): boolean => status === 'in_progress';
    return [...this.#sourced(isBegun), ...this.#sourced((todo) => isOpenTodo(todo) && !isBegun(todo))];
  }

  /** Entries that are done. */
  done(): Sourced[] {
    return this.#sourced(({ status }) => status === 'completed');
  }

  #sourced(of: (todo: Todo) => boolean): Sourced[] {
    return this.#todos
      .filter(of)
      .map(({ text }) => ({ text, ids: [this.#told.get(text)].filter((id) => id !== undefined) }));
  }
}
