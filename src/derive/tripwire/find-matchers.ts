import { omitUndefined } from '../../core/omit-undefined.ts';
import { oneLine } from '../../core/text/text.ts';
import { FOREIGN_RULES, FOREIGN_TAIL, type ForeignRule } from './foreign-rules.ts';
import { BRANCH_NAME, formsOn, rivalsOf } from './known-commands.ts';
import type { CommandForm, Matcher } from './matcher.ts';
import { matcherKey } from './matcher.ts';
import { withoutOrdered } from './ordered-commands.ts';
import { qualifierAt, qualifierBefore } from './qualifier.ts';
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

/** Bold of Markdown. In code, and in a path or name of a folder, `__` is a part of the name: `src/__generated__/`, `__init__.py`. */
const BOLD =
  /(`[^`]*`)|(?<!\/)\*\*(?!\/)|(?<![\w/])__(?=[^\s_])((?:[^`]|`[^`]*`){1,300}?)(?<=[^\s_])__(?![\w/]|\.\w| (?:folder|director|dir\b|files?\b))/g;

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
    'edit',
    /(?:(?:hand-?)?edit(?:ing)?|modify(?:ing)?|chang(?:e|ing)|touch(?:ing)?|writ(?:e|ing)|overwrit(?:e|ing)|alter(?:ing)?|updat(?:e|ing)|patch(?:ing)?|mess(?:ing)? with)(?=[\s,/])/iy,
  ],
  ['remove', /(?:delet(?:e|ing)|remov(?:e|ing)|renam(?:e|ing)|mov(?:e|ing))(?=[\s,/])/iy],
  ['read', /(?:read(?:ing)?|look(?:ing)? (?:at|into)|print(?:ing)?|show(?:ing)?|view(?:ing)?)(?=[\s,/])/iy],
  ['any', /(?:open(?:ing)?|access(?:ing)?)(?=[\s,/])/iy],
];
const ARTICLE = /(?:an?|the)\s/iy;
const CHANGES_OF_GIT = new Set(['git commit', 'git push', 'git rebase']);
/** A pronoun as object: the thing was named before. */
const POINTER = /^\s+(?:it|them|this|that|these|those)\b(?!\s+(?:is|was|are|will|can|would|has|opens|breaks)\b)/i;
const BETWEEN = /\s*(?:,\s*(?:(?:or|and|nor)\s+)?|\/)\s*|\s+(?:or|and|nor)\s+/iy;
/** A thing of which no matcher is known: code, or a name with a mark within; and one or two words that stand for one. */
const UNKNOWN_NAME = /\uE000\d\uE001|[\w@*]+(?:[./-][\w@*]+)+/y;
const UNKNOWN_WORDS = [
  /(?:(?:the|any|our)\s+)?(?!(?:ask|tell|unless|only|else|use|run|if|when|at)\b)[a-z]\w*/iy,
  /(?:(?:the|any|our)\s+)?(?!(?:ask|tell|unless|only|else|use|run|if|when|at)\b)[a-z]\w*\s+[a-z]\w*/iy,
];
const COMMITTING = /(?:commit(?:ting)?|stag(?:e|ing)|check(?:ing)? in|git add)\s+/iy;
/** Text that may follow the object without narrowing the rule. */
const TAIL =
  /^(?:\s*$|[.!;,):]+(?=\s|$)|\s*[–—(]|\s+(?:commands?|files?|folder|directory|dir|itself|any ?more|any longer|again|from now on|going forward|ever|here|at all|at any time|directly|by hand|manually|yourself|please|anywhere|either|under any circumstances|no matter what|or (?:anything|similar|so|the like|other)|(?:in|on|for|inside|within|with|from) (?:this|the|our|my|any) (?:(?!whole|entire|full|complete)\w+ )?(?:repo|repository|project|codebase|workspace|monorepo|package|app|machine|environment|branch|code|tests?)|without (?:asking|my|me|permission|approval|explicit|being|telling|confirm\w*|consent|checking with|a review|review)|unless (?:i|you|asked|told|explicitly|we|the user|someone|instructed)|because|since|so|but|instead|use|prefer|it|it's|its|they|these|which|always|this|there|we (?:use|have|are|want|prefer|switched|moved|do)|that(?:'s| is (?:why|how|what))|[–—]|-(?=\s))(?![\w/]))/i;
/** Negations that can be of a thing, what stands before one, and the words for those to whom a rule speaks. */
const MODAL_NOT = /^(?:must|should|shall|may|can|won|will)/i;
const CLAUSE_END = /[.;:,!?()–—]\s*|\s(?:and|but|so|that|because)\s/i;
const MODAL = /\b(?:must|should|shall|may|can|could|will|would)\s*$/i;
const IS_FACT = /\b(?:does|did|is|are|was|were|has|have|had)\s+$/i;
const PERSONS =
  'you|we|i|they|(?:sub)?agents?|ai|claude|codex|cursor|copilot|gemini|chatgpt|gpt|aider|opencode|kiro|kimi|models?|llms?|bots?|tools|assistants?|contributors?|maintainers?|developers?|devs?|engineers?|members?|users?|people|humans?|anyone|everyone|everybody|nobody';
const OF_PERSON = new RegExp(`(?:^|\\s)(?:${PERSONS})(?:\\s|$)`, 'i');
const TO_BRANCH = new RegExp(`^(?:to|onto) (?:the )?\`?(${BRANCH_NAME})\`?(?: branch)?$`, 'i');
const GLOBALLY = /^\s+globally(?![\w/])/i;
const PASSIVE =
  /\s*(?:folder |directory |dir |files? |command |branch )*(?:(?:must|should|shall|may|can|is|are|was|were)(?:n'?t| not| never)(?: ever)? (?:be |to be )?(?:directly |manually |allowed to be )*(edited|modified|touched|changed|written to|deleted|removed|overwritten|renamed|moved|committed|run|used|executed|called|allowed|permitted|read|opened)|(?:is|are) (?:strictly )?(forbidden|off[- ]limits|banned|prohibited|read[- ]only|not allowed|frozen))\b/iy;
const GENERATED =
  /\s*(?:folder |directory |files? )*(?:is|are) (?:auto-?)?generated[,;:.–—-]*\s+(?:so |and )?(?:please )?(?:do not|don'?t|never|must not|should not) (?:be )?(?:edit|touch|modif|chang)/iy;
const CLAUSE = /(?:^|[,;:.!–—]\s+|\s+(?:and|but|so)\s+)(?=\S)/gi;
const ONLY_USE = /\b(?:(?:always|only(?: ever)?|exclusively)\s+use|use\s+(?:only|exclusively))\s+([a-z]+)/gi;
const FOR_ALL = /^\s+(?:for|to|when|over|not|and never)\b/i;
/** Words before a rule that narrow nothing. */
const FROM_NOW_ON = /^\W*(?:from now on|going forward)\b[,:]?\s*/i;
const CONDITION = /^\W*(?:if|when|whenever|while|until|once|unless|after|before|in case|for)\b/i;
const TURNED_DOWN = /\s*(?:using|use|to use|switching to|running|run|the idea of using)?\s*/iy;
/** Participles of a passive that mean less than to change. */
const REMOVED = new Set(['deleted', 'removed', 'renamed', 'moved']);
/** Participles of a passive that mean to run, not to change. */
const RUN_DONE = new Set(['run', 'used', 'executed', 'called']);

/**
 * Matchers of the commands and paths that a rule's sentence forbids to run or change: at most six, none when the sentence is
 * not certain. `turnedDown`: the sentence names what was rejected, without a "not". Linear.
 */
export function matchersIn(sentence: string, { turnedDown = false }: { turnedDown?: boolean } = {}): Matcher[] {
  const plain = oneLine(sentence.slice(0, SENTENCE_CHARS))
    .replace(BOLD, '$1$2')
    .replace(/’/g, "'")
    .replace(FROM_NOW_ON, '');
  if (CONDITION.test(plain)) return [];
  const marked = markCode(plain);
  const found = [
    ...afterNegation(marked),
    ...beforePassive(marked),
    ...onlyUsed(plain),
    ...FOREIGN_RULES.flatMap((rule) => foreign(marked, rule)),
  ];
  if (found.length === 0 && turnedDown) found.push(...turnedDownThing(marked));
  const all = withoutOrdered(found, marked);
  return [...new Map(all.map((matcher) => [matcherKey(matcher), matcher])).values()].slice(0, MAX_MATCHERS);
}

function afterNegation(marked: MarkedSentence): Matcher[] {
  const { text } = marked;
  return [...text.matchAll(NEGATION)].flatMap((negation) => {
    const at = skip(ADVERBS, text, negation.index + negation[0].length);
    // "Do not stop it" is the opposite.
    if (/^stop$/i.test(negation[1] ?? '') && /(?:not|n't|never)\s+$/i.test(text.slice(0, negation.index))) return [];
    if (isOfThing(text.slice(0, negation.index), negation[1] ?? '')) return [];
    const isBare = /^(?:no|not)$/i.test(negation[1] ?? '');
    if (isBare && stickyMatch(ARTICLE, text, at) !== undefined) return [];
    const isOrder = ORDERS.test(negation[1] ?? '') || (!isBare && SAYS_WHAT.test(text));
    const where = qualifierBefore(unmarkCode(text.slice(0, negation.index), marked.code));
    const found = (notToDo(marked, at, isOrder) ?? []).map((one) => ({ ...omitUndefined({ when: where }), ...one }));
    // "No commits" describes a state, "no npm" forbids a program.
    return isBare ? found.filter(({ name }) => !CHANGES_OF_GIT.has(name)) : found;
  });
}

/** True where a sentence says that a thing does not do something, and tells nobody so: "the server must never call `npm`", "CI cannot use docker". */
function isOfThing(before: string, negation: string): boolean {
  if (/^not$/i.test(negation) && IS_FACT.test(before)) return true;
  const modal = MODAL_NOT.test(negation) ? '' : /^never/i.test(negation) ? MODAL.exec(before)?.[0] : undefined;
  if (modal === undefined) return false;
  const subject =
    before
      .slice(0, before.length - modal.length)
      .split(CLAUSE_END)
      .at(-1)
      ?.trim() ?? '';
  return /\w/.test(subject) && !OF_PERSON.test(subject);
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
  const files = added && end(readObjects(marked, at + added[0].length, 'write'))?.flatMap(asCommitted);
  if (files !== undefined || (added !== undefined && !/^git/i.test(added[0]))) return files;
  const verbs = readVerbs(text, at);
  if (verbs === undefined) return end(readObjects(marked, at, 'run'));
  return end(readObjects(marked, verbs.end, verbs.action));
}

/** A list of verbs, such as `edit, move or delete`: one that means more covers the others. */
function readVerbs(text: string, from: number): { action: ForbiddenAction; end: number } | undefined {
  let action: ForbiddenAction | undefined;
  let end = from;
  for (let at = from; ; ) {
    const verb = VERBS.map(([kind, pattern]) => ({ kind, match: stickyMatch(pattern, text, at) })).find(
      ({ match }) => match !== undefined,
    );
    if (verb?.match === undefined) break;
    action = bothOf(action, verb.kind);
    end = at + verb.match[0].length;
    const between = stickyMatch(BETWEEN, text, end);
    if (between === undefined) break;
    at = end + between[0].length;
  }
  return action === undefined ? undefined : { action, end: skip(/\s+/y, text, end) };
}

/** What two verbs mean together. */
function bothOf(one: ForbiddenAction | undefined, other: ForbiddenAction): ForbiddenAction {
  if (one === undefined || one === other) return other;
  if (one === 'run' || other === 'run') return one;
  return [one, other].every((kind) => /^(?:write|edit|remove)$/.test(kind)) ? 'write' : 'any';
}

/** A list of phrases, such as `commit or push`. */
function readPhrases(text: string, from: number): NamedObject | undefined {
  const all = readPhrase(text, from);
  const between = all === undefined ? undefined : stickyMatch(BETWEEN, text, all.end);
  const next = all === undefined || between === undefined ? undefined : readPhrases(text, all.end + between[0].length);
  if (all === undefined || next === undefined) return all;
  return { matchers: [...all.matchers.map((one) => toBranchOf(one, next.matchers)), ...next.matchers], end: next.end };
}

/** A command of git to the branch of the phrases behind it: `commit or push to main`. */
function toBranchOf(matcher: Matcher, behind: readonly Matcher[]): Matcher {
  const forms = behind.flatMap((one) => (one.on === 'command' ? one.forms : []));
  const branches = [...new Set(forms.flatMap(({ branch }) => branch ?? []))];
  return (branches.length > 0 && toBranch(matcher, branches)) || matcher;
}

/** A command of git to some branches; `undefined` for another command, or one to a branch already. */
function toBranch(matcher: Matcher, branches: readonly string[]): Matcher | undefined {
  if (matcher.on !== 'command') return undefined;
  if (!matcher.forms.every(({ program, branch }) => program === 'git' && branch === undefined)) return undefined;
  return { ...matcher, name: `${matcher.name} ${branches.join('|')}`, forms: formsOn(matcher.forms, branches) };
}

/** A list of objects, such as `npm, yarn or bun`. Those of which no matcher is known are passed over: `eslintrc or tsconfig.json`. */
function readObjects(marked: MarkedSentence, from: number, action: ForbiddenAction): NamedObject | undefined {
  const { text } = marked;
  const matchers: Matcher[] = [];
  let end: number | undefined;
  for (let at = from, before = ''; ; ) {
    const object = readObject(marked, at, action);
    const next = object?.end ?? endOfUnknown(text, at, before);
    if (next === undefined) break;
    matchers.push(...(object?.matchers ?? []));
    if (object !== undefined || (matchers.length > 0 && TAIL.test(text.slice(next)))) end = next;
    const between = stickyMatch(BETWEEN, text, next);
    if (between === undefined) break;
    before = between[0];
    at = next + before.length;
  }
  return end === undefined ? undefined : { matchers, end };
}

/** Where the name of an unknown thing ends: code or a name with a mark within, behind an "or" also one or two words. */
function endOfUnknown(text: string, at: number, before: string): number | undefined {
  const isOr = /^\s+n?or\s+$/i.test(before);
  const ends = [UNKNOWN_NAME, ...(isOr ? UNKNOWN_WORDS : [])].map((one) => stickyMatch(one, text, at)?.[0].length);
  return ends.map((length) => at + (length ?? 0)).find((end) => end > at && endsItem(text, end));
}

function endsItem(text: string, end: number): boolean {
  return TAIL.test(text.slice(end)) || stickyMatch(BETWEEN, text, end) !== undefined;
}

/** The matchers of an object when nothing narrows it, or with the condition that follows it. */
function ended(marked: MarkedSentence, object: NamedObject | undefined, mayNarrow = false): Matcher[] | undefined {
  if (object === undefined) return undefined;
  const rest = marked.text.slice(object.end);
  const isWhole = TAIL.test(rest);
  if (GLOBALLY.test(rest)) return object.matchers.map(asGlobal);
  // A file is edited directly or not; a push goes directly to a branch that is not named.
  if (/^\s+(?:directly|straight)\b/i.test(rest) && object.matchers.some(({ name }) => CHANGES_OF_GIT.has(name)))
    return object.matchers.map((matcher) => ({ ...matcher, when: 'directly' }));
  return isWhole || mayNarrow ? (narrowed(marked, object, rest) ?? (isWhole ? object.matchers : undefined)) : undefined;
}

/** What is not to be done globally: by the flag of its program, else by a condition. */
function asGlobal(matcher: Matcher): Matcher {
  const forms = matcher.on === 'path' ? [] : matcher.forms.flatMap((form) => globalForm(form) ?? []);
  if (matcher.on === 'path' || forms.length === 0) return { ...matcher, when: 'globally' };
  return { on: 'command', name: `${matcher.name} globally`, forms };
}

function globalForm(form: CommandForm): CommandForm | undefined {
  const { program, words = [], args = [] } = form;
  if (program === 'yarn') return { ...form, words: ['global', ...words] };
  return /^(?:p?npm|bun)$/.test(program ?? '') ? { ...form, args: [...args, ['-g', '--global']] } : undefined;
}

/** The matchers of an object with the condition that a text begins with; `undefined` when it begins with none. */
function narrowed(marked: MarkedSentence, { matchers }: NamedObject, rest: string): Matcher[] | undefined {
  const when = qualifierAt(unmarkCode(rest, marked.code));
  if (when === undefined) return undefined;
  const branch = TO_BRANCH.exec(when)?.[1]?.toLowerCase();
  return matchers.map((matcher) => (branch && toBranch(matcher, [branch])) || { ...matcher, when });
}

/** `vendor/ must not be edited`, `using npm is forbidden`. */
function beforePassive(marked: MarkedSentence): Matcher[] {
  const { text } = marked;
  return [...text.matchAll(CLAUSE)].flatMap((clause) => {
    const start = clause.index + clause[0].length;
    const verbs = readVerbs(text, start);
    for (const action of verbs === undefined ? (['edit', 'run'] as const) : [verbs.action]) {
      const objects = readObjects(marked, verbs?.end ?? start, action);
      if (objects === undefined) continue;
      if (action === 'edit' && stickyMatch(GENERATED, text, objects.end) !== undefined) return objects.matchers;
      const passive = stickyMatch(PASSIVE, text, objects.end);
      const done = passive?.[1]?.toLowerCase();
      if (passive === undefined || (done !== undefined && action !== 'run' && RUN_DONE.has(done))) continue;
      const rest = text.slice(objects.end + passive[0].length);
      const matchers = narrowed(marked, objects, rest) ?? objects.matchers;
      if (done !== undefined && REMOVED.has(done)) return matchers.map(asRemoved);
      return done === 'committed' ? matchers.flatMap(asCommitted) : matchers;
    }
    return [];
  });
}

function asRemoved(matcher: Matcher): Matcher {
  return matcher.on === 'path' ? { ...matcher, access: 'remove' } : matcher;
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
