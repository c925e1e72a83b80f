import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { baseName, cutText, oneLine } from '../../core/text/text.ts';
import { unquotedText } from '../../derive/provenance/quoted.ts';
import { composedTitle, mayQuote, nameOf, quotableWords } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, contextLineOf, dateOf, factLine, promptLine, sourceOf } from '../lines/context-line.ts';
import { isConversation, type WorkedSession } from './worked-session.ts';

const OPEN_CHARS = 300;
const NAMES_SAID = 3;
const WORTH = { tasks: 700, noted: 600, failing: 500, stopped: 450, question: 400 } as const;
/** A question with which an agent only offers to go on. */
const OFFER =
  /^(?:would you like|do you want|want me|shall i|should i (?:go|continue|proceed)|ready to|is there anything)\b/i;
/** A word of a command that is a name, not a word of a sentence. */
const NAMED = /^[\w.@:/-]{4,80}$/;
const TELLING = /[a-z][A-Z]|\w_\w|\w\.\w|\w\/\w/;

interface OpenState {
  worked: WorkedSession;
  /** Looks up an item of the session; `undefined` when it was hidden or forgotten meanwhile. */
  item: (id: ItemId | undefined) => Item | undefined;
}

/**
 * What a session left open: planned tasks, a request without a result, a failing test, a question, notes on it. `isOwn`: it
 * goes on itself.
 */
export async function openLines(store: Store, worked: WorkedSession, isOwn: boolean): Promise<ContextLine[]> {
  const {
    openIds = [],
    openQuestions = [],
    notes = [],
    failing = [],
    stoppedAfter,
  } = worked.checkpoint.detail.checkpoint;
  const sourced = [...openQuestions, ...notes].flatMap(({ ids }) => ids.slice(0, 1));
  const ids = [
    ...openIds,
    ...sourced,
    ...failing.map(({ id }) => id),
    ...(stoppedAfter === undefined ? [] : [stoppedAfter.id]),
  ];
  const items = await itemsBy(store, ids);
  const state: OpenState = { worked, item: (id) => (id === undefined ? undefined : items.get(id)) };
  return [
    ...taskLines(state),
    ...(isOwn ? [] : stoppedLines(state)),
    ...questionLines(state),
    ...noteLines(state),
    ...failingLines(state),
  ];
}

/** Items by id, without those that were hidden. */
export async function itemsBy(store: Store, ids: readonly ItemId[]): Promise<Map<ItemId, Item>> {
  const items = await store.items.get([...new Set(ids)]);
  return new Map(items.filter(({ detail }) => detail.hidden !== true).map((item) => [item.id, item]));
}

/** Open tasks of the todo list; otherwise the last request when nothing succeeded after it. */
function taskLines({ worked, item }: OpenState): ContextLine[] {
  const { openTasks, openIds = [], prompts = [] } = worked.checkpoint.detail.checkpoint;
  const place = { section: 'thread', worth: WORTH.tasks, why: 'Left open' };
  const first = item(openIds[0]);
  if (first !== undefined && first.id === prompts[0]) {
    return mayQuote(first) && (first.author === 'person' || !isConversation(worked))
      ? [promptLine(first, { ...place, label: 'Not finished, nothing succeeded after it. Asked' })]
      : [];
  }
  const told = openTasks.flatMap((text, i) => {
    const by = item(openIds[i]);
    return by !== undefined && mayQuote(by) && unquotedText(by).includes(text) ? [{ text, by }] : [];
  });
  const newest = told.map(({ by }) => by).toSorted((one, other) => other.at - one.at)[0];
  if (newest === undefined) return [];
  const tasks = cutText(told.map(({ text }) => text).join('; '), OPEN_CHARS);
  return [factLine(newest, { ...place, text: `Open on the agent's todo list, ${dateOf(newest.at)}: ${tasks}` })];
}

/** A session that stopped in the middle: no end is recorded, or it ended before the agent had answered. */
function stoppedLines({ worked, item }: OpenState): ContextLine[] {
  const { stoppedAfter, endedBy } = worked.checkpoint.detail.checkpoint;
  const last = item(stoppedAfter?.id);
  if (last === undefined || last.kind === 'prompt') return [];
  const how = endedBy === undefined ? 'has no end, it stopped (or still runs)' : 'was ended';
  const text = `The last session (${worked.session.agent}, ${dateOf(worked.session.lastAt)}) ${how} in the middle, after: ${composedTitle(last)}`;
  return [factLine(last, { section: 'thread', worth: WORTH.stopped, text, why: 'Where it stopped' })];
}

/** The agent's last question that nobody answered, unless it only offers to go on. */
function questionLines({ worked, item }: OpenState): ContextLine[] {
  const { openQuestions = [] } = worked.checkpoint.detail.checkpoint;
  const lines = openQuestions.flatMap(({ text, ids }) => {
    const by = item(ids[0]);
    if (by === undefined || by.kind === 'prompt' || OFFER.test(text) || !isTold(text, by)) return [];
    const label = `The agent asked and nobody answered, ${dateOf(by.at)}`;
    return [
      contextLineOf(by, { section: 'thread', worth: WORTH.question, label, words: text, why: 'Nobody answered' }),
    ];
  });
  return lines.slice(-1);
}

/** True when the words of an item that may be told hold a sentence of its state. */
function isTold(text: string, by: Item): boolean {
  return mayQuote(by) && oneLine(quotableWords(by)).includes(oneLine(text).replace(/…$/, ''));
}

/** Notes on the session for whoever goes on. */
function noteLines({ worked, item }: OpenState): ContextLine[] {
  return (worked.checkpoint.detail.checkpoint.notes ?? []).flatMap(({ ids }) => {
    const by = item(ids[0]);
    if (by === undefined || !mayQuote(by)) return [];
    const label = `Noted on the last session ${sourceOf(by)}, ${dateOf(by.at)}`;
    return [
      contextLineOf(by, { section: 'thread', worth: WORTH.noted, label, words: quotableWords(by), why: 'A note' }),
    ];
  });
}

/** The last test that failed without a later success. */
function failingLines({ worked, item }: OpenState): ContextLine[] {
  const test = (worked.checkpoint.detail.checkpoint.failing ?? []).find((one) => one.test);
  const by = item(test?.id);
  if (by === undefined || test === undefined) return [];
  const text = `Failed and not seen to succeed since, ${dateOf(by.at)}: ${composedTitle(by)}${namedIn(test.command)}`;
  return [factLine(by, { section: 'failures', worth: WORTH.failing, text, why: 'Not seen to succeed since' })];
}

/** The files and identifiers in a command, of characters that cannot form a sentence. */
function namedIn(command: string): string {
  const words = command.split(/[\s"'`=|&;()]+/).filter((word) => NAMED.test(word) && TELLING.test(word));
  const names = [...new Set(words.map((word) => nameOf(baseName(word))))]
    .filter((name) => /\w/.test(name))
    .slice(0, NAMES_SAID);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}
