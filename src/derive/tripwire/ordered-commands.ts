import { baseName } from '../../core/text/text.ts';
import { parseShell } from '../tool/shell.ts';
import { matchingCommand } from './match.ts';
import type { CommandForm, Matcher } from './matcher.ts';
import { type MarkedSentence, unmarkCode } from './read-object.ts';
import { programName } from './synonyms.ts';

const MAX_ORDERED = 6;
const MAX_WORDS = 5;
/** What orders the command behind it, within its clause and without a negation there: `use `, `always run the `. */
const ORDER =
  /(?<=^|[\s(])(?:use|prefer|run|call|always|instead|via|through|go through)\s+(?:(?:always|only|just|plain|the|our|use|run|wrapper|script|command)\s+)*\(?\s*(?=\S)/gi;
const CLAUSE_BEGIN = /[.;:,!?–—]\s|\s(?:and|but|so)\s/g;
const NEGATED = /\b(?:never|not|no|avoid|stop|without|instead of|rather than)\b|n't\b/i;
const CODE = /^\uE000(\d)\uE001/;
/** The words of a command in a sentence. */
const WORDS = /^(?:(?:\.{0,2}\/)?[\w@./:-]*[\w/](?:\s+|$|(?=[.,;:!?()]))){1,5}/;

/**
 * The matchers of a rule, each without the commands that the same sentence orders in its place: "use `uv run pytest`, not `pytest`".
 * One that no words tell from the command that is ordered (`bin/rails` and `rails`) keeps that as its condition.
 */
export function withoutOrdered(matchers: readonly Matcher[], marked: MarkedSentence): Matcher[] {
  if (!matchers.some(({ on }) => on === 'command')) return [...matchers];
  const ordered = orderedIn(marked);
  return ordered.length === 0 ? [...matchers] : matchers.map((matcher) => withoutThose(matcher, ordered));
}

/** The commands that a sentence orders, each as its words. */
function orderedIn({ text, code }: MarkedSentence): string[][] {
  const found: string[][] = [];
  for (const { 0: order, index } of text.matchAll(ORDER)) {
    const begins = [...text.slice(0, index).matchAll(CLAUSE_BEGIN)].at(-1);
    const clause = text.slice(begins === undefined ? 0 : begins.index + begins[0].length, index);
    if (NEGATED.test(clause) || found.length >= MAX_ORDERED) continue;
    const rest = text.slice(index + order.length);
    const inner = code[Number(CODE.exec(rest)?.[1] ?? -1)];
    const words = (inner ?? WORDS.exec(unmarkCode(rest, code))?.[0] ?? '').trim().split(/\s+/).slice(0, MAX_WORDS);
    if (words[0] !== undefined && words[0] !== '') found.push(words);
  }
  return found;
}

function withoutThose(matcher: Matcher, ordered: readonly string[][]): Matcher {
  if (matcher.on !== 'command') return matcher;
  const forbidden = matcher.name.split(' ');
  const instead: CommandForm[] = [];
  for (const words of ordered) {
    const found = metOf(words, matcher);
    const plain = found?.map((word, i) => (i === 0 ? baseName(word) : word));
    if (found === undefined || plain === undefined) continue;
    if (plain.every((word, i) => word === forbidden[i])) return { ...matcher, when: `not ${found.join(' ')}` };
    instead.push(...formOf(plain, forbidden));
  }
  return instead.length === 0 ? matcher : { ...matcher, instead };
}

/**
 * The fewest words of an ordered command that the rule would refuse as they stand, and that are not the forbidden ones themselves
 * but for a folder before its program; `undefined` where it refuses none, so that nothing has to be let through.
 */
function metOf(words: readonly string[], matcher: Matcher): readonly string[] | undefined {
  for (let count = 1; count <= words.length; count += 1) {
    const first = words.slice(0, count);
    const line = first.join(' ');
    if (line !== matcher.name && matchingCommand(matcher, line) !== undefined) return first;
  }
  return undefined;
}

/** The form of an ordered command. Another program has all its names; a wrapper of the same one (`./gradlew`) the one that is said. */
function formOf(words: readonly string[], [forbidden = '']: readonly string[]): CommandForm[] {
  const [command] = parseShell(words.join(' '));
  if (command === undefined) return [];
  const isFlag = (arg: string): boolean => arg.startsWith('-');
  const plain = command.args.filter((arg) => !isFlag(arg));
  const flags = command.args.filter(isFlag).map((flag) => [flag]);
  const isSame = programName(command.program) === programName(forbidden);
  const further = isSame && plain.length === 0 ? {} : { words: plain };
  return [{ program: command.program, ...further, ...(flags.length > 0 && { args: flags }) }];
}
