import { omitUndefined } from '../../core/omit-undefined.ts';
import { oneLine } from '../../core/text/text.ts';
import { FOREIGN_RULES, FOREIGN_TAIL, type ForeignRule } from './foreign-rules.ts';
import { rivalsOf } from './known-commands.ts';
import type { Matcher } from './matcher.ts';
import { matcherKey } from './matcher.ts';
import { qualifierAt } from './qualifier.ts';
import {
  type ForbiddenAction,
  type MarkedSentence,
  markCode,
  type NamedObject,
  readObject,
  readPhrase,
  stickyMatch,
  unmarkCode,
} from './read-object.ts';

const SENTENCE_CHARS = 600;
const MAX_MATCHERS = 6;

/** Negations right before the forbidden action. */
const NEGATION =
  /\b(never(?: ever)?|(?:do not|don'?t)(?: ever)?|must not|mustn'?t|(?:should|shall|may|can)(?: not|n'?t)|cannot|won'?t|will not|no longer|stop|decided against|rejected|ruled out|gave up on|abandoned|instead of|rather than|not|no)\s+/gi;
/** Negations that give an order. "Instead of" and the like only compare: a place behind them is where something is, not a condition. */
const ORDERS = /^(?:never|do not|don'?t|must|should|shall|may|can|stop)/i;
const SAYS_WHAT = /^(?:(?:no|please|always)[, ]+)*(?:use|run|prefer)\b/i;
/** Words that change the meaning of a negation: "never forget" is the opposite, "no need" leaves it open. */
const SAYS_OTHER =
  /(?:just|only|simply|merely|forget|skip|miss|omit|hesitate|fail|neglect|ignore|need|have|worry|care|think|assume|expect|know|mind|remove|disable|stop|break|bother|necessarily|always)\b/iy;
const ADVERBS =
  /(?:(?:ever|directly|manually|blindly|automatically|silently|accidentally|please|want (?:you |us )?to|try to|attempt to|be allowed to|go and|you|to|again|under any circumstances)\s+)*/iy;
const VERBS: readonly [ForbiddenAction, RegExp][] = [
  [
    'run',
    /(?:us(?:e|ing)|run(?:ning)?|execut(?:e|ing)|call(?:ing)?|invok(?:e|ing)|start(?:ing)?|launch(?:ing)?|type|issue|depend(?:ing)? on|rely(?:ing)? on|go with|switch(?:ing)? to|default to|do|doing|perform(?:ing)?|suggest(?:ing)?)(?=[\s,/])/iy,
  ],
  [
    'write',
    /(?:(?:hand-?)?edit(?:ing)?|modify(?:ing)?|chang(?:e|ing)|touch(?:ing)?|writ(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)|overwrit(?:e|ing)|renam(?:e|ing)|mov(?:e|ing)|alter(?:ing)?|updat(?:e|ing)|patch(?:ing)?|refactor(?:ing)?|(?:re)?format(?:ting)?|mess(?:ing)? with)(?=[\s,/])/iy,
  ],
  [
    'read',
    /(?:read(?:ing)?|open(?:ing)?|look(?:ing)? (?:at|into)|access(?:ing)?|print(?:ing)?|show(?:ing)?|view(?:ing)?)(?=[\s,/])/iy,
  ],
];
const ARTICLE = /(?:an?|the)\s/iy;
const CHANGES_OF_GIT = new Set(['git commit', 'git push', 'git rebase']);
/** A pronoun as object: the thing was named before. */
const POINTER = /^\s+(?:it|them|this|that|these|those)\b(?!\s+(?:is|was|are|will|can|would|has|opens|breaks)\b)/i;
const BETWEEN = /\s*(?:,\s*(?:(?:or|and|nor)\s+)?|\/)\s*|\s+(?:or|and|nor)\s+/iy;
const COMMITTING = /(?:commit(?:ting)?|stag(?:e|ing)|check(?:ing)? in|git add)\s+/iy;
/** Text that may follow the object without narrowing the rule. */
const TAIL =
  /^(?:\s*$|[.!;,):]+(?=\s|$)|\s*[–—]|\s+(?:commands?|files?|folder|directory|dir|itself|any ?more|any longer|again|ever|here|at all|at any time|directly|by hand|manually|yourself|please|anywhere|either|globally|under any circumstances|no matter what|or (?:anything|similar|so|the like|other)|(?:in|on|for|inside|within|with|from) (?:this|the|our|my|any) (?:\w+ )?(?:repo|repository|project|codebase|workspace|monorepo|package|app|machine|environment|branch|code|tests?)|without (?:asking|my|me|permission|approval|explicit|being|telling|confirm\w*|consent|checking with|a review|review)|unless (?:i|you|asked|told|explicitly|we|the user|someone|instructed)|because|since|so|but|instead|use|prefer|it|it's|its|they|these|which|always|we|that|this|there|[–—]|-(?=\s))(?![\w/]))/i;
const PASSIVE =
  /\s*(?:folder |directory |dir |files? |command |branch )*(?:(?:must|should|shall|may|can|is|are|was|were)(?:n'?t| not| never)(?: ever)? (?:be |to be )?(?:directly |manually |allowed to be )*(edited|modified|touched|changed|written to|deleted|removed|overwritten|renamed|moved|committed|run|used|executed|called|allowed|permitted|read|opened)|(?:is|are) (?:strictly )?(forbidden|off[- ]limits|banned|prohibited|read[- ]only|not allowed|frozen))\b/iy;
const GENERATED =
  /\s*(?:folder |directory |files? )*(?:is|are) (?:auto-?)?generated[,;:.–—-]*\s+(?:so |and )?(?:please )?(?:do not|don'?t|never|must not|should not) (?:be )?(?:edit|touch|modif|chang)/iy;
const CLAUSE = /(?:^|[,;:.!–—]\s+|\s+(?:and|but|so)\s+)(?=\S)/gi;
const ONLY_USE = /\b(?:(?:always|only(?: ever)?|exclusively)\s+use|use\s+(?:only|exclusively))\s+([a-z]+)/gi;
const FOR_ALL = /^\s+(?:for|to|when|over|not|and never)\b/i;
const CONDITION = /^\W*(?:if|when|whenever|while|until|once|unless|after|before|in case|for)\b/i;
const TURNED_DOWN = /\s*(?:using|use|to use|switching to|running|run|the idea of using)?\s*/iy;
/** Participles of a passive that mean to run, not to change. */
const RUN_DONE = new Set(['run', 'used', 'executed', 'called']);

/**
 * Matchers of the commands and paths that a rule's sentence forbids to run or change: at most six, none when the sentence is
 * not certain. `turnedDown`: the sentence names what was rejected, without a "not". Linear.
 */
export function matchersIn(sentence: string, { turnedDown = false }: { turnedDown?: boolean } = {}): Matcher[] {
  const plain = oneLine(sentence.slice(0, SENTENCE_CHARS))
    .replace(/(?<!\/)\*\*(?!\/)|__/g, '')
    .replace(/’/g, "'");
  if (CONDITION.test(plain)) return [];
  const marked = markCode(plain);
  const found = [
    ...afterNegation(marked),
    ...beforePassive(marked),
    ...onlyUsed(plain),
    ...FOREIGN_RULES.flatMap((rule) => foreign(marked, rule)),
  ];
  if (found.length === 0 && turnedDown) found.push(...turnedDownThing(marked));
  return [...new Map(found.map((matcher) => [matcherKey(matcher), matcher])).values()].slice(0, MAX_MATCHERS);
}

function afterNegation(marked: MarkedSentence): Matcher[] {
  const { text } = marked;
  return [...text.matchAll(NEGATION)].flatMap((negation) => {
    const at = skip(ADVERBS, text, negation.index + negation[0].length);
    const isBare = /^(?:no|not)$/i.test(negation[1] ?? '');
    if (isBare && stickyMatch(ARTICLE, text, at) !== undefined) return [];
    const isOrder = ORDERS.test(negation[1] ?? '') || (!isBare && SAYS_WHAT.test(text));
    const found = notToDo(marked, at, isOrder) ?? [];
    // "No commits" describes a state, "no npm" forbids a program.
    return isBare ? found.filter(({ name }) => !CHANGES_OF_GIT.has(name)) : found;
  });
}

/**
 * Matchers of what a negated clause forbids: a phrase, verbs and their objects, or an object alone. `isOrder`: a condition
 * may follow it.
 */
function notToDo(marked: MarkedSentence, at: number, isOrder: boolean): Matcher[] | undefined {
  const { text } = marked;
  const end = (object: NamedObject | undefined) => ended(marked, object, isOrder);
  const said = readPhrases(text, at);
  if (said !== undefined && POINTER.test(text.slice(said.end))) return undefined;
  const phrase = end(said);
  if (phrase !== undefined) return phrase;
  if (stickyMatch(SAYS_OTHER, text, at) !== undefined) return undefined;
  const added = stickyMatch(COMMITTING, text, at);
  if (added !== undefined) return end(readObjects(marked, at + added[0].length, 'write'))?.flatMap(asCommitted);
  const verbs = readVerbs(text, at);
  if (verbs === undefined) return end(readObjects(marked, at, 'run'));
  return end(readObjects(marked, verbs.end, verbs.action));
}

/** A list of verbs, such as `edit, move or delete`; one that means to read covers the others. */
function readVerbs(text: string, from: number): { action: ForbiddenAction; end: number } | undefined {
  let action: ForbiddenAction | undefined;
  let end = from;
  for (let at = from; ; ) {
    const verb = VERBS.map(([kind, pattern]) => ({ kind, match: stickyMatch(pattern, text, at) })).find(
      ({ match }) => match !== undefined,
    );
    if (verb?.match === undefined) break;
    action = action === undefined || verb.kind === 'read' ? verb.kind : action;
    end = at + verb.match[0].length;
    const between = stickyMatch(BETWEEN, text, end);
    if (between === undefined) break;
    at = end + between[0].length;
  }
  return action === undefined ? undefined : { action, end: skip(/\s+/y, text, end) };
}

/** A list of phrases, such as `commit or push`. */
function readPhrases(text: string, from: number): NamedObject | undefined {
  const all = readPhrase(text, from);
  const between = all === undefined ? undefined : stickyMatch(BETWEEN, text, all.end);
  const next = all === undefined || between === undefined ? undefined : readPhrases(text, all.end + between[0].length);
  if (all === undefined || next === undefined) return all;
  return { matchers: [...all.matchers, ...next.matchers], end: next.end };
}

/** A list of objects, such as `npm, yarn or bun`. */
function readObjects(marked: MarkedSentence, from: number, action: ForbiddenAction): NamedObject | undefined {
  let all = readObject(marked, from, action);
  for (let next = all; next !== undefined && all !== undefined; ) {
    const between = stickyMatch(BETWEEN, marked.text, all.end);
    next = between === undefined ? undefined : readObject(marked, all.end + between[0].length, action);
    if (next !== undefined) all = { matchers: [...all.matchers, ...next.matchers], end: next.end };
  }
  return all;
}

/** The matchers of an object when nothing narrows it, or with the condition that follows it. */
function ended(marked: MarkedSentence, object: NamedObject | undefined, mayNarrow = false): Matcher[] | undefined {
  if (object === undefined) return undefined;
  const rest = marked.text.slice(object.end);
  const isWhole = TAIL.test(rest);
  return isWhole || mayNarrow ? (narrowed(marked, object, rest) ?? (isWhole ? object.matchers : undefined)) : undefined;
}

/** The matchers of an object with the condition that a text begins with; `undefined` when it begins with none. */
function narrowed(marked: MarkedSentence, { matchers }: NamedObject, rest: string): Matcher[] | undefined {
  const when = qualifierAt(unmarkCode(rest, marked.code));
  return when === undefined ? undefined : matchers.map((matcher) => ({ ...matcher, when }));
}

/** `vendor/ must not be edited`, `using npm is forbidden`. */
function beforePassive(marked: MarkedSentence): Matcher[] {
  const { text } = marked;
  return [...text.matchAll(CLAUSE)].flatMap((clause) => {
    const start = clause.index + clause[0].length;
    const verbs = readVerbs(text, start);
    for (const action of verbs === undefined ? (['write', 'run'] as const) : [verbs.action]) {
      const objects = readObjects(marked, verbs?.end ?? start, action);
      if (objects === undefined) continue;
      if (action === 'write' && stickyMatch(GENERATED, text, objects.end) !== undefined) return objects.matchers;
      const passive = stickyMatch(PASSIVE, text, objects.end);
      const done = passive?.[1]?.toLowerCase();
      if (passive === undefined || (done !== undefined && action !== 'run' && RUN_DONE.has(done))) continue;
      const rest = text.slice(objects.end + passive[0].length);
      const matchers = narrowed(marked, objects, rest) ?? objects.matchers;
      return done === 'committed' ? matchers.flatMap(asCommitted) : matchers;
    }
    return [];
  });
}

/** A path that is not to be committed. What only changes it does no harm. */
function asCommitted(matcher: Matcher): Matcher[] {
  if (matcher.on !== 'path') return [];
  const forms = matcher.globs.flatMap((path) =>
    ['add', 'commit'].map((word) => ({ program: 'git', words: [word], path })),
  );
  const { when } = matcher;
  return [{ on: 'command', name: `git add ${matcher.name}`, forms, ...omitUndefined({ when }) }];
}

/** `always use pnpm` forbids the other package managers. */
function onlyUsed(text: string): Matcher[] {
  return [...text.matchAll(ONLY_USE)].flatMap((match) => {
    const rest = text.slice(match.index + match[0].length);
    const isAll = TAIL.test(rest) || FOR_ALL.test(rest);
    return (isAll ? rivalsOf((match[1] ?? '').toLowerCase()) : undefined) ?? [];
  });
}

function foreign(marked: MarkedSentence, { before, behind, anywhere, action }: ForeignRule): Matcher[] {
  const { text } = marked;
  if (before !== undefined) {
    return [...text.matchAll(before)].flatMap(
      (cue) => foreignEnd(text, readObjects(marked, cue.index + cue[0].length, action)) ?? [],
    );
  }
  if (anywhere?.test(text) !== true) return [];
  return [...text.matchAll(/(?:^|[\s,.;:，。；：、])(?=\S)/gu)].flatMap((start) => {
    const object = readObject(marked, start.index + start[0].length, action);
    return object !== undefined && behind !== undefined && stickyMatch(behind, text, object.end) !== undefined
      ? object.matchers
      : [];
  });
}

function foreignEnd(text: string, object: NamedObject | undefined): Matcher[] | undefined {
  return object !== undefined && FOREIGN_TAIL.test(text.slice(object.end)) ? object.matchers : undefined;
}

function turnedDownThing(marked: MarkedSentence): Matcher[] {
  return ended(marked, readObjects(marked, skip(TURNED_DOWN, marked.text, 0), 'run')) ?? [];
}

function skip(pattern: RegExp, text: string, from: number): number {
  return from + (stickyMatch(pattern, text, from)?.[0].length ?? 0);
}
