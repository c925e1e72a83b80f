import { asString, objectsIn, textsIn } from '../../core/json.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item, ItemOf } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { MemoryUsage } from '../../core/model/memory-usage.ts';
import { oneLine } from '../../core/text/text.ts';
import { runsOf } from '../failure/command-run.ts';
import { failureKeys } from '../failure/error-fingerprint.ts';
import { commandOfItem } from '../failure/item-command.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { type Action, meeting } from '../tripwire/action.ts';
import { matchersIn } from '../tripwire/find-matchers.ts';
import { type Matcher, matcherFromJson } from '../tripwire/matcher.ts';

/** A memory that was injected into a session: the injection, its place in the block, and the item. */
export interface InjectedItem {
  injection: number;
  place: number;
  /** Milliseconds since 1970. */
  at: number;
  occasion: string;
  item: Item;
}

/** An injected memory, with what shows in a session that it was used. */
interface WatchedInjection {
  injected: InjectedItem;
  files: ReadonlySet<string>;
  /** Shell lines that the memory names. */
  lines: ReadonlySet<string>;
  /** Programs with subcommands. `any`: one of them is a use (a fix). `all`: all of them are, in any order (a workflow). */
  any: ReadonlySet<string>;
  all: ReadonlySet<string>;
  seen: Set<string>;
  matchers: readonly Matcher[];
  failure?: string;
  /** Injected right before or after a call that it is about: the next actions show whether it was heeded. */
  isOfCall: boolean;
  /** The file for which it was injected, which the session would have touched anyway. */
  askedFile?: string;
  uses: Map<MemoryUsage['how'], MemoryUsage>;
  /** True once something was done after it that could have met it. */
  hadOccasion: boolean;
}

/**
 * Finds what a session did with injected memories, in one pass over its items, oldest first. Only an item after the injection is
 * a use, and no words are compared, so that Cairn's own text cannot count. `asked`: ids that Cairn's tools returned; `place`:
 * where the session's commands ran.
 */
export class InjectionUsage {
  readonly #watched: WatchedInjection[];
  readonly #place: ProjectPaths;

  constructor(all: readonly InjectedItem[], asked: readonly { item: ItemId; at: number }[], place: ProjectPaths = {}) {
    this.#place = place;
    this.#watched = all.map(watch);
    for (const one of this.#watched) {
      const fetched = asked.find(({ item, at }) => item === one.injected.item.id && at > one.injected.at);
      if (fetched !== undefined) note(one, 'fetched', { at: fetched.at });
    }
  }

  take(item: Item): void {
    const { detail } = item;
    if (detail.echo === true || item.kind !== 'observation') return;
    const files = [...(detail.filesChanged ?? []), ...(detail.filesRead ?? [])];
    const line = commandOfItem(item);
    if (files.length === 0 && line === undefined) return;
    const names = line === undefined ? [] : runsOf(line).map(({ name }) => name);
    const action: Action =
      line === undefined
        ? { paths: files, changes: item.detail.observation === 'file-write' }
        : { command: line, paths: [], changes: false, place: this.#place };
    for (const one of this.#watched) {
      if (item.at <= one.injected.at || item.id === one.injected.item.id) continue;
      touch(one, files, item);
      if (line !== undefined) repeat(one, { line: oneLine(line), names }, item);
      meet(one, action, item);
    }
  }

  /** The first use of each kind for each injected memory. */
  end(): MemoryUsage[] {
    return this.#watched.flatMap((one) => {
      const isHeeded = one.isOfCall && one.hadOccasion && !one.uses.has('again');
      if (isHeeded) note(one, 'heeded', { at: one.injected.at });
      return [...one.uses.values()];
    });
  }
}

function watch(injected: InjectedItem): WatchedInjection {
  const { item, occasion } = injected;
  const { detail } = item;
  const { pattern } = detailOfKind(item, 'pattern');
  const line = commandOfItem(item);
  const isTripwire = pattern?.pattern === 'tripwire';
  const files = [
    ...(detail.filesChanged ?? []),
    ...(detail.filesRead ?? []),
    ...(detailOfKind(item, 'checkpoint').checkpoint?.filesChanged ?? []),
  ];
  const fixes = pattern?.pattern === 'fix' ? objectsIn(pattern.more?.fixes) : [];
  const isOfError = pattern?.pattern === 'fix' || pattern?.pattern === 'error';
  const failure = isOfError ? pattern.key : detailOfKind(item, 'observation').failure?.key;
  const failing = asString(pattern?.more?.command);
  return {
    injected,
    files: new Set(isTripwire ? [] : [...files, ...(pattern?.files ?? [])]),
    lines: new Set(line === undefined ? [] : [oneLine(line)]),
    any: new Set(fixes.flatMap(({ commands }) => textsIn(commands)).filter((name) => name !== failing)),
    all: new Set(pattern?.pattern === 'workflow' ? textsIn(pattern.more?.steps) : []),
    seen: new Set(),
    matchers: matchersOf(item),
    ...(failure === undefined ? {} : { failure }),
    isOfCall: (isTripwire && occasion === 'tripwire') || (failure !== undefined && occasion === 'failure'),
    uses: new Map(),
    hadOccasion: false,
  };
}

/** The matchers of an injected tripwire or rule. */
function matchersOf(item: Item): Matcher[] {
  const { pattern } = detailOfKind(item, 'pattern');
  if (pattern?.pattern === 'tripwire') {
    const matcher = matcherFromJson(pattern.more?.matcher);
    return matcher === undefined ? [] : [matcher];
  }
  const { knowledge, scope } = detailOfKind(item, 'knowledge');
  if (scope === 'thread') return [];
  return knowledge === 'constraint' || knowledge === 'rejected' ? matchersIn(item.text) : [];
}

/** Notes a read or change of a file that the memory is about; not of the file for which it was injected. */
function touch(one: WatchedInjection, files: readonly string[], item: Item): void {
  const file = files.find((path) => one.files.has(path) && path !== one.askedFile);
  if (file === undefined) return;
  if (one.injected.occasion === 'file' && one.askedFile === undefined) one.askedFile = file;
  else note(one, 'touched', { at: item.at, by: item.id });
}

function repeat(one: WatchedInjection, { line, names }: { line: string; names: readonly string[] }, item: Item): void {
  for (const name of names) if (one.all.has(name)) one.seen.add(name);
  const isWhole = one.all.size > 0 && one.seen.size === one.all.size;
  if (isWhole || one.lines.has(line) || names.some((name) => one.any.has(name))) {
    note(one, 'repeated', { at: item.at, by: item.id });
  }
}

/** Notes that the memory was met or its failure recurred (`again`), or that the session had an occasion for that. */
function meet(one: WatchedInjection, action: Action, item: ItemOf<'observation'>): void {
  const { id, at, detail } = item;
  if (one.uses.has('again')) return;
  const isMet = one.matchers.some((matcher) => meeting(matcher, action) !== undefined);
  const keys = detail.failure === undefined ? [] : failureKeys(detail.failure);
  const isFailure = one.failure !== undefined && (detail.failure?.key === one.failure || keys.includes(one.failure));
  if (isMet || isFailure) note(one, 'again', { at, by: id });
  else if (one.failure === undefined || (action.command !== undefined && detail.success === true))
    one.hadOccasion = true;
}

function note(one: WatchedInjection, how: MemoryUsage['how'], of: Pick<MemoryUsage, 'at' | 'by'>): void {
  const { injection, place } = one.injected;
  if (!one.uses.has(how)) one.uses.set(how, { injection, place, how, ...of });
}
