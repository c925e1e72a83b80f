import { pattern } from '../text/pattern.ts';
import { isFactOrSpot, isOfTheMoment } from './is-passing.ts';
import { isAtHand, isReported, isStandingRule } from './is-standing-rule.ts';
import { leadOf } from './lead-words.ts';
import { type OwnSentence, ownSentences } from './own-sentences.ts';
import { statementKind } from './statement.ts';

const MAX_PROHIBITIONS = 2;
const MIN_CHARS = 8;
const MAX_CHARS = 240;
const LEAD = leadOf('oh|wait|(?:the )?next time|just');
/** A warning that is all of a prompt: elsewhere it is a line of a log. */
const WARNING =
  /^\s*(?:warning|caution|attention|careful|achtung)\s*[:!]+\s*(?=(?:never|do not|don'?t|niemals|nie)\b[^\n]*$)/i;
/** A habit whose end is wished for: "stop using npm", "avoid force-pushing to main"; other work that stops is at hand. */
const ENDS =
  /^(?:stop|quit|avoid) (us|import|committ|push|force[- ]?push|amend|bypass|skipp|hard-?cod|runn(?=ing \S+ \S))ing (?!(?:the|an?|my|your|all|so|and|or|for|at|when|until|that)\b)(?=\S)/i;
/** Ways to say "do not". */
const UNWANTED =
  /^(?:i (?:do not|don'?t|never) (?:ever )?want (?:you|agents?|claude) to(?! always)|you (?:should(?: not|n'?t)|may not|are(?: not|n'?t) (?:allowed )?to)|(?:do not|don'?t) you (?:dare(?: to)?|ever)) /i;
/** Ways of work that a bare "no" turns down, or "don't" where they are a verb. */
const TURNED_DOWN =
  /^(?:please |and |also )*(?:no (?:more )?|avoid |(?:do not|don'?t) (?:ever )?(?=force))(?:force[- ]?push(?:es|ing)?|direct (?:push|commit|merge)e?s|(?:pushes|commits|merges)(?= to ma)|merge commits|default exports|semicolons|emojis?|em[- ]dashes|console\.logs?|wildcard imports|inline styles)(?:,? (?:ever|please|at all|anywhere|in production(?: code)?|to (?:main|master)))*\W*$/i;
/** What the project uses, and what not. */
const USES = pattern`^(?:this|our|the) (?:repo|repository|project|code ?base|monorepo|workspace) (?:only )?(?:uses|runs on|requires) (?!the\b|an?\b)[^,;]{2,40}(?:,? (?:and )?not |[,;] (?:so )?(?:please )?(?:do not|don'?t|never) use )(?!the\b|an?\b)\S+$`;
/** What an agent did, and the order that follows on it: "You ran npm install. Don't do that, use pnpm." */
const DID = /^(?:no[,.! ]+)?(?:why )?(?:did )?you\b/i;
const NOT_THAT =
  /^(?:please )?(?:do not|don'?t|never|stop) (?:do(?:ing)?|us(?:e|ing)|run(?:ning)?) (?:that|this|it)(?: again)?(?:[,;–—-]| and| but)+ (?:please |always |only )?(?:use|run) (?!(?:the|this|that|it|an?|my|your|one)\b)\S+(?: \S+)?$/i;

/**
 * What a person forbids in other words than those of a rule, at most two: whether it holds for all work they have to say. No
 * order of the work at hand: one that points at something, or is for now.
 */
export function prohibitionsIn(text: string): string[] {
  const own = ownSentences(text.replace(WARNING, ''), { ends: true });
  const found = own.flatMap((sentence, at) => {
    const before = own[at - 1];
    const isPair = before !== undefined && DID.test(before.unquoted) && NOT_THAT.test(plain(sentence));
    if (!isPair && !isProhibition(sentence)) return [];
    return isPair ? [`${before.text} ${sentence.text}`] : [sentence.text];
  });
  return found.filter(({ length }) => length >= MIN_CHARS && length <= MAX_CHARS).slice(0, MAX_PROHIBITIONS);
}

function isProhibition(sentence: OwnSentence): boolean {
  const said = plain(sentence);
  if (/[?？]|\bjust\b/.test(said) || isReported(said) || isOfTheMoment(said)) return false;
  if (TURNED_DOWN.test(sentence.unquoted) || USES.test(said)) return true;
  const order = said.replace(UNWANTED, 'do not ');
  const stem = ENDS.exec(order)?.[1];
  const orders = stem === undefined ? [order] : verbsOf(stem).map((verb) => order.replace(ENDS, `do not ${verb} `));
  if (isAtHand(order) || isFactOrSpot(order)) return false;
  return orders.some((one) => statementKind(one) === 'constraint' || isStandingRule(one));
}

/** What is said behind its lead, without the mark that ends it. */
function plain({ unquoted }: OwnSentence): string {
  return unquoted.replace(LEAD, '').replace(/[.!]+$/, '');
}

/** The verbs whose present participle begins with a stem: "us" of use, "committ" of commit, "add". */
function verbsOf(stem: string): string[] {
  return [stem, `${stem}e`, stem.replace(/(\w)\1$/, '$1')];
}
