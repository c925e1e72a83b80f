import { oneLine } from '../../core/text/text.ts';
import { sentencesOf } from '../text/prose.ts';
import { isProgram } from '../tripwire/known-commands.ts';
import { CONTINUED, LEAD } from './choice-patterns.ts';
import { isLeftOpen, isOpenAbroad } from './unconfirmed-statements.ts';

const MAX_WISHES = 6;
const MIN_CHARS = 6;
/** Words of a general rule, in all languages read. */
const GENERAL =
  /\b(?:always|never|ever|from now on|going forward|from here on|in (?:the )?future|prefer(?:s|red|ence)?|rule|convention|policy|must|mandatory|forbidden|not allowed|do not|don'?t|every time|each time|whenever)\b|总是|永远|必须|禁止|以后|不要|偏好|\b(?:immer|niemals|nie|ab sofort|toujours|jamais|désormais|siempre|nunca|sempre)\b/i;
/** General wishes in languages other than English. */
const LASTING =
  /^(?:请)?(?:以后|今后|总是|永远|每次|务必|必须|禁止|不要再)|^(?:ab (?:jetzt|sofort)|immer|niemals|nie) \S+ \S|^(?:toujours|désormais|ne .{2,60} jamais) ?\S|^(?:siempre|nunca|de ahora en adelante|sempre|de agora em diante) \S+ \S|^(?:今後|必ず|常に)/i;
/** General wishes in English: how to write and answer, what to do each time. */
const WISH = new RegExp(
  [
    "^(?:from now on|going forward|from here on|in (?:the )?future|for future reference)\\b,? (?!(?:i|he|she|they)(?:'ll|'m| will| am| is| are)\\b).{6,}",
    '^(?:make sure|be sure|remember|ensure)\\b.{0,100}\\b(?:always|never|every|each|whenever|before (?:you )?commit(?:ting)?)\\b',
    '^(?:answer|respond|reply|write|speak|talk)(?: to me)? in (?:plain )?(?:english|german|french|spanish|italian|portuguese|chinese|japanese|korean|russian)\\b',
    "^(?:no|(?:do not|don'?t|never|stop) (?:use|using|add|adding|put|write|writing)) (?:emojis?|em[- ]dashes|markdown|comments)\\b",
    '^keep (?:your|the|all)? ?(?:answers|replies|responses|commits|commit messages|functions|diffs|prs) (?:short|small|brief|concise|simple)\\b',
    '^i (?:always|usually|generally) (?:want|like|prefer|use|write|expect) \\S',
  ].join('|'),
  'i',
);
/** Questions, by question mark or by the Japanese particle at their end. */
const ASKED = /(?:[?？]|か[。.]?)\s*$/;
/** Complaints in languages other than English about what always goes wrong. */
const GRUMBLE =
  /^(?:总是|每次).*(?:报错|失败|出错|崩溃|错误)|^(?:常に).*(?:エラー|失敗)|^toujours (?:la|le|les|un|une) |^(?:siempre|nunca|sempre) (?:falla|funciona|da|hay|me|se|falha|dá) /i;
/** Repetitions and corrections by a person: a preference once they occur twice. */
const CORRECTION =
  /^(?:no[,.!]|stop\b|again[,:]|not again|please stop|(?:as|like) i (?:said|told)|i (?:already |just )?(?:said|told you|asked you|asked for)|you (?:keep|always|again)\b|why (?:do|did) you (?:keep|always|again))/i;

/** True for a general rule: a preference rather than a decision. */
export function isLasting(statement: string): boolean {
  return GENERAL.test(statement);
}

/** Words of a decision that applies from now on. */
const FOR_GOOD =
  /\b(?:always|never|from now on|going forward|prefer|(?:to|in|for|on|with) any(?! more\b)|(?:every|each) (?:time|commit|pr|pull request|change|release|session|task)|whenever|where(?:ver)? possible|if we can help it|in general|generally|as a rule|by convention)\b|^keep (?:our|your|all (?:our|your)) /i;
/** A choice of one program over another. */
const PROGRAMS = /\b(?:use|prefer|run|with) `?([\w.-]+)`?,? (?:instead of|rather than|over|not|and not) `?([\w.-]+)/i;

/** True for a person's choice that applies in general, or that picks one known program over another. */
export function isPreference(choice: string): boolean {
  const plain = choice.replace(LEAD, '');
  const [, one = '', other = ''] = PROGRAMS.exec(plain) ?? [];
  return FOR_GOOD.test(plain) || (isProgram(one.toLowerCase()) && isProgram(other.toLowerCase()));
}

/** General wishes and corrections in a prompt, at most six, besides the rules that `statementsIn` reads. */
export function wishesIn(text: string): { text: string; correction: boolean }[] {
  const found: { text: string; correction: boolean }[] = [];
  if (CONTINUED.test(text)) return found;
  for (const sentence of sentencesOf(text)) {
    const plain = oneLine(sentence);
    const correction = CORRECTION.test(plain);
    const lasting = isLastingWish(plain);
    if (plain.length < MIN_CHARS || !(correction || lasting) || ASKED.test(plain)) continue;
    found.push({ text: plain, correction: correction && !lasting });
    if (found.length >= MAX_WISHES) break;
  }
  return found;
}

function isLastingWish(plain: string): boolean {
  if (isLeftOpen(plain)) return false;
  if (LASTING.test(plain)) return !GRUMBLE.test(plain) && !isOpenAbroad(plain);
  return WISH.test(plain) || WISH.test(plain.replace(LEAD, ''));
}
