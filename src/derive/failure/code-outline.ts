const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;
/** A comment, and the directive to a checker with which it may begin. */
const COMMENT =
  /(?:^|\s+)(?:\/\/|#(?=\s)|\/\*|--\s)(\s?(?:nolint(?::[\w,]+)?|eslint-disable(?:-next-line|-line)? [\w/@-]+|biome-ignore [\w/]+|noqa(?:: ?[A-Z]\d+)?|@ts-expect-error))?.*$/;
const VERBS = /%[+#]?[a-z]/g;
/** Four words with nothing but spaces between: more than code needs. */
const SENTENCE = /[\p{L}']{2,}(?: [\p{L}']{2,}){3}/u;
const NAME = /^[\w./*@:-]{1,40}$/;

/**
 * A line of code without its prose: strings of more than a name give way to "…" and their format verbs, comments to the
 * directive to a checker in them. '' where it still reads like a sentence.
 */
export function codeOutline(line: string): string {
  const bare = line.replace(STRING, (text) => {
    const quote = text[0] ?? '"';
    const inner = text.slice(1, -1);
    return NAME.test(inner)
      ? text
      : `${quote}…${(inner.match(VERBS) ?? []).map((verb) => ` ${verb}`).join('')}${quote}`;
  });
  const short = bare.replace(COMMENT, (comment, directive: string | undefined) =>
    directive === undefined ? '' : comment.slice(0, comment.indexOf(directive) + directive.length),
  );
  const outline = short.trim();
  return SENTENCE.test(outline) ? '' : outline;
}
