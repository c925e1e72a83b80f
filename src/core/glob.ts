const MAX_PATH = 4_096;

/** Marks and letters by which text is longer in Unicode's decomposed form than composed. */
const DECOMPOSED = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a]/;

/** A text in lower case and Unicode's composed form (NFC): macOS gives names in the other one. */
export function foldPath(text: string): string {
  const lower = text.toLowerCase();
  return DECOMPOSED.test(lower) ? lower.normalize('NFC') : lower;
}

/** The segments of a path's first 4,096 characters, in lower case and composed form, `..` resolved. */
export function pathSegments(path: string): string[] {
  const segments: string[] = [];
  for (const segment of foldPath(path.slice(0, MAX_PATH)).split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.' && segment !== 'file:') segments.push(segment);
  }
  return segments;
}

/**
 * True when path segments match glob segments: `*` and `?` within a segment, `**` for any number of segments. The work
 * is at most the product of both lengths.
 */
export function matchesGlob(globs: readonly string[], segments: readonly string[]): boolean {
  return matchList(globs, segments, SEGMENTS);
}

/** The wildcard for any number of elements, and how one element is compared. */
interface Wildcards {
  many: string;
  one: (glob: string, item: string) => boolean;
}

const CHARACTERS: Wildcards = { many: '*', one: (glob, char) => glob === '?' || glob === char };

const SEGMENTS: Wildcards = {
  many: '**',
  one: (glob, name) => (/[*?]/.test(glob) ? matchList([...glob], [...name], CHARACTERS) : glob === name),
};

/**
 * Matches a list against a list of globs. Only the last wildcard is backtracked to, so the work is at most the product
 * of both lengths.
 */
function matchList(globs: readonly string[], items: readonly string[], wildcards: Wildcards): boolean {
  let glob = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length; ) {
    if (globs[glob] === wildcards.many) {
      star = glob;
      glob += 1;
      resume = item;
    } else if (glob < globs.length && wildcards.one(globs[glob] ?? '', items[item] ?? '')) {
      glob += 1;
      item += 1;
    } else if (star >= 0) {
      glob = star + 1;
      resume += 1;
      item = resume;
    } else return false;
  }
  while (globs[glob] === wildcards.many) glob += 1;
  return glob === globs.length;
}
