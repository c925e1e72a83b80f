import { detailOfKind, type Item, type ItemOf } from '../core/model/item.ts';
import { wordsOf } from '../core/text/terms.ts';
import { baseName, cutText } from '../core/text/text.ts';
import { storedPath } from '../retrieval/query/resolve-path.ts';
import { isCurrentKnowledge } from '../retrieval/validity/is-current.ts';
import { mayQuote, nameOf, sayable, trustOf } from '../retrieval/validity/trust.ts';
import { isValid, validityInMemory } from '../retrieval/validity/validity.ts';
import type { Store } from '../store/contract/store.ts';
import { isChange, whatBroke } from './file/what-broke.ts';
import { namesPart, tellsSubject, whyChanged } from './file/why-changed.ts';
import { type BlockRequest, isUsable, projectFilter } from './lines/block-request.ts';
import { type ContextLine, commitSubject, factLine, knowledgeLine } from './lines/context-line.ts';

const LISTED = 40;
const SESSIONS = 3;
const MAX_DECIDED = 3;
const MAX_CHANGES = 2;
const MAX_BROKEN = 1;
const COMMITS = 3;
const SUBJECTS_CHARS = 200;
const ABOUT_CHARS = 80;
const REPEATED_CHARS = 60;
/** Files of a commit or a turn, at most, for what it says to be about each of them. */
const FILES = 10;
const TURN_FILES = 3;
const WORTH = { decided: 60, broken: 50, changed: 45, commits: 35 } as const;
/** Subjects that say nothing of a file. */
const EMPTY_SUBJECT =
  /^(?:wip|fixup|squash|merge|revert "merge|update|fix(?:es)?|lint|format|fmt|typos?|cleanup|clean up|bump)\b.{0,12}$|^merge\b/i;

/**
 * Lines about a file that is about to be read or changed: what a person decided or refused about it, what broke when it
 * was changed, what it was changed for, and the commits that changed it. None without one of these.
 */
export async function fileLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  if (request.file === undefined || request.file === '' || request.project === undefined) return [];
  const path = await storedPath(store, request.file, request.project);
  const about = { ...projectFilter(request), file: path };
  const touching = (
    await store.items.list({ ...about, kinds: ['observation', 'commit', 'knowledge'] }, { limit: LISTED * 3 })
  ).filter((item) => isUsable(item, request) && isCurrentKnowledge(item));
  const changes = lastOfSessions(touching.filter(isChange));
  const decided = await decisions(store, request, { path, touching, changes });
  const lines: ContextLine[] = [];
  for (const change of changes) {
    const place = { change, path };
    lines.push(...(await whatBroke(store, { ...place, worth: WORTH.broken })));
    lines.push(...(await whyChanged(store, { ...place, worth: WORTH.changed - lines.length })));
  }
  const broken = lines.filter(({ section }) => section === 'failures').slice(0, MAX_BROKEN);
  const changed = lines.filter(({ section }) => section === 'changes');
  const why = changed.filter(({ text }) => !repeats(text, decided)).slice(0, MAX_CHANGES);
  for (const line of lines.filter((one) => !broken.includes(one) && !why.includes(one)))
    request.trail?.leave(line, repeats(line.text, decided) ? 'repeats' : FEW);
  return [...decided.map(decidedLine), ...broken, ...why, ...commitLine(touching, path)];
}

const FEW = {
  code: 'room',
  says: `A file is told ${MAX_CHANGES} changes and ${MAX_BROKEN} failure at most, the newest`,
} as const;

/** True for a line that quotes a prompt of which another line gives the decision. */
function repeats(text: string, decided: readonly Item[]): boolean {
  return decided.some((item) => text.includes(sayable(item.text).slice(0, REPEATED_CHARS)));
}

/** The last change of each of the sessions that changed a file last, the newest first. */
function lastOfSessions(changes: readonly Item[]): Item[] {
  return [...new Map(changes.toReversed().map((change) => [change.session, change])).values()]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, SESSIONS);
}

/** What a person decided or refused about a file: it names the file, or was said in a turn that changed little else. */
async function decisions(
  store: Store,
  request: BlockRequest,
  { path, touching, changes }: { path: string; touching: readonly Item[]; changes: readonly Item[] },
): Promise<Item[]> {
  const named = await itemsNaming(store, request, path);
  const ofTurns: Item[] = [];
  for (const { session, at, detail } of changes) {
    if (session === undefined || (detail.filesChanged ?? []).length > TURN_FILES) continue;
    const said = await store.items.list({ session, kinds: ['knowledge'], until: at }, { limit: LISTED });
    ofTurns.push(
      ...said.filter(
        (item) => item.detail.prompt !== undefined && item.detail.prompt === detail.prompt && sharesWord(item, path),
      ),
    );
  }
  const found = [...touching, ...named, ...ofTurns].filter(
    (item) =>
      item.kind === 'knowledge' && trustOf(item) === 'whole' && isUsable(item, request) && isCurrentKnowledge(item),
  );
  const stated = [...new Map(found.map((item) => [item.id, item])).values()];
  const marks = await validityInMemory(store, stated);
  return stated.filter((item) => isValid(marks.get(item.id))).slice(0, MAX_DECIDED);
}

/** A decision with what it answered: the refused call, or the question. */
function decidedLine(item: Item, place: number): ContextLine {
  const line = knowledgeLine(item, { section: 'rules', worth: WORTH.decided - place });
  const { reply } = detailOfKind(item, 'knowledge');
  const about = reply?.about === undefined ? '' : sayable(cutText(reply.about, ABOUT_CHARS));
  return about === '' || line.text.includes(about) ? line : { ...line, text: `${line.text} (of: ${about})` };
}

/** Knowledge whose words contain the file's base name, all its parts together. */
async function itemsNaming(store: Store, request: BlockRequest, path: string): Promise<Item[]> {
  const name = wordsOf(baseName(path));
  if (name.length === 0 || name.join('').length < 4) return [];
  const { candidates } = await store.candidates.query({
    words: name,
    phrases: name.length > 1 ? [name] : [],
    filter: { ...projectFilter(request), kinds: ['knowledge'] },
    limit: LISTED,
  });
  const phrase = ` ${name.join(' ')} `;
  return candidates
    .map(({ item }) => item)
    .filter((item) => ` ${wordsOf(`${item.title}\n${item.text}`).join(' ')} `.includes(phrase));
}

/** The subjects of the last commits of a few files that changed this one. */
function commitLine(touching: readonly Item[], path: string): ContextLine[] {
  const commits = touching.filter(
    (item): item is ItemOf<'commit'> => item.kind === 'commit' && mayQuote(item) && isAbout(item, path),
  );
  const subjects = [...new Map(commits.map((item) => [commitSubject(item), item]))]
    .filter(([subject]) => !EMPTY_SUBJECT.test(subject) && tellsSubject(subject))
    .slice(0, COMMITS);
  const [newest] = subjects;
  if (newest === undefined) return [];
  const text = `Commits that changed it: ${cutText(subjects.map(([subject, { detail }]) => `${subject} (${nameOf(detail.commit.hash)})`).join('; '), SUBJECTS_CHARS)}`;
  return [factLine(newest[1], { section: 'commits', worth: WORTH.commits, text })];
}

/** True for a commit of a few files, or whose subject shares a word with the file's name. */
function isAbout(item: ItemOf<'commit'>, path: string): boolean {
  return (item.detail.filesChanged ?? []).length <= FILES || sharesWord(item, path);
}

function sharesWord({ title, text }: Item, path: string): boolean {
  return namesPart(`${title}\n${text.split('\n')[0] ?? ''}`, path);
}
