// context/resume: where the work of a session stopped, in lines from which a person or the next session can resume. It
// reads checkpoints and summaries; it derives nothing.

import type { ItemId } from '../../core/model/ids.ts';
import type { CheckpointDetail, Item, Sourced } from '../../core/model/item.ts';
import { baseName, cutText } from '../../core/text/text.ts';
import { unquotedText } from '../../derive/provenance/quoted.ts';
import type { LatestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import { composedTitle, mayQuote, nameOf, sayable } from '../../retrieval/validity/trust.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, contextLineOf, dateOf, factLine, promptLine, sourceOf } from '../lines/context-line.ts';

/** A session and its state. */
export interface StoppedSession {
  session: SessionRow;
  checkpoint: LatestCheckpoint;
}

/** Upper bounds in characters on lines that name many things. */
const OPEN_CHARS = 900;
const FILES_CHARS = 1_000;
const DONE_CHARS = 400;
const STEPS_CHARS = 400;
const NAMES_SAID = 3;
/** A word of a command that is a name, not a word of a sentence. */
const NAMED = /^[\w.@:/-]{4,80}$/;
const TELLING = /[a-z][A-Z]|\w_\w|\w\.\w|\w\/\w/;
const LABELS = ['Asked last', 'Asked before that'];

/**
 * Worth of a line. What a session left open, its request, its last failure and its changes are the purpose of resuming:
 * they come before all other lines, whatever their length.
 */
const WORTH = {
  open: 1_200,
  asked: 400,
  before: 55,
  failing: 400,
  files: 1_400,
  stopped: 300,
  question: 200,
  note: 300,
  steps: 60,
  done: 60,
};

/**
 * Lines for whoever resumes a session: facts, and words that may be quoted unasked. `own`: the session itself resumes
 * after its context was lost.
 */
export async function resumeLines(
  store: Store,
  { session, checkpoint }: StoppedSession,
  { own }: { own: boolean },
): Promise<ContextLine[]> {
  const state = checkpoint.detail.checkpoint;
  const known = await store.items.get(idsOf(state));
  const items = new Map(known.filter(({ detail }) => detail.hidden !== true).map((item) => [item.id, item]));
  const which = own ? 'this session' : 'the last session';
  const told: ResumeLine = {
    session,
    checkpoint,
    state,
    which,
    item: (id) => (id === undefined ? undefined : items.get(id)),
  };
  const open = openLines(told);
  const openIds = new Set(open.map((line) => line.id));
  return [
    ...(own ? [] : stoppedLines(told)),
    ...open,
    ...promptsAsked(told).filter((line) => !openIds.has(line.id)),
    ...questionLines(told),
    ...noteLines(told),
    ...filesLine(told),
    ...failureLines(told),
    ...doneLines(told),
    ...stepLines(told),
  ];
}

interface ResumeLine extends StoppedSession {
  state: CheckpointDetail;
  /** The name of the session. */
  which: string;
  /** Looks up an item of the session; `undefined` when it was hidden or forgotten meanwhile. */
  item: (id: ItemId | undefined) => Item | undefined;
}

function idsOf(state: CheckpointDetail): ItemId[] {
  const sourced = [
    ...(state.progress ?? []),
    ...(state.notes ?? []),
    ...(state.nextSteps ?? []),
    ...(state.openQuestions ?? []),
  ];
  return [
    ...new Set([
      ...(state.prompts ?? []),
      ...(state.openIds ?? []),
      ...(state.failing ?? []).map(({ id }) => id),
      ...sourced.flatMap(({ ids }) => ids.slice(0, 1)),
      ...(state.stoppedAfter === undefined ? [] : [state.stoppedAfter.id]),
    ]),
  ];
}

/** A session that stopped in the middle: no end is recorded, or it ended before the agent had answered. */
function stoppedLines({ session, state, item }: ResumeLine): ContextLine[] {
  const last = item(state.stoppedAfter?.id);
  if (last === undefined) return [];
  const how = state.endedBy === undefined ? 'has no end, it stopped (or still runs)' : 'was ended';
  const text = `The last session (${session.agent}, ${dateOf(session.lastAt)}) ${how} in the middle of its work, after: ${composedTitle(last)}`;
  return [factLine(last, { section: 'resume', worth: WORTH.stopped, text })];
}

/** Open tasks of the todo list; otherwise the last prompt when nothing succeeded after it. */
function openLines(told: ResumeLine): ContextLine[] {
  const { state, item } = told;
  const place = { section: 'resume', worth: WORTH.open };
  const [first] = state.openIds ?? [];
  if (first === undefined) return [];
  if (first === state.prompts?.[0]) {
    const prompt = item(first);
    if (prompt === undefined) return [];
    const label = 'Not finished, nothing succeeded after it. Asked';
    if (mayQuote(prompt)) return [promptLine(prompt, { ...place, label })];
    const text = `Not finished: nothing succeeded after the last prompt of ${told.which}, ${dateOf(prompt.at)}`;
    return [factLine(prompt, { ...place, text })];
  }
  const entries = state.openTasks.map((text, i) => ({ text, by: item(state.openIds?.[i]) }));
  const newest = entries.reduce<Item | undefined>(
    (last, { by }) => (last === undefined || (by?.at ?? 0) > last.at ? by : last),
    undefined,
  );
  if (newest === undefined) return [];
  const said = entries.filter(({ text, by }) => by !== undefined && mayQuote(by) && unquotedText(by).includes(text));
  const rest = entries.length - said.length;
  const words = said.map(({ text }) => text).join('; ');
  const hidden = rest === 0 ? '' : `${said.length === 0 ? '' : ' and '}${rest === 1 ? 'one entry' : `${rest} entries`}`;
  const text = `Open on the agent's todo list, ${dateOf(newest.at)}: ${cutText(words, OPEN_CHARS)}${hidden}`;
  return [factLine(newest, { ...place, text })];
}

function promptsAsked({ state, item }: ResumeLine): ContextLine[] {
  return (state.prompts ?? []).flatMap((id, i) => {
    const prompt = item(id);
    if (prompt === undefined) return [];
    const worth = i === 0 ? WORTH.asked : WORTH.before - i * 5;
    if (!mayQuote(prompt)) return i === 0 ? [withheldLine(prompt, worth)] : [];
    return [promptLine(prompt, { section: 'prompts', worth, label: LABELS[i] ?? 'Asked' })];
  });
}

/** The last prompt of a tainted session: only its id is shown. */
function withheldLine(prompt: Item, worth: number): ContextLine {
  const text = `Asked last, ${dateOf(prompt.at)}: its words are not told unasked, since its session had read the web or the like; get it by this id`;
  return factLine(prompt, { section: 'prompts', worth, text });
}

/** The agent's last question, when nobody answered it. */
function questionLines({ state, item }: ResumeLine): ContextLine[] {
  return (state.openQuestions ?? []).flatMap((question) => {
    const by = item(question.ids[0]);
    if (by === undefined || by.kind === 'prompt' || !mayQuote(by)) return [];
    const label = `The agent asked and nobody answered, ${dateOf(by.at)}`;
    return [contextLineOf(by, { section: 'resume', worth: WORTH.question, label, words: question.text })];
  });
}

/** Notes on the session for whoever resumes it. */
function noteLines({ state, item, which }: ResumeLine): ContextLine[] {
  return (state.notes ?? []).flatMap(({ text, ids }) => {
    const by = item(ids[0]);
    if (by === undefined || !mayQuote(by)) return [];
    const label = `Noted on ${which} ${sourceOf(by)}, ${dateOf(by.at)}`;
    return [contextLineOf(by, { section: 'resume', worth: WORTH.note, label, words: text })];
  });
}

function filesLine({ checkpoint, session, state, which }: ResumeLine): ContextLine[] {
  if (state.filesChanged.length === 0) return [];
  const text = `Files changed in ${which} (${session.agent}, ${dateOf(session.lastAt)}): ${nameFiles(state.filesChanged, FILES_CHARS)}`;
  return [factLine(checkpoint, { section: 'files', worth: WORTH.files, text })];
}

/** The last failed command without a later success, and the last failed test when it is another command. */
function failureLines({ state, item }: ResumeLine): ContextLine[] {
  const [last, ...others] = state.failing ?? [];
  const test = last?.test === true ? undefined : others.find((one) => one.test);
  return [last, test].flatMap((failing) => {
    const by = item(failing?.id);
    if (by === undefined) return [];
    const text = `Failed and not seen to succeed since, ${dateOf(by.at)}: ${composedTitle(by)}${namedIn(failing?.command)}`;
    return [factLine(by, { section: 'failures', worth: WORTH.failing, text })];
  });
}

/** The files and identifiers in a command, of characters that cannot form a sentence. */
function namedIn(command = ''): string {
  const words = command.split(/[\s"'`=|&;()]+/).filter((word) => NAMED.test(word) && TELLING.test(word));
  const names = [...new Set(words.map((word) => nameOf(baseName(word))))].slice(0, NAMES_SAID);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** What was done: commits, finished tasks, commands that succeed again. */
function doneLines({ state, item, which }: ResumeLine): ContextLine[] {
  const done = (state.progress ?? []).flatMap(({ text, ids }) => {
    const by = item(ids[0]);
    return by === undefined ? [] : [{ by, text: wordsOf(text, by) }];
  });
  const last = done.at(-1);
  if (last === undefined) return [];
  const told = [...new Set(done.map(({ text }) => text))].join('; ');
  const text = `Done in ${which}, ${dateOf(last.by.at)}: ${cutText(sayable(told), DONE_CHARS)}`;
  return [factLine(last.by, { section: 'resume', worth: WORTH.done, text })];
}

/** The next steps that the agent named. */
function stepLines({ state, item }: ResumeLine): ContextLine[] {
  const [first] = state.nextSteps ?? [];
  const by = item(first?.ids[0]);
  if (by === undefined || !mayQuote(by)) return [];
  const words = (state.nextSteps ?? []).map((step: Sourced) => step.text).join(' ');
  const label = `Next, as the agent said, ${dateOf(by.at)}`;
  return [contextLineOf(by, { section: 'resume', worth: WORTH.steps, label, words, maxChars: STEPS_CHARS })];
}

function wordsOf(text: string, by: Item): string {
  const own = by.detail.quoted === undefined ? `${by.title}\n${by.text}` : unquotedText(by);
  const isOwn = by.author !== 'tool' && mayQuote(by) && own.includes(text);
  return isOwn ? text : composedTitle(by);
}
