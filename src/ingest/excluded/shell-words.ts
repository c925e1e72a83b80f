/** Upper bound on the lines within lines that are read: `ssh host "bash -c '…'"`. */
const DEPTH_MAX = 3;
/** Upper bound on the places of one word behind which a path can begin: `--file=…`, `host:…`, `@…`. */
const STARTS_MAX = 8;
const WORD_CHARS = 4_096;
/** One word of a line with its quotes and escaped characters; a quote without an end reaches to the end of the line. */
export const WORD = /(?:[^\s'"\\;|&<>()`]+|\\(?:.|$)|'[^']*(?:'|$)|"(?:[^"\\]+|\\(?:.|$))*(?:"|$))+/g;
const PART = /'([^']*)'?|"((?:[^"\\]+|\\(?:.|$))*)"?|\\(.)/g;
const SPECIAL = /[\s'"\\;|&<>(){}@=,:]/;
const QUOTE = /["'`]/;

/**
 * The words of a command as a shell reads them, without quotes and with what they escape, as far as a blank or a sign is in them
 * that ends a word otherwise: `"client corp/a.md"`, `client\ corp/a.md`. A word that holds a line again has its words, too. At most
 * somewhat more than `max`. Linear.
 */
export function shellWords(command: string, max: number): ReadonlySet<string> {
  const found = new Set<string>();
  collect(command, { found, max }, 0);
  return found;
}

interface Collecting {
  found: Set<string>;
  max: number;
}

function collect(text: string, collecting: Collecting, depth: number): void {
  const { found, max } = collecting;
  for (const line of text.split('\n')) {
    if (!SPECIAL.test(line)) continue;
    // Between any two quotes a name can stand, whichever of them a program takes for the begin.
    for (const run of line.split(QUOTE)) if (run === run.trim()) add(found, run);
    for (const [word] of line.matchAll(WORD)) {
      const plain = word.replace(
        PART,
        (...[, single, double, escaped = '']: (string | undefined)[]) =>
          single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped,
      );
      add(found, plain);
      if (found.size > max) return;
      if (depth < DEPTH_MAX && plain !== word) collect(plain, collecting, depth + 1);
    }
  }
}

/** Adds a word and what stands in it behind a sign that a path can follow. */
function add(words: Set<string>, word: string): void {
  if (word.length > WORD_CHARS || !SPECIAL.test(word)) return;
  words.add(word);
  const starts = word.matchAll(/[=:@,<({]/g);
  for (let left = STARTS_MAX; left > 0; left -= 1) {
    const start = starts.next();
    if (start.done === true) return;
    words.add(word.slice(start.value.index + 1));
  }
}
