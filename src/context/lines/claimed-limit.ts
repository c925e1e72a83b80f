import type { SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { wordsOf } from '../../core/text/terms.ts';
import type { Store } from '../../store/contract/store.ts';
import { isAgents, withoutSentences } from './agents-sentences.ts';
import type { ContextLine } from './context-line.ts';

/** Failed commands of a session that are looked at for evidence. */
const LOOKED_AT = 400;
const NO_SESSION = '';
const ADVERB =
  '(?:currently |yet |actually |really |natively |officially |directly |simply |even |just |wirklich |derzeit )?';
/** Says that something is not there or cannot be done, whatever is tried. */
const LIMIT = new RegExp(
  [
    `\\b(?:is|are|was|were)(?: not|n[’']t) ${ADVERB}(?:supported|possible|available|implemented|feasible|provided|exposed|offered)\\b`,
    `\\b(?:does|(?<!\\b(?:we|i|you|but|and|please) )do|did)(?: not|n[’']t) ${ADVERB}(?:exist|support|offer|provide|expose|allow|permit)\\b`,
    `\\b(?:cannot|can not|can[’']t) ${ADVERB}be (?:done|used|changed|fixed|supported|implemented|set|configured|disabled|avoided|solved|made|run)\\b`,
    `\\bthere(?: is|[’']s| are) no (?:way|support|option|flag|setting|api|method|built-in|native|such)\\b`,
    `\\b(?:has|have|had) no (?:support|option|flag|setting|api|way|built-in)\\b`,
    `\\b(?:is|are|was|were) (?:unsupported|impossible|no longer supported)\\b`,
    '\\b(?:wird|werden) (?:\\S+ ){0,6}?nicht unterstützt\\b',
    `\\b(?:ist|sind) ${ADVERB}nicht (?:möglich|verfügbar|vorhanden|unterstützt)\\b`,
    `\\b(?:unterstützt|existiert|existieren) (?:\\S+ ){0,4}?(?:nicht|kein|keine|keinen)\\b`,
    `\\bgibt es (?:nicht|kein|keine|keinen)\\b`,
    `\\b(?:geht|funktioniert) ${ADVERB}nicht\\b`,
    '\\bunmöglich\\b',
  ].join('|'),
  'iu',
);
/** A case that a sentence only supposes. */
const SUPPOSED = /\b(?:if|when|whenever|unless|whether|until|once|wenn|falls|sobald|ob)\b/i;
/** What a failed command says when it meets a limit. */
const REFUSED =
  /not (?:supported|found|available|implemented|allowed|permitted|recogni[sz]ed|a (?:valid|git)|exist)|unsupported|no such|does ?n[o’']t (?:exist|support)|unknown|unrecogni[sz]ed|invalid|undefined|cannot|can't|denied|forbidden|unexpected|deprecated|missing/i;
/** A flag, a path, an identifier or a number with a point in it. */
const NAME = /(?<![\w-])--?[A-Za-z][\w-]+|[\w.-]*[a-z]_[\w]+|\b[\w-]+(?:[./][\w-]+)+|\b[a-z]+[A-Z]\w+/g;
const COMMON = new Set(
  `the and for that this with not are was were does did can cannot be been have has had there from into when which what
  only also its any all but because since supported support possible available exist exists option flag way command error
  failed file files use used using`.split(/\s+/),
);

/** True for a sentence that says something is not supported, not possible or not there. */
export function claimsLimit(sentence: string): boolean {
  const found = LIMIT.exec(sentence);
  return found !== null && !SUPPOSED.test(sentence.slice(0, found.index));
}

/**
 * Takes out of lines what an agent alone said to be unsupported, impossible or missing: such words outlive their reason
 * and nobody tries again. They stay with evidence: in the same session a command failed with a message about the same
 * thing. A line with nothing else to say falls.
 */
export async function withoutClaimedLimits(store: Store, lines: readonly ContextLine[]): Promise<ContextLine[]> {
  const claiming = lines.filter(({ section, text }) => section !== 'tripwires' && claimsLimit(text));
  if (claiming.length === 0) return [...lines];
  const items = new Map((await store.items.get(claiming.map(({ id }) => id))).map((item) => [item.id, item]));
  const failures = new Map<SessionId | typeof NO_SESSION, string[]>();
  const kept: ContextLine[] = [];
  for (const line of lines) {
    const item = items.get(line.id);
    if (item === undefined || item.kind === 'commit' || !isAgents(item, line)) {
      kept.push(line);
      continue;
    }
    const session = item.session ?? NO_SESSION;
    const said = failures.get(session) ?? (await failuresOf(store, item));
    failures.set(session, said);
    const isClaim = (one: string): boolean => claimsLimit(one) && !said.some((failure) => bearsOut(failure, one));
    const text = withoutSentences(line.text, isClaim);
    if (text !== undefined) kept.push(text === line.text ? line : { ...line, text });
  }
  return kept;
}

/** The lines with which commands of an item's session failed. */
async function failuresOf(store: Store, { session }: Item): Promise<string[]> {
  if (session === undefined) return [];
  const ran = await store.items.heads({ session, kinds: ['observation'] }, { limit: LOOKED_AT });
  const failed = await store.items.get(ran.flatMap(({ id, success }) => (success === false ? [id] : [])));
  return failed.flatMap(({ text }) => text.split('\n')).filter((line) => REFUSED.test(line));
}

/** True when a failure is about what a sentence says: they share a name as it is written, or two words of weight. */
function bearsOut(failure: string, sentence: string): boolean {
  const named = [...sentence.matchAll(NAME)].map(([name]) => name.toLowerCase());
  const lower = failure.toLowerCase();
  if (named.some((name) => lower.includes(name))) return true;
  const words = new Set(wordsOf(failure));
  const shared = new Set(wordsOf(sentence).filter((word) => word.length > 2 && !COMMON.has(word) && words.has(word)));
  return shared.size >= 2;
}
