import { oneLine } from '../../core/text/text.ts';
import type { Matcher } from './matcher.ts';

const MAX_WORDS = 9;
/** A place, a time or a condition right behind what a rule forbids: up to the end of its clause. */
const QUALIFIER =
  /^\s+((?:from|on|in|inside|within|at|against|outside|during|while|when|whenever|before|after|until|via|through|without|unless)\s+[^.;:,!?()"“”–—]{2,80}?)(?=\s*(?:$|[.;:,!?()–—])|\s+(?:and|but|so|since|because|as|use|instead|it|this|that|which|always|never)\s)/i;
/** A place that says "here": it narrows nothing. */
const HERE =
  /^(?:in|on|inside|within|from) (?:this|the|our|my|any) (?:\w+ )?(?:repo|repository|project|codebase|workspace|monorepo|package|app|machine|environment|branch|code|tests?)$/i;
/** A condition that holds again at once. */
const MOMENT = /\b(?:now|yet|today|this time|for now|again)$/i;
const BRANCH = /^on (?:the )?`?(main|master|develop|trunk|production|[\w.-]+\/[\w./-]+)`?(?: branch)?$/i;

/** The condition that follows at the beginning of a text, as in ` from a laptop.`: at most nine words. */
export function qualifierAt(rest: string): string | undefined {
  const found = QUALIFIER.exec(rest)?.[1]?.trim();
  if (found === undefined || found.split(/\s+/).length > MAX_WORDS) return undefined;
  return HERE.test(found) || MOMENT.test(found) ? undefined : oneLine(found);
}

/** The branch on which alone a matcher holds: of a rule that ends with `on main`. */
export function branchOf({ when }: Pick<Matcher, 'when'>): string | undefined {
  return when === undefined ? undefined : BRANCH.exec(when)?.[1];
}

const PERMISSION =
  /^(?:without|unless)\b.*\b(?:ask|asked|asking|told|tell|telling|say|said|saying|permission|approv|confirm|consent|explicit|instructed|checking with)/i;
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
