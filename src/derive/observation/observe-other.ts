import { asObject, asString } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import type { Todo } from '../../core/model/item.ts';
import { cutText, firstLine, oneLine } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { ASKED_USER, PLAN } from '../text/title-words.ts';
import { truncateText } from '../text/truncate-text.ts';
import { isOpenTodo, todoChangeOf } from '../tool/todos.ts';
import { objectsOf, textField } from '../tool/tool-input.ts';
import { endOf, type Observed, outputOf } from './observe-command.ts';

const SUBJECT_CHARS = 90;
const TASK_CHARS = 700;
const LOOKING = /(?:get|list|search|read|find|query|fetch|lookup|view|show|describe|browse)/i;
/** Input fields that say what a call is about, the most specific first. */
const SUBJECTS = wordSet('title name query subject description issueId id key url path skill message text prompt');

/** Observes a task given to a subagent, and its result where the call returned it. */
export function observeDelegation(body: ToolEnd): Observed {
  const type = textField(body.input, ['subagent_type', 'agent_type', 'agent_name', 'agent', 'mode']);
  const task = textField(body.input, ['prompt', 'task', 'message', 'request', 'instructions']) ?? '';
  const name = textField(body.input, ['description', 'title', 'name']) ?? firstLine(task, SUBJECT_CHARS);
  const shownTask = truncateText(task.trim(), { max: TASK_CHARS, tailShare: 0.2 });
  return {
    kind: 'delegation',
    author: 'agent',
    title: `Delegate to ${cutText(type ?? 'a subagent', 40)}: ${cutText(oneLine(name), SUBJECT_CHARS)}${endOf(body)}`,
    text: [shownTask, outputOf(body)].filter(Boolean).join('\n'),
    detail: {
      subtitle: type === undefined ? undefined : cutText(type, 40),
      // A task is an order: its words are never shown again as a statement.
      quoted: shownTask === '' ? undefined : [[0, shownTask.length]],
    },
  };
}

/** Observes a call of the agent's own todo tool. */
export function observeTodo(body: ToolEnd): Observed {
  const todos = todoChangeOf(body);
  const observed = { kind: 'tool-use', author: 'agent', detail: { todos } } as const;
  if (todos === undefined) return { ...observed, title: `Todo list${endOf(body)}`, text: '' };
  if ('list' in todos) {
    const open = todos.list.filter(isOpenTodo).length;
    const title = `Todo list: ${open} of ${todos.list.length} open`;
    return { ...observed, title, text: todos.list.map(lineOf).join('\n') };
  }
  if ('add' in todos) return { ...observed, title: `Todo added: ${todos.add.text}`, text: lineOf(todos.add) };
  const { id, status, text } = todos.change;
  return { ...observed, title: `Todo ${id}: ${status ?? 'changed'}`, text: text ?? '' };
}

/** Observes a tool of another MCP server: nobody vouches for its words, which count as the web's. */
export function observeForeign(body: ToolEnd): Observed {
  const name = body.tool.replace(/^mcp_+/i, '').replace(/__/g, ' ');
  return {
    kind: LOOKING.test(name) ? 'research' : 'tool-use',
    author: 'web',
    title: `${cutText(oneLine(name), 60)}${subjectOf(body)}${endOf(body)}`,
    text: [wordsOfInput(body), outputOf(body)].filter(Boolean).join('\n'),
    detail: {},
  };
}

/** Observes a skill or a command from a file: the words that come back are the repository's. */
export function observeSkill(body: ToolEnd): Observed {
  return { ...observeOther(body), author: 'repo' };
}

/** Observes a tool of the agent without a known use: a question to the user, a plan. */
export function observeOther(body: ToolEnd): Observed {
  const plan = asString(body.input.plan);
  const question = objectsOf(body.input.questions)[0];
  const asked = asString(asObject(question).question) ?? asString(body.input.question);
  const title =
    plan !== undefined
      ? `${PLAN}${firstLine(plan.replace(/^#+\s*/, ''), SUBJECT_CHARS)}`
      : asked !== undefined
        ? `${ASKED_USER}${cutText(oneLine(asked), SUBJECT_CHARS)}`
        : `${cutText(oneLine(body.tool), 60)}${subjectOf(body)}`;
  return {
    kind: 'tool-use',
    author: 'agent',
    title: `${title}${endOf(body)}`,
    text: [plan ?? wordsOfInput(body), outputOf(body)].filter(Boolean).join('\n'),
    detail: {},
  };
}

function subjectOf(body: ToolEnd): string {
  const subject = textField(body.input, SUBJECTS);
  return subject === undefined ? '' : `: ${cutText(oneLine(subject), SUBJECT_CHARS)}`;
}

/** Texts and numbers of a call's input, one per line. */
function wordsOfInput(body: ToolEnd): string {
  const lines = Object.entries(body.input).map(([key, value]) =>
    typeof value === 'object' ? undefined : `${key}: ${cutText(String(value), TASK_CHARS)}`,
  );
  return truncateText(lines.filter((line) => line !== undefined).join('\n'), { max: TASK_CHARS, tailShare: 0 });
}

function lineOf(todo: Todo): string {
  return `${todo.status === 'in_progress' ? 'in progress' : todo.status}: ${todo.text}`;
}
