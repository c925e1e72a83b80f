import { asString, objectsIn, textsIn } from '../../core/json.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { MemoryUsage } from '../../core/model/memory-usage.ts';
import { oneLine } from '../../core/text/text.ts';
import { runsOf } from '../failure/command-run.ts';
import { commandOfItem } from '../failure/item-command.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { type Action, meeting } from '../tripwire/action.ts';
import { matchersIn } from '../tripwire/find-matchers.ts';
import { type Matcher, matcherFromJson } from '../tripwire/matcher.ts';

/** A memory that was told to a session unasked: which telling it was, and what it is. */
export interface InjectedItem {
  injection: number;
  place: number;
  /** Milliseconds since 1970. */
  at: number;
  occasion: string;
  item: Item;
}

/** What of a told memory can be seen in what a session does. */
interface WatchedInjection {
  told: InjectedItem;
  files: ReadonlySet<string>;
  /** Shell lines as they were run. */
  lines: ReadonlySet<string>;
  /** Programs with their subcommands: any of them, after which something failing went well; or all of them, in any order. */
  any: ReadonlySet<string>;
  all: ReadonlySet<string>;
  seen: Set<string>;
  matchers: readonly Matcher[];
  failure?: string;
  /** Told before or after the very call that it is about: what is done next shows whether it was heeded. */
  isOfCall: boolean;
  /** The file that it was asked for by, which would have been touched anyway. */
  askedFile?: string;
  uses: Map<MemoryUsage['how'], MemoryUsage>;
  /** Something was done after it that could have met it. */
  hadOccasion: boolean;
}

/**
 * What a session did with what it was told: a pass over its items, oldest first. Only what comes after a telling is a use of
 * it, and no words are compared, so that nothing Cairn said itself can count. `asked`: ids that Cairn's tools gave; `place`:
 * where its commands ran.
 */
export class InjectionUsage {
  readonly #watched: WatchedInjection[];
  readonly #place: ProjectPaths;

  constructor(told: readonly InjectedItem[], asked: readonly { item: ItemId; at: number }[], place: ProjectPaths = {}) {
    this.#place = place;
    this.#watched = told.map(watch);
    for (const one of this.#watched) {
      const fetched = asked.find(({ item, at }) => item === one.told.item.id && at > one.told.at);
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
        ? { paths: files, changes: detail.observation === 'file-write' }
        : { command: line, paths: [], changes: false, place: this.#place };
    for (const one of this.#watched) {
      if (item.at <= one.told.at || item.id === one.told.item.id) continue;
      touch(one, files, item);
      if (line !== undefined) repeat(one, { line: oneLine(line), names }, item);
      meet(one, action, item);
    }
  }

  /** One use of a kind for each told memory: the first. */
  end(): MemoryUsage[] {
    return this.#watched.flatMap((one) => {
      const isHeeded = one.isOfCall && one.hadOccasion && !one.uses.has('again');
      if (isHeeded) note(one, 'heeded', { at: one.told.at });
      return [...one.uses.values()];
    });
  }
}

function watch(told: InjectedItem): WatchedInjection {
  const { item, occasion } = told;
  const { detail } = item;
  const { pattern } = detail;
  const line = commandOfItem(item);
  const isTripwire = pattern?.pattern === 'tripwire';
  const files = [
    ...(detail.filesChanged ?? []),
    ...(detail.filesRead ?? []),
    ...(detail.checkpoint?.filesChanged ?? []),
  ];
  const fixes = pattern?.pattern === 'fix' ? objectsIn(pattern.more?.fixes) : [];
  const failure = pattern?.pattern === 'fix' || pattern?.pattern === 'error' ? pattern.key : detail.failure?.key;
  const failing = asString(pattern?.more?.command);
  return {
    told,
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

/** What would meet a told tripwire or rule. */
function matchersOf({ kind, text, detail }: Item): Matcher[] {
  if (detail.pattern?.pattern === 'tripwire') {
    const matcher = matcherFromJson(detail.pattern.more?.matcher);
    return matcher === undefined ? [] : [matcher];
  }
  const isRule = kind === 'knowledge' && (detail.knowledge === 'constraint' || detail.knowledge === 'rejected');
  return isRule ? matchersIn(text) : [];
}

/** A file that it is about was read or changed; of what was told because a file was about to be, another one. */
function touch(one: WatchedInjection, files: readonly string[], item: Item): void {
  const file = files.find((path) => one.files.has(path) && path !== one.askedFile);
  if (file === undefined) return;
  if (one.told.occasion === 'file' && one.askedFile === undefined) one.askedFile = file;
  else note(one, 'touched', { at: item.at, by: item.id });
}

function repeat(one: WatchedInjection, { line, names }: { line: string; names: readonly string[] }, item: Item): void {
  for (const name of names) if (one.all.has(name)) one.seen.add(name);
  const isWhole = one.all.size > 0 && one.seen.size === one.all.size;
  if (isWhole || one.lines.has(line) || names.some((name) => one.any.has(name))) {
    note(one, 'repeated', { at: item.at, by: item.id });
  }
}

/** It was met all the same; or something else was done that shows that it was not. */
function meet(one: WatchedInjection, action: Action, { id, at, detail }: Item): void {
  if (one.uses.has('again')) return;
  const isMet = one.matchers.some((matcher) => meeting(matcher, action) !== undefined);
  const isFailure = one.failure !== undefined && detail.failure?.key === one.failure;
  if (isMet || isFailure) note(one, 'again', { at, by: id });
  else if (one.failure === undefined || (action.command !== undefined && detail.success === true))
    one.hadOccasion = true;
}

function note(one: WatchedInjection, how: MemoryUsage['how'], of: Pick<MemoryUsage, 'at' | 'by'>): void {
  const { injection, place } = one.told;
  if (!one.uses.has(how)) one.uses.set(how, { injection, place, how, ...of });
}
