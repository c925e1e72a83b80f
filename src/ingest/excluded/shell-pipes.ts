/** What stands in a command for the answer to another one. */
export const ANSWER = '\u0001';
/** Programs that read files. */
export const READER = programs(
  '(?:bat)?cat|bat|head|tail|less|more|nl|tac|rev|sed|g?awk|cut|sort|uniq|strings|xxd|od|hexdump|base64|paste|fold|fmt|perl|jq|yq',
);
/** Programs that search files. */
export const GREP = programs('[efu]?grep|rg|ag|ack');
/** Readers whose first word is no file. */
export const TAKES_SCRIPT = /(?:sed|awk|perl|jq|yq)$/;
/** Upper bound on the substitutions within substitutions. */
const DEPTH_MAX = 8;
/** Commands whose answers list no files. */
const LISTS_NOTHING = /^\s*(?:which|command|type|mktemp|date|seq|nproc|wc|pwd|grep -c)\b/;
const BEGIN_CHARS = 100;
/** What runs a text in quotes: a part that has it is of kind 2, one with a program that reads or searches of kind 1. */
const RUNS_TEXT = programs('\\w*sh|su|eval|watch|parallel');
const ESCAPED = /[\s'"`\\;|&<>()$!#]/;

/** Matches the name of one of the programs, also behind a folder. */
export function programs(names: string): RegExp {
  return new RegExp(`^(?:\\S*/)?(?:${names})$`);
}

/** One part of a pipe, as its words. */
export type PipePart = readonly string[];

/** Parts of which each reads what the one before it writes. `isTaken`: in a substitution, whose answer another command takes. */
export interface Pipe {
  parts: readonly PipePart[];
  isTaken: boolean;
}

/**
 * The pipes of a command, those of its substitutions among them, for which `ANSWER` stands where they are. A text in quotes is one
 * word where a program that searches or reads is given it, else its words are those of the command: something may run them. Files
 * that are written are left out, before one that is read stands `<`. Linear.
 */
export function pipesOf(command: string): Pipe[] {
  const pipes: Pipe[] = [];
  let at = 0;
  const read = (end: '' | ')' | '`', isTaken: boolean, depth: number): void => {
    let parts: string[][] = [];
    let words: string[] = [];
    let word: string | undefined;
    let [quote, isTarget, open, kind] = ['', false, 0, 0];
    const add = (text: string): void => {
      word = (word ?? '') + text;
    };
    const endWord = (): void => {
      if (word === undefined) return;
      if (!isTarget) {
        words.push(word);
        kind = Math.max(kind, RUNS_TEXT.test(word) ? 2 : READER.test(word) || GREP.test(word) ? 1 : 0);
      }
      [word, isTarget] = [undefined, false];
    };
    const endPart = (): void => {
      endWord();
      if (words.length > 0) parts.push(words);
      [words, isTarget, kind] = [[], false, 0];
    };
    const endPipe = (): void => {
      endPart();
      if (parts.length > 0) pipes.push({ parts, isTaken });
      parts = [];
    };
    for (; at < command.length; at += 1) {
      const [char = '', next = ''] = [command[at], command[at + 1]];
      const isRedirection = /[<>]/.test(char);
      // A quote without an end reaches no further than its line, but for a script.
      if (char === '\n' && !TAKES_SCRIPT.test(words[0] ?? '')) quote = '';
      if (quote === "'" && char !== quote) add(char);
      else if (char === '\\' && ESCAPED.test(next)) {
        if (next !== '\n') add(next);
        at += 1;
      } else if (char === '"' || char === "'") {
        if (quote !== '' && quote !== char) add(char);
        else if (quote !== '') quote = '';
        else if (kind === 1) [quote, word] = [char, word ?? ''];
      } else if (char === '`' && end === '`') break;
      else if (depth < DEPTH_MAX && (char === '`' || (next === '(' && (char === '$' || (isRedirection && !quote))))) {
        at += char === '`' ? 1 : 2;
        const isList = !LISTS_NOTHING.test(command.slice(at, at + BEGIN_CHARS));
        read(char === '`' ? '`' : ')', isList, depth + 1);
        add(isList && !isRedirection ? ANSWER : 'answer');
      } else if (quote !== '') add(char);
      else if (char === ')' && end === ')' && open === 0) break;
      else if (isRedirection) {
        if (/^\d$/.test(word ?? '')) word = undefined;
        endWord();
        isTarget = char === '>' || next === '<';
        if (!isTarget) words.push(char);
        else if (/[<>&|]/.test(next)) at += 1;
      } else if ((char !== '\n' && /\s/.test(char)) || (char === '&' && next === '>')) endWord();
      else if (char === '|' && next !== '|') {
        if (next === '&') at += 1;
        endPart();
      } else if (/[;|&\n()]/.test(char)) {
        open += char === '(' ? 1 : char === ')' ? -1 : 0;
        if (char !== '\n' || words.length > 0 || word !== undefined) endPipe();
      } else add(char);
    }
    endPipe();
  };
  read('', false, 0);
  return pipes;
}
