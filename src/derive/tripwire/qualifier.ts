import { oneLine } from '../../core/text/text.ts';
import type { Matcher } from './matcher.ts';

const MAX_WORDS = 9;
/** A noun right behind a thing, and an aside in brackets: ` commands with the -i flag`, ` (--no-verify) unless I ask`. */
const ASIDE = /^(?:\s+(?:commands?|files?|folders?|director(?:y|ies)|dir|itself)(?![\w/-])|\s*\([^()]{0,80}\))+(?=\s)/i;
/** A place, a time or a condition right behind what a rule forbids: up to the end of its clause. */
const QUALIFIER =
  /^\s+((?:other than|except|excluding|apart from|besides|from|on|to|with|in|inside|within|at|against|outside|during|while|when|whenever|before|after|until|via|through|without|unless)\s+[^.;:,!?()"“”–—]{2,80}?)(?=\s*(?:$|[.;:,!?()–—])|\s+(?:and|but|so|since|because|as|use|instead|it|this|that|which|always|never)\s)/i;
/** A place that says "here": it narrows nothing. */
const HERE =
  /^(?:in|on|inside|within|with|from) (?:this|the|our|my|any) (?:(?!whole|entire|full|complete)\w+ )?(?:repo|repository|project|codebase|workspace|monorepo|package|app|machine|environment|branch|code|tests?)$/i;
/** A condition that holds again at once. */
const MOMENT = /\b(?:now(?: on)?|yet|today|this time|for now|again|going forward|in (?:the )?future)$/i;
const BRANCH = /^on (?:the )?`?(main|master|develop|trunk|production|[\w.-]+\/[\w./-]+)`?(?: branch)?$/i;

/** An exception or a condition in a clause of its own behind what a rule forbids. */
const EXCEPTION =
  /[,;:(.–—-]\s*(?:and |but |so )?((?:unless|except|(?:run|use|do) (?:it|that|this|them)(?= (?:in|on|from|only|with|when)\b)|ask(?= (?:me|us|first|before|the user)\b)|excluding|apart from|other than|save for|as long as|provided|(?:if|when(?:ever)?)(?! in doubt)|only(?= (?:on|in|for|when|if|with|to|at|from|after|by|via|through|during|inside|under|add|create|read|run) ))\s[^.;!?()–—]{2,80})/i;
/** What is allowed all the same: `localhost is fine`. */
const ALLOWED =
  /[,;:(.–—-]\s*(?:and |but )?([^.;,!?()–—]{2,60}?\s(?:is|are) (?:fine|ok|okay|allowed|permitted|good)(?![\w-]))/i;
const INSTEAD = /\b(?:use|prefer|instead)\b/i;
/** What is said of the thing itself right behind it: `that are already applied`, `we don't need`. */
const OF_THING =
  /^\s+((?:that(?!'s| is (?:why|how|what))|who|you|we(?! (?:use|have|are|want|prefer|switched|moved|do)\b(?! not|n't)))\s[^.;:,!?()–—]{2,80})/i;

/** The exception, condition or part of which alone a rule speaks, in the text behind what it forbids: nine words of it at most. */
function narrowingIn(rest: string): string | undefined {
  const allowed = INSTEAD.test(rest) ? undefined : ALLOWED.exec(rest);
  const found = (OF_THING.exec(rest) ?? EXCEPTION.exec(rest) ?? allowed)?.[1]?.trim();
  return found && oneLine(found.split(/\s+/).slice(0, MAX_WORDS).join(' '));
}

/**
 * The condition that follows at the beginning of a text, as in ` from a laptop.`, or in a clause behind it (`, except for apt`): at
 * most nine words.
 */
export function qualifierAt(behind: string): string | undefined {
  const rest = behind.replace(ASIDE, '');
  const found = QUALIFIER.exec(rest)?.[1]?.trim();
  const isNarrow = found !== undefined && found.split(/\s+/).length <= MAX_WORDS;
  return isNarrow && !HERE.test(found) && !MOMENT.test(found) ? oneLine(found) : narrowingIn(rest);
}

/** A place or condition before a negation: `In web/, never …`; none of these words that narrow nothing. */
const BEFORE =
  /^[^\w`]*((?:in|on|within|inside|at|from|against|outside|without|during)\s(?!(?:general|short|any|no|all|every|fact|addition|principle|future|now|exception|the whole)\b)[^.;:!?]{1,60}?),?\s*(?:(?:please|always|you (?:must|should))\s+)?$/i;

/** The condition in the text before a negation. */
export function qualifierBefore(text: string): string | undefined {
  const found = BEFORE.exec(text)?.[1];
  return found === undefined ? undefined : qualifierAt(` ${found}`);
}

/** The branch on which alone a matcher holds: of a rule that ends with `on main`. */
export function branchOf({ when }: Pick<Matcher, 'when'>): string | undefined {
  return when === undefined ? undefined : BRANCH.exec(when)?.[1];
}

const PERMISSION =
  /^(?:ask\b|(?:without|unless)\b.*\b(?:ask|asked|asking|told|tell|telling|say|said|saying|permission|approv|confirm|consent|explicit|instructed|checking with))/i;
const CLAUSE_END = /[.!?;,:\n]+|\s(?:and|then|but|also)\s/i;
const POLITE =
  /^(?:(?:ok(?:ay)?|so|now|yes|yeah|yep|sure|great|good|please|pls|just|again|finally|you (?:can|may|should)|can (?:you|we)|could you|would you|let'?s|let us|go ahead|i want you to|feel free to|to|git|\/)[\s,]*)+/i;
const PROMPT_CHARS = 4_000;

/** True for a condition that a person's own words lift: `without asking`, `unless I say so`. */
export function isPermission({ when }: Pick<Matcher, 'when'>): boolean {
  return when !== undefined && PERMISSION.test(when);
}

/** True when a person's prompt orders what a matcher is about: "commit this", "ok, push", "open a PR" for a push. */
export function asksFor(matcher: Matcher, prompt: string): boolean {
  const verb = verbOf(matcher);
  if (verb === undefined) return false;
  const order = new RegExp(
    `^(?:${verb}|(?:make|do|create|open|add|group|split|squash|put|turn|prepare)\\b.{0,40}\\b(?:${verb}))`,
    'i',
  );
  const clauses = prompt.slice(0, PROMPT_CHARS).split(CLAUSE_END);
  return clauses.some((clause) => order.test(clause.trim().replace(POLITE, '')));
}

/** What a person would call a matcher's command; `undefined` of a path or a bare flag. */
function verbOf(matcher: Matcher): string | undefined {
  if (matcher.on === 'path') return undefined;
  const [form] = matcher.forms;
  const word = form?.words?.[0] ?? form?.program;
  if (word === undefined || !/^[a-z][a-z-]{1,30}$/.test(word)) return undefined;
  return word === 'push' ? 'push|prs?\\b|pull request' : word;
}
