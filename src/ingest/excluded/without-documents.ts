import { codeTexts, isShell, languageAt } from './languages.ts';

/** Upper bound on the here-documents of a command that are looked at. */
const DOCUMENTS_MAX = 100;
const DOCUMENT = /(?<!<)<<-?[ \t]*(["']?)(\w{1,64})\1/g;
/** A message that a program of versions or forges is given as a here-document. */
const TELLER = /\b(?:git|gh|glab|jj)\s[^;|&]*$/;
const MESSAGE = /\s(?:-[a-z]{0,9}m|--(?:message|title|body))[ =]?"\$\(cat $/;
const MESSAGE_OF_INPUT = /^\s*(?:git|gh|glab|jj)\s[^;|&]*\s(?:-[a-z]*F|--(?:\w+-)?file)[ =]?-(?!\S)/;
/** How much before a document is looked at for that. */
const BEFORE_CHARS = 1_000;
/** What writes a text to a file, or prints it. */
const WRITER = /^\s*(?:cat|tee)\s/;
const TARGET = /(?:>>?|\btee(?:[ \t]+-a)?)[ \t]*["']?([^\s"'<>|&;]{1,400})/;
/** Lines by which a database's program reads or runs something. */
const OWN_LINE = /^[ \t]*[.\\!]/m;
/** What a shell runs within a word or text. */
export const RUN = /\$\(|`/;

/** A here-document: what stands before and behind it in its line, and where its text and its last line are. */
export interface Document {
  text: string;
  before: string;
  behind: string;
  /** A shell runs something in it before the program gets it. */
  isRun: boolean;
  from: number;
  until: number;
  end: number;
}

/**
 * A command without the here-documents that are no words of a shell: code but for its texts in quotes, a query, the message of a
 * commit, and what `cat` writes into a file that nothing behind it names. What a shell reads stays. Linear.
 */
export function withoutDocuments(command: string): string {
  return mapDocuments(command, textOf);
}

/** A command with what `map` leaves of the text of each of its here-documents. Linear. */
export function mapDocuments(command: string, map: (document: Document, command: string) => string): string {
  let left = '';
  let at = 0;
  for (const document of documentsIn(command)) {
    if (document.from < at) continue;
    left += command.slice(at, document.from) + map(document, command);
    at = document.until;
  }
  return left + command.slice(at);
}

function documentsIn(command: string): Document[] {
  const found: Document[] = [];
  let looks = 0;
  for (const { 0: mark, 1: quote, 2: name = '', index } of command.matchAll(DOCUMENT)) {
    looks += 1;
    if (looks > DOCUMENTS_MAX) break;
    const line = command.indexOf('\n', index + mark.length);
    const last = line < 0 ? null : new RegExp(`\\n[ \\t]*${name}[ \\t]*(?=\\n|$)`, 'g');
    if (last === null) continue;
    last.lastIndex = line;
    const end = last.exec(command);
    if (end === null) continue;
    const before = command.slice(command.lastIndexOf('\n', index) + 1, index);
    const behind = command.slice(index, line);
    const text = command.slice(line, end.index);
    const isRun = quote === '' && RUN.test(text);
    found.push({ text, isRun, before, behind, from: line, until: end.index, end: last.lastIndex });
  }
  return found;
}

/** True where what follows names the file that a command writes, so that it may run it. */
function isNamedIn(rest: string, writer: string): boolean {
  if (rest.trim() === '') return false;
  const name = TARGET.exec(writer)?.[1]?.split('/').at(-1) ?? '';
  return name === '' || rest.includes(name);
}

/** What of a document can be words of a shell. */
function textOf({ text, before, behind, isRun, end }: Document, command: string): string {
  if (isRun) return text;
  const rest = command.slice(end);
  const near = before.slice(-BEFORE_CHARS);
  if (MESSAGE.test(near) && TELLER.test(near) && /^\s*\)"/.test(rest)) return '';
  const program = before.split(/[;|&()`]/).at(-1) ?? '';
  if (MESSAGE_OF_INPUT.test(program + behind)) return '';
  if (WRITER.test(program) && !/[|&;]/.test(behind) && !isNamedIn(rest, program + behind)) return '';
  const words = program.split(/\s+/).filter((word) => word !== '');
  const language = languageAt(words);
  if (language === undefined || words.some(isShell)) return text;
  const options = words.slice(language.at + 1);
  const script = options.findIndex((word) => !word.startsWith('-'));
  if (language.isDatabase) return OWN_LINE.test(text) ? text : codeTexts(text);
  return script < 0 || options.slice(0, script).includes('-') ? codeTexts(text) : text;
}
