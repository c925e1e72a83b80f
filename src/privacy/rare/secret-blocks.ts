import { matchEnd } from '../kinds/match-end.ts';
import type { AnchorPlace, Secret } from '../kinds/secret.ts';
import type { SecretTests } from './secret-tests.ts';

const BEFORE_MAX = 200;
const LINES_MAX = 60;
const LINE_MAX = 400;
/** The word that ends a here-document, and the rest of the line that begins it. */
const HERE = /<<[-~]?[ \t]?["']?([A-Za-z]\w{0,19})["']?([^\n]{0,120})\n/y;
/** A command that reads a password, or `user:password`, from its input. */
const READS_LOGIN = /\b(?:chpasswd|passwd|sudo -\w{0,3}S|--(?:password-)?stdin|smbpasswd)\b/;
const WRITTEN_FILE = /(?:>{1,2}|\btee (?:-a )?) ?["']?([\w./~$@{}+-]{3,120})/;
/** Files of secrets that stand in the folders of programs. */
const FILE_OF_SECRETS = /(?:(?:chap|pap|ipsec)[-.]secrets|sasl_passwd|passwd|credentials?|secrets?)(?:\.\w{2,5})?$/;
/** `list: |` below `chpasswd:`, as cloud-init has it; and the head of a section of users. */
const LIST = /\s{1,12}(?:expire: \w{1,6}\s{1,12})?list: ?[|>]?-?[ \t]{0,4}\n/y;
const SECTION = /[ \t]{0,4}\r?\n/y;
const LOGIN = /^[ \t]*(?:- )?["']?(?:[\w.@-]{1,64}:)?(\S{4,200}?)["']?$/;
const OF_USER = /^[ \t]*[\w.@-]{1,64}[ \t]*=[ \t]*["']?([^\s,"']{6,200})/;
/** Letters of both cases, digits and signs, or two of these and twelve characters of them. */
const STRONG = /^(?=.*[A-Za-z])(?=.*\d)(?:(?=.*[!#%&*+=@^~$-])|(?=.*[a-z].*[A-Z]|.*[A-Z].*[a-z])(?=.{12}))/;
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;

/** The secrets in the lines that a command reads, a file of secrets takes or a section of users has, or the offset of the end. */
export function findSecretBlock(
  text: string,
  { start, end }: AnchorPlace,
  tests: SecretTests,
): readonly Secret[] | number {
  if (text.charAt(start) === '<') return inHereDocument(text, start, tests) ?? end;
  const isList = text.charAt(start) !== '[';
  const at = matchEnd(isList ? LIST : SECTION, text, end);
  if (at < 0) return end;
  return inLines(text, at, {
    isEnd: (line) => !(isList ? LOGIN : OF_USER).test(line),
    find: (line) =>
      spansOf(line, isList ? LOGIN : OF_USER, (value) => STRONG.test(value) && !tests.isPlaceholder(value)),
  });
}

function inHereDocument(text: string, start: number, tests: SecretTests): readonly Secret[] | number | undefined {
  HERE.lastIndex = start;
  const match = HERE.exec(text);
  if (match === null) return undefined;
  const at = HERE.lastIndex;
  const [, word = '', rest = ''] = match;
  const window = text.slice(Math.max(0, start - BEFORE_MAX), start);
  const command = `${window.slice(window.lastIndexOf('\n') + 1)} ${rest}`;
  const file = WRITTEN_FILE.exec(command)?.[1] ?? '';
  const isFile = FILE_OF_SECRETS.test(file) || tests.isSecretFile(file);
  if (!isFile && !READS_LOGIN.test(command)) return at;
  const isPassword = (value: string): boolean =>
    tests.isSecretOf('password', value, { form: 'bare', quotedName: false }) && !HOST.test(value);
  return inLines(text, at, {
    isEnd: (line) => line.trim() === word,
    find: (line) => (isFile ? wordsOf(line, isPassword) : spansOf(line, LOGIN, (value) => !tests.isPlaceholder(value))),
  });
}

interface LineRules {
  isEnd(line: string): boolean;
  find(line: string): { from: number; to: number }[];
}

function inLines(text: string, from: number, { isEnd, find }: LineRules): readonly Secret[] | number {
  const secrets: Secret[] = [];
  let at = from;
  for (let lines = 0; lines < LINES_MAX && at < text.length; lines += 1) {
    const window = text.slice(at, at + LINE_MAX);
    const lineEnd = window.indexOf('\n');
    const line = lineEnd < 0 ? window : window.slice(0, lineEnd);
    if (isEnd(line)) break;
    for (const span of find(line)) secrets.push({ start: at + span.from, end: at + span.to, kind: 'password' });
    at += line.length + 1;
  }
  return secrets.length > 0 ? secrets : Math.min(at, text.length);
}

/** What a pattern captures at the end of its match, when it is a secret. */
function spansOf(line: string, pattern: RegExp, isSecret: (value: string) => boolean): { from: number; to: number }[] {
  const match = pattern.exec(line.trimEnd());
  const value = match?.[1] ?? '';
  const from = line.lastIndexOf(value);
  return value !== '' && !value.includes('[redacted:') && isSecret(value) ? [{ from, to: from + value.length }] : [];
}

function wordsOf(line: string, isSecret: (word: string) => boolean): { from: number; to: number }[] {
  return [...line.matchAll(/[^\s:"'=]{5,200}/g)]
    .filter(([word]) => !word.includes('[redacted') && isSecret(word))
    .map(({ 0: word, index }) => ({ from: index, to: index + word.length }));
}
