import type { ItemId } from '../../../core/model/ids.ts';
import type { Item, Sourced, Todo } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { foldTodos, isOpenTodo } from '../../tool/todos.ts';

/** The agent's own todo list, from its tool calls, with the item that first mentioned each entry. */
export class OpenTodos {
  #todos: Todo[] = [];
  #firstMentions: Map<string, ItemId> = new Map();

  /** Takes the next item; items without a todo change have no effect. */
  take(item: Item): void {
    const { todos, subagent } = detailOfKind(item, 'observation');
    if (todos === undefined || subagent !== undefined) return;
    this.#todos = foldTodos([{ list: this.#todos }, todos]);
    const before = this.#firstMentions;
    this.#firstMentions = new Map(this.#todos.map(({ text }) => [text, before.get(text) ?? item.id]));
  }

  /** Entries still to be done, those in progress first. */
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
      .map(({ text }) => ({ text, ids: [this.#firstMentions.get(text)].filter((id) => id !== undefined) }));
  }
}
