import type { Node } from 'web-tree-sitter';
import type { Language } from '../languages/language.ts';

const COMMENT = /comment/;
/** Upper bounds on the comments above one symbol, and on the characters of a doc. */
const COMMENTS = 60;
const DOC_CHARS = 140;
/** What a comment is made of besides its words: its marks at both ends, and at the start of each line. */
const MARKS = /^[ \t]*(?:\/\*[*!]?|\/\/[/!]?|--+\[*|#+!?|<#|\*(?!\w)|'''|""")[ \t]?|(?:\*\/|#>|\]\]|'''|""")[ \t]*$/gm;
const TAGS = /<\/?[a-z]+(?:\s[^<>]{0,80})?\/?>/gi;
const SHEBANG = /^#!\//;
const SENTENCE = /^(.+?[.!?])(?:\s|$)/s;
/** Comments for programs, not for readers. */
const DIRECTIVE =
  /^(?:eslint|prettier|biome|tslint|@ts-|ts-|istanbul|c8|v8|noqa|pylint|type:|rubocop|shellcheck|nolint|region|#?endregion|!\/|-\*-|vim:|copyright|spdx|license)/i;

/** The line, from 1, on which the comment of a symbol begins; `undefined`: it has none. */
export function docOf(outer: Node, body: Node | null, language: Language): number | undefined {
  return (language.docInside === true ? docWithin(body) : undefined) ?? docAbove(outer, language);
}

function docWithin(body: Node | null): number | undefined {
  const statement = body?.namedChild(0);
  const string = statement?.type === 'expression_statement' ? statement.namedChild(0) : statement;
  if (string?.type !== 'string') return undefined;
  return firstSentence(string.text) === '' ? undefined : string.startPosition.row + 1;
}

function docAbove(outer: Node, { between = [] }: Language): number | undefined {
  const comments: Node[] = [];
  let below = outer;
  for (
    let above = outer.previousNamedSibling;
    above !== null && comments.length < COMMENTS;
    above = above.previousNamedSibling
  ) {
    const gap = below.startPosition.row - endRow(above);
    if (between.includes(above.type) && gap <= 1) {
      below = above;
      continue;
    }
    if (!COMMENT.test(above.type) || gap > 1 || sharesLine(above) || SHEBANG.test(above.text)) break;
    comments.unshift(above);
    below = above;
  }
  const [first] = comments;
  if (first === undefined) return undefined;
  const text = firstSentence(comments.map((comment) => comment.text).join('\n'));
  return text === '' ? undefined : first.startPosition.row + 1;
}

/** Some grammars count the end of the line to a comment. */
function endRow({ endPosition: { row, column } }: Node): number {
  return column === 0 ? row - 1 : row;
}

/** True for a comment at the end of a line of code: it is about that line. */
function sharesLine(comment: Node): boolean {
  const before = comment.previousSibling;
  return before !== null && !COMMENT.test(before.type) && before.endPosition.row === comment.startPosition.row;
}

/** The first sentence of a comment, in one line. */
export function firstSentence(comment: string): string {
  const words = comment.replace(MARKS, '').replace(TAGS, '').trim();
  if (DIRECTIVE.test(words)) return '';
  const [paragraph = ''] = words.split(/\n[ \t]*\n|\n[ \t]*[@:\\](?:param|returns?|type|throws|brief)\b/);
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const sentence = SENTENCE.exec(line)?.[1] ?? line;
  return sentence.length > DOC_CHARS ? `${sentence.slice(0, DOC_CHARS - 1).trimEnd()}…` : sentence;
}
