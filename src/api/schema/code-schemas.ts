import { SYMBOL_KINDS } from '../../core/model/symbol-kinds.ts';
import type { CallAnswers } from '../methods.ts';
import type { CodeSymbolEntry, OutlinedSymbol } from '../work-answers.ts';
import { type FieldsOf, type Notation, oneOf } from './notation.ts';

const DECLARED: Omit<FieldsOf<OutlinedSymbol>, 'depth'> = {
  name: 'text',
  kind: oneOf(...SYMBOL_KINDS),
  line: 'integer',
  endLine: 'integer',
  signature: 'text',
  'doc?': 'text',
};

const SYMBOL: FieldsOf<CodeSymbolEntry> = { ...DECLARED, path: 'text', 'holder?': 'text' };

/** What the calls about code answer. */
export const CODE_NOTATIONS: {
  [Name in 'smartSearch' | 'smartOutline' | 'smartUnfold']: Notation<CallAnswers[Name]>;
} = {
  smartSearch: {
    root: 'text',
    symbols: [{ ...SYMBOL, language: 'text', score: 'number' }],
    indexed: { files: 'integer', symbols: 'integer', isWhole: 'boolean' },
    notes: ['Note'],
  },
  smartOutline: {
    path: 'text',
    language: 'text',
    lines: 'integer',
    fileTokens: 'integer',
    tokens: 'integer',
    text: 'text',
    symbols: [{ ...DECLARED, depth: 'integer' }],
    left: 'integer',
    notes: ['Note'],
  },
  smartUnfold: {
    ...SYMBOL,
    language: 'text',
    text: 'text',
    tokens: 'integer',
    from: 'integer',
    'next?': 'integer',
    others: [SYMBOL],
    notes: ['Note'],
  },
};
