/** Turns a text into the ids that a model reads, special ones included, at most `maxTokens`. Total and linear. */
export type Tokenize = (text: string, maxTokens: number) => number[];

/** All that a tokenizer is made of, as JSON, so that a model's file can contain it. */
export type TokenizerSpec = WordPieceSpec | UnigramSpec;

/** A tokenizer of a BERT model. */
export interface WordPieceSpec {
  kind: 'wordpiece';
  /** The pieces, a line each; the number of the line, from 0, is the id. */
  vocabulary: string;
  /** All in lower case. */
  lowercase: boolean;
  /** Accents are taken off. */
  stripAccents: boolean;
  /** Each Chinese character is a word. */
  splitChinese: boolean;
}

/** A tokenizer of a model of XLM-R's kind: SentencePiece's unigram language model. */
export interface UnigramSpec {
  kind: 'unigram';
  /** The pieces, a line each; the number of the line, from 0, is the id. */
  vocabulary: string;
  /** Logarithm of each piece's probability, by id. */
  scores: readonly number[];
  /** Ids: of the beginning, of the end, and of what no piece covers. */
  start: number;
  end: number;
  unknown: number;
  /** Pieces that are looked for in the unchanged text, before all else. */
  special: readonly SpecialPiece[];
  /** What is done to the text first, in order. */
  steps: readonly TextStep[];
  /** Whether the text is then cut at white space; else only spaces count, and each of them. */
  splitWords: boolean;
}

/** A piece with a meaning of its own, such as `<mask>`. */
export interface SpecialPiece {
  piece: string;
  id: number;
  /** White space before it belongs to it. */
  eatsSpace: boolean;
}

/** One thing that is done to a text before it is cut. `table`: SentencePiece's compiled characters, in base 64. */
export type TextStep =
  | { kind: 'characters'; table: string }
  | { kind: 'form'; form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' }
  | { kind: 'lowercase' }
  | { kind: 'trim-end' }
  | { kind: 'join-spaces'; by: string };
