import * as LIMITS from '../../core/limits.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import type { Store } from '../../store/contract/store.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { NamedTime } from './time-words.ts';

/** A time that a commit or tag defines: "before the release", "since v1.2". */
export interface NamedMoment extends NamedTime {
  /** The commit or command that defines it. */
  by: Item;
}

const MAX_CHARS = 1_000;
const FOUND = 40;
const EARLIEST = LIMITS.times.least;
const VERSION = 'v\\d+(?:\\.\\d+){0,3}(?:-[\\w.]{1,20})?|\\d+\\.\\d+(?:\\.\\d+){0,2}(?:-[\\w.]{1,20})?';
/** Words for what happens to a whole project; of several releases the latest is meant. */
const EVENT = 'release|tag|version|deploy(?:ment)?';
/** Words by which a question names a commit through its subject. */
const WORK = 'commit|merge|refactor(?:ing)?|migration|upgrade|rewrite|revert|rename';
const ASKED = new RegExp(
  `\\b(before|after|since|until) (?:(?:the|our|that) )?(?:(first|last|latest|previous) )?(?:(?:${EVENT}) (?:of )?)?` +
    `(?:(${VERSION})(?: (?:${EVENT}))?|(${EVENT})|((?:[\\p{L}\\p{N}_.-]{2,40} ){1,4}?(?:${WORK}|${EVENT})))(?![\\p{L}\\p{N}])`,
  'iu',
);
/** A cheap test first: a question without one of these words names no moment. */
const HINT = /before|after|since|until/i;
const TAGGED = /\bgit tag\b|\bgh release create\b|\bnpm version\b/;
const RELEASED = /\b(?:release[ds]?|bump(?:ed)?|version)\b|\bv?\d+\.\d+\.\d+\b/i;

/** The time before or after the commit or tag that a question names; `undefined` when it names none that exists. */
export async function momentIn(
  store: Store,
  question: string,
  { project, now }: { project: ProjectId | undefined; now: number },
): Promise<NamedMoment | undefined> {
  const asked = question.slice(0, MAX_CHARS);
  const match = HINT.test(asked) ? ASKED.exec(asked) : null;
  if (match === null) return undefined;
  const [text, direction = '', which = '', version, event, work] = match;
  const by =
    version !== undefined
      ? await versionNamed(store, version, project)
      : event !== undefined
        ? await releaseOf(store, which.toLowerCase(), project)
        : await commitOf(store, work ?? '', project);
  if (by === undefined) return undefined;
  const isAfter = /^(?:after|since)$/i.test(direction);
  return { ...(isAfter ? { from: by.at, to: Math.max(now, by.at) } : { from: EARLIEST, to: by.at }), text, by };
}

/** The command that tagged a version, otherwise the commit that names it. */
async function versionNamed(store: Store, version: string, project: ProjectId | undefined): Promise<Item | undefined> {
  const run = wordsOf(version);
  const named = new RegExp(`(?<![\\w.])v?${escaped(version.replace(/^v/i, ''))}(?![\\w.]*\\d)`, 'i');
  const found = (await find(store, run, project)).filter((item) => named.test(item.title) || isTag(item, named));
  return found.findLast((item) => item.kind !== 'commit') ?? found.findLast((item) => item.kind === 'commit');
}

/** The latest release, or the first, or the one before the latest. */
async function releaseOf(store: Store, which: string, project: ProjectId | undefined): Promise<Item | undefined> {
  const found = new Map<string, Item>();
  for (const words of [['release'], ['bump'], ['version'], ['git', 'tag']]) {
    for (const item of await find(store, words, project)) {
      if (item.kind === 'commit' ? RELEASED.test(item.title) : isTag(item, TAGGED)) found.set(item.id, item);
    }
  }
  const inOrder = [...found.values()].sort((one, other) => one.at - other.at);
  return which === 'first' ? inOrder[0] : inOrder.at(which === 'previous' ? -2 : -1);
}

/** The latest commit whose subject has the words. */
async function commitOf(store: Store, name: string, project: ProjectId | undefined): Promise<Item | undefined> {
  const words = wordsOf(name).filter((word) => !STOP_WORDS.has(word) && word !== 'commit' && word !== 'merge');
  const stems = words.map(stemOf);
  const holdsAll = ({ title }: Item): boolean => {
    const own = new Set(wordsOf(title).map(stemOf));
    return stems.every((stem) => own.has(stem));
  };
  return words.length === 0
    ? undefined
    : (await find(store, words, project)).findLast((item) => item.kind === 'commit' && holdsAll(item));
}

/** Commits and successful commands that contain all words, oldest first. */
async function find(store: Store, words: readonly string[], project: ProjectId | undefined): Promise<Item[]> {
  const { candidates } = await store.candidates.query({
    words,
    phrases: [],
    all: true,
    filter: { kinds: ['commit', 'observation'], ...(project === undefined ? {} : { project }) },
    limit: FOUND,
  });
  return candidates
    .map(({ item }) => item)
    .filter((item) => detailOfKind(item, 'observation').success !== false)
    .sort((one, other) => one.at - other.at);
}

function isTag({ kind, title, text }: Item, named: RegExp): boolean {
  return kind !== 'commit' && TAGGED.test(`${title}\n${text}`) && named.test(`${title}\n${text}`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
}
