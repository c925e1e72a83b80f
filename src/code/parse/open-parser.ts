import { join } from 'node:path';
import { Language as Grammar, Parser, Query, type Tree } from 'web-tree-sitter';
import { CairnError } from '../../core/errors.ts';
import { readBytesIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Language } from '../languages/language.ts';
import { findSymbols } from './find-symbols.ts';
import { createKeptTrees } from './kept-trees.ts';
import type { FileSymbols } from './symbol.ts';

/** Upper bounds on a grammar's bytes, and on the milliseconds that one file takes. */
const GRAMMAR_BYTES = 32 * 1024 * 1024;
const PARSE_MS = 5_000;
const REPAIR = 'Install the package cairn-memory-code again.';

/** Finds the symbols of texts. */
export interface SymbolParser {
  /**
   * The symbols of a text; none, as broken, when it takes too long. Of a text with a name only what changed is parsed since
   * it was parsed under that name. Throws `damaged` when the grammar cannot be loaded.
   */
  parse(language: Language, text: string, name?: string): Promise<FileSymbols>;
}

interface Loaded {
  grammar: Grammar;
  query: Query;
}

/** Opens a parser over the folder with the grammars; each is loaded with the first text in its language. */
export async function openParser(folder: string): Promise<SymbolParser> {
  const runtime = bytesOf(join(folder, 'tree-sitter.wasm'));
  // Emscripten takes the program's bytes as they are, and asks for no file then.
  await Parser.init({ wasmBinary: runtime } as unknown as Parameters<typeof Parser.init>[0]);
  const parser = new Parser();
  const loaded = new Map<string, Loaded>();
  const trees = createKeptTrees();
  const load = async (language: Language): Promise<Loaded> => {
    const known = loaded.get(language.name);
    if (known !== undefined) return known;
    const grammar = await loadGrammar(join(folder, `tree-sitter-${language.grammar}.wasm`));
    const one = { grammar, query: new Query(grammar, language.query) };
    loaded.set(language.name, one);
    return one;
  };
  const treeOf = (text: string, before?: Tree): Tree | null => {
    const until = performance.now() + PARSE_MS;
    const tree = parser.parse(text, before, { progressCallback: () => performance.now() > until });
    if (tree === null) parser.reset();
    before?.delete();
    return tree;
  };
  return {
    async parse(language, text, name) {
      const { grammar, query } = await load(language);
      parser.setLanguage(grammar);
      const before = name === undefined ? undefined : trees.take(name, language, text);
      let tree = treeOf(text, before);
      if (before !== undefined && tree?.rootNode.hasError !== false) {
        // Where a text is broken, what is made of it hangs on what was there before.
        tree?.delete();
        tree = treeOf(text);
      }
      if (tree === null) return { symbols: [], isBroken: true };
      try {
        return findSymbols(tree.rootNode, query, { language, text });
      } finally {
        if (name === undefined) tree.delete();
        else trees.keep(name, { language, text, tree });
      }
    },
  };
}

async function loadGrammar(path: string): Promise<Grammar> {
  try {
    return await Grammar.load(bytesOf(path));
  } catch (cause) {
    ignore(cause, 'a grammar could not be loaded');
    throw new CairnError('damaged', `The grammar ${path} cannot be loaded.`, {
      cause,
      fix: REPAIR,
    });
  }
}

function bytesOf(path: string): Uint8Array {
  const bytes = readBytesIfThere(path, GRAMMAR_BYTES);
  if (bytes === undefined) {
    throw new CairnError('damaged', `${path} is not there.`, {
      fix: REPAIR,
    });
  }
  return bytes;
}
