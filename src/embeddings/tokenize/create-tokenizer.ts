import type { Tokenize, TokenizerSpec } from './tokenizer.ts';
import { createUnigram } from './unigram.ts';
import { createWordPiece } from './wordpiece.ts';

/** The tokenizer that a spec describes. Throws `unsupported` for one whose vocabulary lacks what it needs. */
export function createTokenizer(spec: TokenizerSpec): Tokenize {
  return spec.kind === 'unigram' ? createUnigram(spec) : createWordPiece(spec);
}
