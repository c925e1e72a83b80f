import { wordSet } from '../../core/text/word-set.ts';
import {
  INSERTS,
  MADE_NOUNS,
  NOT_PLAIN,
  NOUN_VERBS,
  OBJECT,
  ORDER_LEAD,
  PART_NOUNS,
  POLITE,
  REMOVALS,
  SLOT_NOUNS,
  SPEAKERS,
  TEXT_NOUNS,
  VERBS,
} from './order-words.ts';

const MAX_CHARS = 300;
/** Marks of quotations, pointers, tags and tables, and the end of words that introduce others. */
const MARKS = /[¤"“”„«»<>^←↑→⇧⬆☝👆|{}[\]…]|[:：]\s*$|\p{Extended_Pictographic}|(?:^|\s)['‘]|\/s\b/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_'’-]*/gu;
/** A past tense or participle; words that only end like one. */
const PAST =
  /^(?!(?:need|feed|seed|speed|embed|exceed|proceed|red|bed|shed|unified|nested|typed|shared|indexed|cached)$)\p{L}+ed$/u;
/** A name as code has it: a path, an address within code, a name in two cases, code in backticks. */
const CODE = /`[^`]+`|[\w-]+(?:[/_.]|::)[\w/.-]*\w|\b[a-z]+[A-Z]\w*|(?<!\w)\/\w+/g;
const DOCUMENT = /\.(?:md|mdx|txt|rst|adoc|html?|json|ya?ml|toml|csv|pdf|docx?)\b/i;
const DETERMINER = /^(?:the|our|my|all|both|every|each|die|den|der|el|la|los|las|le|les)$/;
/** The new value of something, which ends its order. */
const VALUE = /\s(?:to|by|with) #?[\w.-]*\w(?: everywhere)?[.!?]?$/;
const CHANGES: ReadonlySet<string> = wordSet('bump change rename replace set increase decrease raise lower upgrade');
/** An order that gives something another name, version, number or colour. */
const RENEWS = /^(?:bump|rename|upgrade|increase|decrease|raise|lower|change)\b/i;
/** An order to go on, or one to a program that takes no words. */
const GOES_ON = /^(?:continue|go on|proceed|rebase|push|pull|merge|format|rerun the tests)\b/i;
/** The place of the work at hand, which is no text: it counts as `branch`. */
const THIS_PLACE =
  /\bthis (?:branch|repo|repository|project|package|code ?base|module|class|function|method|component)\b/gi;
/** An order in German with its verb at the end: what it is about. */
const GERMAN =
  /^(?:den|die|das|eine?n?|alle) (.+) (?:beheben|ändern|umbenennen|ergänzen|hinzufügen|implementieren|einbauen|verschieben|aktualisieren|ausführen|laufen lassen|fixen|committen)[.!]?$/i;

/**
 * True for a sentence that only orders work: it begins with the verb of an order, and holds no word that points, reports, judges
 * or denies, and no name of a text, but the name of a part of a program, code, or a new value.
 */
export function isPlainOrder(sentence: string): boolean {
  if (sentence.length > MAX_CHARS || MARKS.test(sentence)) return false;
  const led = sentence.replace(ORDER_LEAD, '');
  const said = led.replace(POLITE, '');
  if (/[?？]/.test(said) && said === led) return false;
  const german = GERMAN.exec(said)?.[1];
  if (german !== undefined) return isWithout(wordsIn(german), [NOT_PLAIN, TEXT_NOUNS, PART_NOUNS]);
  const [first = ''] = said.split(/\s+/, 1);
  const verb = first.toLowerCase();
  const rest = said.slice(first.length).trim();
  if (rest === '' || !isOrder(verb, rest)) return false;
  const words = wordsIn(rest);
  if (!isWithout(words, [NOT_PLAIN, TEXT_NOUNS]) || words.some((word) => PAST.test(word))) return false;
  if (words.some((word, at) => PART_NOUNS.has(word) && isBare(words[at - 1]))) return false;
  const isOfProgram =
    (CHANGES.has(verb) && VALUE.test(rest)) || rest.search(CODE) >= 0 || words.some((word) => MADE_NOUNS.has(word));
  return isOfProgram && (!INSERTS.has(verb) || (!DOCUMENT.test(rest) && isWithout(words, [SLOT_NOUNS])));
}

/** True for a plain order that makes nothing which could hold, show or judge words: it gives a value, or goes on with the work. */
export function isClosedOrder(sentence: string): boolean {
  const said = sentence.replace(ORDER_LEAD, '').replace(POLITE, '');
  return (RENEWS.test(said) && VALUE.test(said)) || GOES_ON.test(said);
}

/** True for an order that makes nothing which could say, show or judge the words beside it. */
export function isWordless(order: string): boolean {
  return !wordsIn(order).some((word, at) => at > 0 && SPEAKERS.has(word));
}

/** The words of a sentence in small letters, without names as code has them. */
export function wordsIn(text: string): string[] {
  const prose = text.replaceAll(THIS_PLACE, ' branch ').replaceAll(CODE, ' ');
  return (prose.match(WORD) ?? []).map((word) => word.toLowerCase().replaceAll('’', "'"));
}

function isWithout(words: readonly string[], sets: readonly ReadonlySet<string>[]): boolean {
  return !words.some((word) => sets.some((set) => set.has(word)));
}

function isOrder(verb: string, rest: string): boolean {
  if (VERBS.has(verb)) return true;
  if (NOUN_VERBS.has(verb)) return OBJECT.test(rest);
  return REMOVALS.has(verb) && !DOCUMENT.test(rest) && rest.search(CODE) >= 0;
}

/** True where nothing before a noun says which one is meant: what it names may be what stands beside it. */
function isBare(before: string | undefined): boolean {
  return before === undefined || DETERMINER.test(before);
}
