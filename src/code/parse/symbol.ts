import type { SymbolKind } from '../../core/model/symbol-kinds.ts';

/** A named part of a source file: a function, a class, a field of it. */
export interface CodeSymbol {
  name: string;
  kind: SymbolKind;
  /** Its lines, from 1: the first of its declaration and its last. */
  line: number;
  endLine: number;
  /** First line of the comment above it, where there is one. */
  docLine?: number;
  /** Place in the list of the symbol that holds it. */
  parent?: number;
  /** Where its signature stands: column of its first line, and characters of the text from there; 0: to the line's end. */
  column: number;
  chars: number;
}

/** The symbols of a file, those that hold others before them; `isBroken`: some of the text could not be parsed. */
export interface FileSymbols {
  symbols: CodeSymbol[];
  isBroken: boolean;
}
