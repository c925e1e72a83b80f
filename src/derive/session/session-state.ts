import type { ItemId } from '../../core/model/ids.ts';
import type { CheckpointDetail, FileChanges, Item, ItemOf, Sourced } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { settledWords } from '../claim/settled-words.ts';
import { isAddressedToSession, isRequest, requestText } from '../event/is-request.ts';
import { unquotedText } from '../provenance/quoted.ts';
import { isDoubtful, isOwnStatement, ownTitle } from '../provenance/tellable.ts';
import type { DistilledSession } from './session-reducer.ts';
import { type ChangedFile, ChangedFiles } from './work/changed-files.ts';
import { FailingCommands } from './work/failing-commands.ts';
import { OpenQuestions } from './work/open-questions.ts';
import { OpenTodos } from './work/open-todos.ts';
import { LastStatedWork } from './work/stated-work.ts';

const MAX_OPEN = 20;
const MAX_FILES = 40;
const MAX_FAILING = 3;
const MAX_PROGRESS = 8;
const MAX_DECISIONS = 5;
const MAX_NOTES = 3;
/** Least delay in milliseconds after its end from which a later event shows that the session went on. */
const LATE_MS = 60_000;
const LAST_PROMPTS = 3;
const LAST_OBSERVATIONS = 10;
const PROMPT_CHARS = 300;
const SHORT_CHARS = 200;
const TITLE_CHARS = 100;

/** State of a session after the items it took, oldest first. Bounded. */
export class SessionState {
  readonly #todos = new OpenTodos();
  readonly #files = new ChangedFiles();
  readonly #failing = new FailingCommands();
  readonly #questions = new OpenQuestions();
  readonly #stated = new LastStatedWork();
  #first: Item | undefined;
  #prompts: Item[] = [];
  #progressed = true;
  #tried = false;
  #answered = false;
  #commits: (Sourced & { at: number })[] = [];
  #decisions: Sourced[] = [];
  #notes: Sourced[] = [];
  #lastAt = Number.NEGATIVE_INFINITY;
  #observations: ItemId[] = [];
  #last: CheckpointDetail['stoppedAfter'];
  #dropped = 0;
  /** True once an item came whose words may be others'. */
  exposed = false;
  /** True once an entry of the agent's todo list repeats what the session had read. */
  quotesInTodos = false;

  take(item: Item): void {
    this.exposed ||= isDoubtful(item);
    this.quotesInTodos ||= detailOfKind(item, 'observation').todos !== undefined && item.detail.quoted !== undefined;
    if (this.#stated.take(item)) return;
    this.#todos.take(item);
    this.#files.take(item);
    this.#failing.take(item);
    this.#questions.take(item);
    if (item.kind === 'prompt' || item.kind === 'message') this.#lastAt = item.at;
    if (isRequest(item)) this.#ask(item);
    if (item.kind === 'observation') this.#observe(item);
    else if (item.kind === 'commit') this.#commits = [...this.#commits, sourcedOf(item)].slice(-MAX_PROGRESS);
    else if (item.kind === 'knowledge') this.#decide(item);
    this.#goOn(item);
  }

  /** True when nothing happened more than 60 s after its end. */
  hasEnded({ endedAt }: DistilledSession): boolean {
    return endedAt !== undefined && endedAt + LATE_MS >= this.#lastAt;
  }

  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  detail({ endedBy, compaction }: Pick<CheckpointDetail, 'endedBy' | 'compaction'>): CheckpointDetail {
    const last = this.#prompts.at(-1);
    const lastPrompt = last === undefined ? undefined : promptOf(last);
    const progressed = last === undefined || this.#progressed || (this.#answered && !this.#tried);
    const todos = this.#todos.open().slice(0, MAX_OPEN);
    const fallback = progressed || last === undefined ? [] : [{ text: promptOf(last), ids: [last.id] }];
    const open = todos.length > 0 ? todos : fallback;
    const files = this.#filesWithStated();
    return withoutEmpty({
      task: this.#stated.task ?? (this.#first === undefined ? undefined : promptOf(this.#first)),
      lastPrompt,
      openTasks: open.map(({ text }) => text),
      filesChanged: files.map(({ path }) => path),
      progressed,
      openIds: open.flatMap(({ ids }) => ids.slice(0, 1)),
      prompts: this.#prompts.map(({ id }) => id).reverse(),
      progress: [...this.#stated.lines('progress'), ...this.#progress()].slice(-MAX_PROGRESS),
      nextSteps: [...this.#stated.lines('nextSteps'), ...this.#questions.nextSteps()],
      openQuestions: [...this.#stated.lines('openQuestions'), ...this.#questions.questions()],
      decisions: this.#decisions,
      notes: this.#notes,
      files: files.map(changesOf),
      failing: this.#failing.list(MAX_FAILING),
      lastObservations: this.#observations,
      stoppedAfter: this.#last,
      endedBy,
      compaction,
    });
  }

  #ask(item: Item): void {
    this.#first ??= item;
    this.#prompts = [...this.#prompts, item].slice(-LAST_PROMPTS);
    this.#progressed = false;
    this.#tried = false;
    this.#answered = false;
  }

  #observe(item: ItemOf<'observation'>): void {
    this.#dropped += 1;
    this.#observations = [...this.#observations, item.id].slice(-LAST_OBSERVATIONS);
    const { observation, success, todos, subagent } = item.detail;
    if (observation === 'note')
      this.#notes = [...this.#notes, shortly({ id: item.id, text: unquotedText(item) })].slice(-MAX_NOTES);
    else this.#lastAt = item.at;
    if (todos !== undefined || subagent !== undefined) return;
    // Looking around and keeping lists is not yet progress.
    if (observation !== 'command' && observation !== 'file-write' && observation !== 'delegation') return;
    this.#tried = true;
    this.#progressed ||= success === true;
  }

  #decide(item: ItemOf<'knowledge'>): void {
    const { status, knowledge } = item.detail;
    if (knowledge === undefined || isOver(status)) return;
    // A rule that was only read is no decision of this session.
    if (!isOwnStatement(item)) return;
    const text = settledWords(item);
    if (text === undefined) return;
    this.#decisions = [...this.#decisions, shortly({ id: item.id, text })].slice(-MAX_DECISIONS);
  }

  /** Keeps the last action that no message of the agent followed: there the session may have stopped. */
  #goOn(item: Item): void {
    if (item.detail.subagent !== undefined) return;
    if (item.kind === 'message') {
      this.#last = undefined;
      this.#answered = true;
    } else if (isSomethingToDo(item) || (item.kind === 'observation' && item.detail.observation !== 'note')) {
      this.#last = placeOf(item);
    }
  }

  /** The files that calls changed, and those that were only named. */
  #filesWithStated(): ChangedFile[] {
    const changed = this.#files.list(MAX_FILES);
    const { item } = this.#stated;
    if (item === undefined) return changed;
    const known = new Set(changed.map(({ path }) => path));
    const named = this.#stated.files.filter((path) => !known.has(path));
    return [...changed, ...named.map((path) => namedFile(path, item))].slice(0, MAX_FILES);
  }

  #progress(): Sourced[] {
    const checks = this.#failing.fixed().filter(({ check }) => check);
    const happened = [...this.#commits, ...checks].sort((one, other) => one.at - other.at);
    const done = this.#todos.done().map(({ text, ids }) => ({ text: cutText(text, SHORT_CHARS), ids }));
    const events = happened.map(({ text, ids }) => ({ text, ids }));
    const room = Math.max(MAX_PROGRESS - events.length, MAX_PROGRESS / 2);
    return [...done.slice(-room), ...events].slice(-MAX_PROGRESS);
  }
}

/** True for a prompt on which the agent is to act, if only by going on; not for notices of an interruption or slash commands. */
function isSomethingToDo(item: Item): boolean {
  return isRequest(item) || (isAddressedToSession(item) && /^\s*[\p{L}\p{N}]/u.test(item.text));
}

function promptOf(item: Item): string {
  return cutText(requestText(item), PROMPT_CHARS);
}

function placeOf(item: Item): { id: ItemId; title: string } {
  return { id: item.id, title: cutText(ownTitle(item), TITLE_CHARS) };
}

function shortly({ id, text }: Pick<Item, 'id' | 'text'>): Sourced {
  return { text: cutText(oneLine(text), SHORT_CHARS), ids: [id] };
}

function sourcedOf(item: Item): Sourced & { at: number } {
  return { text: cutText(ownTitle(item), SHORT_CHARS), ids: [item.id], at: item.at };
}

/** A file that somebody named as changed, of which no call is known. */
function namedFile(path: string, { id, at }: Item): ChangedFile {
  return { path, how: 'changed', edits: 1, added: 0, removed: 0, by: id, lastAt: at };
}

function changesOf({ by, how, edits, added, removed, parts }: ChangedFile): FileChanges {
  return {
    by,
    ...(how === 'changed' ? {} : { how }),
    ...(edits === 1 ? {} : { edits }),
    ...(added === 0 ? {} : { added }),
    ...(removed === 0 ? {} : { removed }),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** Drops absent fields and empty lists, except the lists that every checkpoint has. */
function withoutEmpty(
  detail: { [Key in keyof CheckpointDetail]: CheckpointDetail[Key] | undefined },
): CheckpointDetail {
  const kept = Object.entries(detail).filter(
    ([key, value]) =>
      value !== undefined &&
      (!Array.isArray(value) || value.length > 0 || key === 'openTasks' || key === 'filesChanged'),
  );
  return Object.fromEntries(kept) as unknown as CheckpointDetail;
}
