import { join } from 'node:path';
import { Language as Grammar, Parser, Query } from 'web-tree-sitter';
import { CairnError } from '../../core/errors.ts';
import { readBytesIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Language } from '../languages/language.ts';
import { findSymbols } from './find-symbols.ts';
import type { FileSymbols } from './symbol.ts';

/** Upper bounds on a grammar's bytes, and on the milliseconds that one file takes. */
const GRAMMAR_BYTES = 32 * 1024 * 1024;
const PARSE_MS = 5_000;
const REPAIR = 'Install the package cairn-memory-code again.';

/** Finds the symbols of texts. */
export interface SymbolParser {
  /** The symbols of a text; none, as broken, when it takes too long. Throws `damaged` when the grammar cannot be loaded. */
  parse(language: Language, text: string): Promise<FileSymbols>;
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
  const load = async (language: Language): Promise<Loaded> => {
    const known = loaded.get(language.name);
    if (known !== undefined) return known;
    const grammar = await loadGrammar(join(folder, `tree-sitter-${language.grammar}.wasm`));
    const one = { grammar, query: new Query(grammar, language.query) };
    loaded.set(language.name, one);
    return one;
  };
  return {
    async parse(language, text) {
      const { grammar, query } = await load(language);
      parser.setLanguage(grammar);
      const until = performance.now() + PARSE_MS;
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
      if (tree === null) {
        parser.reset();
        return { symbols: [], isBroken: true };
      }
      try {
        return findSymbols(tree.rootNode, query, { language, text });
      } finally {
        tree.delete();
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
