import type { Edit, Point, Tree } from 'web-tree-sitter';
import type { Language } from '../languages/language.ts';

/** Upper bounds on the trees that are kept, and on the characters of a text whose tree is: a tree takes 30 times its text. */
const TREES = 4;
const CHARS = 256 * 1024;

interface KeptTree {
  language: Language;
  text: string;
  tree: Tree;
}

/** The trees of the texts parsed last: one that changed since is parsed again only where it did. */
export interface KeptTrees {
  /** The tree of what was kept under a name, made to fit this text. It is the caller's to delete. */
  take(name: string, language: Language, text: string): Tree | undefined;
  /** Keeps a tree, or deletes it. One with faults is not kept: what a parser makes of those hangs on where it began. */
  keep(name: string, kept: KeptTree): void;
}

/** Creates an empty keeper of trees. */
export function createKeptTrees(): KeptTrees {
  const trees = new Map<string, KeptTree>();
  return {
    take(name, language, text) {
      const known = trees.get(name);
      trees.delete(name);
      if (known?.language !== language) {
        known?.tree.delete();
        return undefined;
      }
      known.tree.edit(editOf(known.text, text));
      return known.tree;
    },
    keep(name, kept) {
      trees.get(name)?.tree.delete();
      trees.delete(name);
      if (kept.text.length > CHARS || kept.tree.rootNode.hasError) {
        kept.tree.delete();
        return;
      }
      trees.set(name, kept);
      for (const [oldest, { tree }] of trees) {
        if (trees.size <= TREES) break;
        trees.delete(oldest);
        tree.delete();
      }
    },
  };
}

/** What made the second text of the first: one stretch, from the first character that differs to the last. */
function editOf(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let startIndex = 0;
  while (startIndex < shorter && before.charCodeAt(startIndex) === after.charCodeAt(startIndex)) startIndex += 1;
  let same = 0;
  const most = shorter - startIndex;
  while (same < most && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same))
    same += 1;
  const [oldEndIndex, newEndIndex] = [before.length - same, after.length - same];
  return {
    startIndex,
    oldEndIndex,
    newEndIndex,
    startPosition: pointOf(before, startIndex),
    oldEndPosition: pointOf(before, oldEndIndex),
    newEndPosition: pointOf(after, newEndIndex),
  };
}

function pointOf(text: string, index: number): Point {
  let [row, lineStart] = [0, 0];
  for (let next = text.indexOf('\n'); next >= 0 && next < index; next = text.indexOf('\n', lineStart)) {
    row += 1;
    lineStart = next + 1;
  }
  return { row, column: index - lineStart };
}
