import type { ItemOf } from '../../core/model/item.ts';
import { operandsOf, parseShell } from '../tool/shell.ts';
import { matchersIn } from './find-matchers.ts';
import { commandMatcher, isProgram, isProgramWith, isSubcommand } from './known-commands.ts';
import type { Matcher } from './matcher.ts';
import { pathOf, readPhrase } from './read-object.ts';

const ASKED = /[?？]\s*["')\]]*$/;
const MOMENT = /\b(?:now|yet|today|this time|for now|first|wait|until)\b/i;
const START = /^(?:(?:no+|nope|stop|please|hey|wait)[\s,.!:;–—-]+)*/i;
/** "I did not say commit anything": done without being asked. */
const NOT_ASKED =
  /\bI (?:did not|didn'?t|never|have not|haven'?t) (?:say|said|ask(?:ed)?|tell|told|want(?:ed)?|request(?:ed)?)(?: (?:you|it|for|to|that|a|me|any|the))* /i;
/** "Don't run that", "never edit this by hand": the refused call itself. */
const NOT_THAT =
  /^(?:do not|don'?t|never|stop|you (?:must|should|may)(?: not|n'?t))(?: ever)? (?:run(?:ning)?|execut(?:e|ing)|us(?:e|ing)|call(?:ing)?|do(?:ing)?|edit(?:ing)?|modify(?:ing)?|chang(?:e|ing)|touch(?:ing)?|writ(?:e|ing)|delet(?:e|ing)) (?:(?:this|that|it|these|those|generated|vendored)(?: (?:command|file|script|tool|code|files))?|such (?:files|commands))(?: (?:by hand|manually|directly|ever|again|here|anywhere|at all|in this (?:repo|project)|please))*\s*(?:$|[.;,!–—])/i;
/** "Use pnpm", "we run everything with just": another program instead. */
const USE =
  /^(?:(?:always|only|instead|just|we|you should|you must) )*(?:use|run|try)\s+`?([a-z][\w.-]{1,30})(?:\s+([a-z][\w:-]{1,30}))?`?/i;

/**
 * Matchers of what a person turned down with a reply to the work: what its words forbid by name, and of a refused call also the
 * call itself, where the words say that it is not to be made at all or name another program. Nothing for a question, or for what
 * is not to be done just now.
 */
export function matchersOfReply({ text, detail }: Pick<ItemOf<'knowledge'>, 'text' | 'detail'>): Matcher[] {
  const said = text.trim();
  if (ASKED.test(said) || (detail.reply?.to !== 'refusal' && detail.reply?.to !== 'work')) return [];
  const named = matchersIn(said);
  if (named.length > 0) return named;
  const unasked = NOT_ASKED.exec(said);
  if (unasked !== null) {
    const found = readPhrase(said, unasked.index + unasked[0].length)?.matchers ?? [];
    return found.map((matcher) => ({ ...matcher, when: 'without being asked' }));
  }
  if (detail.reply.to !== 'refusal' || MOMENT.test(said)) return [];
  const plain = said.replace(START, '');
  if (NOT_THAT.test(plain)) return refusedCall(detail);
  const [, program = '', word] = USE.exec(plain) ?? [];
  return insteadOf(detail, { program: program.toLowerCase(), word });
}

/** The files that the refused call would have changed, else its command. */
function refusedCall({ filesRead = [], reply }: ItemOf<'knowledge'>['detail']): Matcher[] {
  if (filesRead.length > 0) return filesRead.slice(0, 2).flatMap((path) => pathOf(path, 'write') ?? []);
  const command = commandIn(reply?.about);
  return command === undefined ? [] : [commandMatcher(command.program, command.words)];
}

/** The refused command, where the person named another program, or another subcommand of the same, instead. */
function insteadOf(
  { reply }: ItemOf<'knowledge'>['detail'],
  { program, word }: { program: string; word: string | undefined },
): Matcher[] {
  const command = commandIn(reply?.about);
  if (command === undefined || !(isProgram(program) || isProgramWith(program, word))) return [];
  if (program !== command.program) return [commandMatcher(command.program, command.words)];
  return word !== undefined && isSubcommand(word) && command.words.length > 0 && word !== command.words[0]
    ? [commandMatcher(program, command.words)]
    : [];
}

/** The one command that a call's title shows, as far as it is of a known program: several could each be what was refused. */
function commandIn(title = ''): { program: string; words: string[] } | undefined {
  const commands = parseShell(title).filter(({ program }) => program !== 'cd' && program !== 'export');
  const [command] = commands;
  if (command === undefined || commands.length > 1) return undefined;
  const words = operandsOf(command).slice(0, 1).filter(isSubcommand);
  const { program } = command;
  return isProgram(program) || isProgramWith(program, words[0]) ? { program, words } : undefined;
}
