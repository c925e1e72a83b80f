import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { AnyItem, Item, ObservationDetail, PatternItemDetail, SummaryDetail } from '../../core/model/item.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { baseName, cutText, oneLine } from '../../core/text/text.ts';
import { isTask, unquotedText } from '../../derive/provenance/quoted.ts';
import { isOpenTodo } from '../../derive/tool/todos.ts';

/**
 * How much of a memory may be quoted unasked: its words as they are, its words labelled as an agent's, only facts that
 * Cairn composes, or only its title; the id leads to the rest.
 */
export type Trust = 'whole' | 'labelled' | 'facts' | 'title';

const MAX_NAMES = 5;
const NAME_CHARS = 80;
/** Four words with spaces between: more than the name of a file needs. */
const SENTENCE = /\S\s+\S+\s+\S+\s+\S/;
/** Program and subcommand, of characters that cannot form a sentence. */
export const PROGRAM = /^[\w.+@:-]{1,40}(?: [a-z][\w:.-]{0,30}){0,2}$/;
/** What may stand in `<>` right behind a word, as the arguments of a type. */
const TYPE = String.raw`[A-Z](?:\w*[a-z]\w*)?|string|number|bool(?:ean)?|void|any|unknown|never|object|str|char|u?int(?:\d+)?|float|double|[iuf](?:8|16|32|64|size)|dyn|typeof|keyof`;
/** The beginning of a tag; not that of a type's arguments, nor of a text in a shell. */
const TAG = new RegExp(
  String.raw`<(?=[/!?])|(?<!\w)<(?=[a-zA-Z])(?!(?<=<<)(?:EOF|EOT|END)\b)|(?<=\w)<(?=[a-zA-Z])(?!(?:${TYPE})\b(?!-))`,
  'g',
);
const BRACKETED_ID = /\[\s*([a-z]_[a-z2-7]{16})\s*\]/gi;

/** The level of trust of a memory by its author and taint. No word of a task that was handed to an agent is quoted. */
export function trustOf(item: Pick<AnyItem, 'kind' | 'author' | 'exposed' | 'detail'>): Trust {
  if (item.author === 'person' || item.detail.status === 'confirmed') return 'whole';
  if (item.author !== 'agent' || isTask(item)) return 'title';
  return item.exposed ? 'facts' : 'labelled';
}

/** True when a memory's own words may appear in a block, apart from what it quotes; those of a muted one never do. */
export function mayQuote(item: Pick<AnyItem, 'kind' | 'author' | 'exposed' | 'text' | 'detail'>): boolean {
  if (item.detail.muted === true) return false;
  const trust = trustOf(item);
  return (
    trust === 'whole' || (trust === 'labelled' && (item.detail.quoted === undefined || quotableWords(item) !== ''))
  );
}

/**
 * The words of a memory that may appear in a block: a person's without the files that the prompt shows, an agent's without what it
 * quotes of what it read.
 */
export function quotableWords(item: Pick<AnyItem, 'kind' | 'author' | 'exposed' | 'text' | 'detail'>): string {
  return trustOf(item) === 'whole' && item.kind !== 'prompt' ? item.text : unquotedText(item);
}

/**
 * A title that Cairn composes without the memory's words: kind, names of files, program, exit code, state of the todo
 * list, hash of a commit. For what a tool, the repository or the web said, files by base name only.
 */
export function composedTitle(item: Item): string {
  const names = trustOf(item) === 'title' ? (path: string) => nameOf(baseName(path)) : nameOf;
  if (item.kind === 'commit') return `Commit ${item.detail.commit?.hash ?? 'made'}`;
  if (item.kind === 'checkpoint') return `Session that changed ${listOf(item.detail.filesChanged, names) || 'no file'}`;
  if (item.kind === 'summary' && item.detail.summary !== undefined) return summaryTitle(item.detail.summary);
  if (item.kind === 'knowledge' && item.author === 'repo') return 'Rule in a file of instructions';
  if (item.kind === 'knowledge' && item.detail.unclear === true) return 'Statement in a prompt';
  if (item.kind === 'pattern') return patternTitle(item.detail);
  if (item.kind !== 'observation') return OTHER_KINDS[item.kind];
  const { detail } = item;
  switch (detail.observation) {
    case 'file-write':
      return changeTitle(detail, names);
    case 'file-read':
      return `Read ${listOf(detail.filesRead, names) || 'a file'}`;
    case 'command':
      return `${programOf(detail)}${endOf(detail)}`;
    case 'research':
      return item.author === 'repo' ? 'Search in the repository' : `Research on the web${hostOf(detail)}`;
    case 'delegation':
      return `Task of a subagent${endOf(detail)}`;
    case 'note':
      return 'Note';
    default:
      return todoTitle(detail) ?? `Call of a tool${endOf(detail)}`;
  }
}

const OTHER_KINDS: Readonly<
  Record<Exclude<Item['kind'], 'observation' | 'commit' | 'checkpoint' | 'pattern'>, string>
> = {
  knowledge: 'Rule that an agent noted',
  prompt: 'Prompt',
  message: 'Message of an agent',
  summary: 'Summary by an agent',
  topic: 'Topic',
  snippet: 'Code',
};

function patternTitle({ pattern }: PatternItemDetail): string {
  if (pattern === undefined) return 'Pattern';
  return `Pattern (${pattern.pattern}) seen ${pattern.count === 1 ? 'once' : `${pattern.count} times`}`;
}

/** The outcome of a session and counts of what was done. */
function summaryTitle({ outcome, counts }: SummaryDetail): string {
  const done = DONE.flatMap((name) => (counts[name] === undefined ? [] : [`${counts[name]} ${name}`]));
  return `Summary of a session: ${[describeOutcome(outcome), ...done].join(', ')}`;
}

const DONE = ['prompts', 'commands', 'failures', 'edits', 'commits'];

function changeTitle(detail: ObservationDetail, names: (path: string) => string): string {
  const changed = listOf(detail.filesChanged, names);
  if (changed !== '') return `Change of ${changed}`;
  return `Change of ${listOf(detail.filesRead, names) || 'a file'} that failed`;
}

/** The program of a command with its subcommands; `Command` when its name could be more than a name. */
export function programOf(detail: ObservationDetail): string {
  const program = detail.subtitle;
  return program !== undefined && PROGRAM.test(program) ? program : 'Command';
}

function endOf(detail: ObservationDetail): string {
  if (detail.success !== false) return detail.exitCode === undefined ? '' : ` (exit ${detail.exitCode})`;
  return detail.exitCode === undefined ? ' failed' : ` failed (exit ${detail.exitCode})`;
}

function hostOf(detail: ObservationDetail): string {
  return detail.subtitle !== undefined && /^[a-z0-9.-]{1,80}$/.test(detail.subtitle) ? ` (${detail.subtitle})` : '';
}

function todoTitle(detail: ObservationDetail): string | undefined {
  if (detail.todos === undefined) return undefined;
  if (!('list' in detail.todos)) return 'Change of the todo list';
  const open = detail.todos.list.filter(isOpenTodo).length;
  return `Todo list with ${open} of ${formatCounted(detail.todos.list.length, 'entry')} open`;
}

function listOf(paths: readonly string[] | undefined, names: (path: string) => string): string {
  if (paths === undefined || paths.length === 0) return '';
  const named = [...new Set(paths.slice(0, MAX_NAMES).map(names))];
  const more = paths.length - MAX_NAMES;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A file's base name on one bounded line without brackets; one that looks like a sentence is withheld. */
export function nameOf(path: string): string {
  if (path.split('/').some((part) => SENTENCE.test(part))) return 'a file';
  return cutText(sayable(path).replaceAll('<', '‹').replaceAll('>', '›'), NAME_CHARS);
}

/**
 * Words as one line that is safe inside a block: no line ends or control characters, nothing that begins a tag, and no id in
 * brackets, which a line of Cairn begins with. A copied command stays as it is: `2>&1`, `<<EOF`, `=>`.
 */
export function sayable(text: string): string {
  return oneLine(safeText(text)).replace(TAG, '‹').replace(BRACKETED_ID, '($1)');
}
