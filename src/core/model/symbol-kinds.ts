/** What a symbol is, in words that hold for every language. */
export const SYMBOL_KINDS = [
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'struct',
  'trait',
  'module',
  'constant',
  'field',
  'macro',
] as const;

/** One of `SYMBOL_KINDS`. */
export type SymbolKind = (typeof SYMBOL_KINDS)[number];
