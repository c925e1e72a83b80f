// derive/session/work: tracks what a session did and left open: commands, changed files, failures, questions, todo entries.
// Sentences are ranked in `derive/session/sentences`.

import { dropOldest } from '../../../core/drop-oldest.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { Item, ItemOf, Sourced } from '../../../core/model/item.ts';
import { cutText } from '../../../core/text/text.ts';
import { lineCounts, nameFiles } from '../../observation/observe-file.ts';
import { ownPath, ownTitle } from '../../provenance/tellable.ts';
import { isRefusedTitle } from '../../text/title-words.ts';
import { BestSentences, someIds } from '../sentences/best-sentences.ts';
import { FrequencyCounter, type SeenCount } from '../sentences/count-frequent.ts';
import { ChangedFiles } from './changed-files.ts';
import { FailingCommands } from './failing-commands.ts';
import { verificationOf } from './verification.ts';

/** The last run of a check, and its position in the session's order of items. */
export interface VerificationRun extends SeenCount {
  kind: string;
  passed: boolean;
  order: number;
  id: ItemId;
}

const MAX_READS = 300;
const MAX_CHECKS = 40;
const MAX_EDITS = 60;
const MAX_FAILED = 60;
const COMMITS = 10;
const SOLVED = 8;
const FILES_SHOWN = 3;
const COMMAND_CHARS = 90;
const READS_SHOWN = 5;
const MIN_READS = 2;
const ALL_FILES = 80;

/** Counts what was done in a session: files, checks, commits, fixed failures; one pass over its items, bounded. */
export class SessionWork {
  readonly reads: FrequencyCounter<SeenCount & { ids: ItemId[] }> = new FrequencyCounter(MAX_READS);
  readonly checks: FrequencyCounter<VerificationRun> = new FrequencyCounter(MAX_CHECKS);
  readonly counts: Map<string, number> = new Map();
  /** The last commits, oldest first. */
  commits: { title: string; id: ItemId; at: number }[] = [];
  /** Positions of the last edit and the last commit in the session's order of items; -1 for none. */
  editedAt = -1;
  committedAt = -1;
  /** Times of the same in milliseconds since 1970. */
  editedTime: number = Number.NEGATIVE_INFINITY;
  committedTime: number = Number.NEGATIVE_INFINITY;
  readonly #changed = new ChangedFiles();
  readonly #failing = new FailingCommands();
  readonly #solved = new BestSentences(SOLVED);
  /** Times of failures by id; with the edits, they show what changed between a failure and its fix. */
  readonly #failedAt: Map<ItemId, number> = new Map();
  #edits: { path: string; at: number }[] = [];
  /** Items so far. */
  order = 0;

  take(item: Item): void {
    this.order += 1;
    if (item.kind === 'commit') this.#takeCommit(item);
    if (item.kind !== 'observation') return;
    this.#changed.take(item);
    const { observation, success } = item.detail;
    // A refused call did nothing, and nothing failed.
    if (isRefusedTitle(item.title)) return;
    if (success === false) this.count('failures');
    if (observation === 'file-write') this.#takeEdit(item);
    else if (observation === 'file-read') this.#takeRead(item);
    else if (observation === 'command') this.#takeCommand(item);
    else if (observation === 'research') this.count('searches');
    else if (observation === 'delegation') this.count('delegations');
  }

  /** Adds `by` to the counter of a name. */
  count(name: string, by = 1): void {
    if (by !== 0) this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  /** Ends a part of the session. */
  closePart(): void {
    this.#solved.closePart();
  }

  /** Tests, builds and lints that fail, the newest first. */
  failingChecks(): ReturnType<FailingCommands['checks']> {
    return this.#failing.checks();
  }

  /** Commands that failed and later succeeded, with the files that changed in between. */
  solved(): Sourced[] {
    return this.#solved.list();
  }

  /** The files that changed most, in one line, with the lines added and removed where they are known. */
  changed(limit: number): Sourced | undefined {
    const all = this.#mostChanged();
    const top = all.slice(0, limit);
    if (top.length === 0) return undefined;
    const shown = top.map(({ path, how, added, removed }) => {
      const lines = added + removed === 0 ? '' : ` (+${added} -${removed})`;
      return `${nameFiles([ownPath(path)])}${how === 'changed' ? '' : `, ${how}`}${lines}`;
    });
    const more = all.length - top.length;
    // The list is full: the number of further files is unknown.
    const count = all.length < ALL_FILES ? ` ${more}` : '';
    const rest = more > 0 ? ` and${count} more` : '';
    return { text: `Changed ${shown.join('; ')}${rest}`, ids: top.map(({ by }) => by) };
  }

  /** What was looked at, in one line: the files that were read most. */
  lookedAt(): Sourced | undefined {
    const top = this.reads.top(READS_SHOWN).filter(([, { count }]) => count >= MIN_READS);
    if (top.length === 0) return undefined;
    const shown = top.map(([file, { count }]) => `${nameFiles([ownPath(file)])} (${count} times)`);
    return { text: `Read ${shown.join(', ')}`, ids: top.flatMap(([, { ids }]) => ids.slice(0, 1)) };
  }

  #mostChanged(): ReturnType<ChangedFiles['list']> {
    return this.#changed.list(ALL_FILES).sort((one, other) => other.edits - one.edits);
  }

  #takeCommit(item: ItemOf<'commit'>): void {
    this.count('commits');
    this.committedAt = this.order;
    this.committedTime = item.at;
    this.commits = [...this.commits, { title: ownTitle(item), id: item.id, at: item.at }].slice(-COMMITS);
  }

  #takeEdit(item: ItemOf<'observation'>): void {
    const changed = item.detail.filesChanged ?? [];
    if (changed.length === 0) return;
    this.count('edits');
    this.editedAt = this.order;
    this.editedTime = item.at;
    const [added, removed] = lineCounts(item.detail.facts);
    this.count('lines added', added);
    this.count('lines removed', removed);
    this.#edits = [...this.#edits, ...changed.map((path) => ({ path, at: item.at }))].slice(-MAX_EDITS);
  }

  #takeRead(item: ItemOf<'observation'>): void {
    this.count('reads');
    if (item.detail.success === false) return;
    for (const file of item.detail.filesRead ?? []) {
      const before = this.reads.get(file);
      const ids = someIds(before?.ids ?? [], [item.id]);
      this.reads.set(file, { count: (before?.count ?? 0) + 1, at: item.at, ids });
    }
  }

  #takeCommand(item: ItemOf<'observation'>): void {
    this.count('commands');
    const before = this.#failing.fixed();
    this.#failing.take(item);
    const check = verificationOf(item);
    if (check === undefined ? item.detail.success === false : !check.passed) this.#noteFailure(item);
    for (const fixed of this.#failing.fixed()) if (!before.includes(fixed)) this.#solve(fixed);
    if (check === undefined) return;
    const { name, kind, passed } = check;
    const count = (this.checks.get(name)?.count ?? 0) + 1;
    this.checks.set(name, { count, at: item.at, kind, passed, order: this.order, id: item.id });
  }

  #noteFailure({ id, at }: Item): void {
    this.#failedAt.set(id, at);
    dropOldest(this.#failedAt, MAX_FAILED);
  }

  #solve({ text, ids, at }: Sourced & { at: number }): void {
    const failedAt = Math.min(...ids.map((id) => this.#failedAt.get(id) ?? at));
    const between = this.#edits.filter((edit) => edit.at >= failedAt && edit.at <= at);
    const files = [...new Set(between.map(({ path }) => ownPath(path)))];
    const more = files.length > FILES_SHOWN ? ' and more' : '';
    const after = files.length === 0 ? '' : ` after changes of ${files.slice(0, FILES_SHOWN).join(', ')}${more}`;
    const shown = cutText(text.replace(/\s*(?:2>&1\s*)?(?:\|[^|].*)?$/, ''), COMMAND_CHARS);
    this.#solved.add({
      text: `\`${shown}\` failed, then went well${after}`,
      ids,
      at,
      weight: files.length > 0 ? 5 : 2,
    });
  }
}
