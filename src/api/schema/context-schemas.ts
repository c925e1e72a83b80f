import { AUTHORS, ITEM_KINDS, KNOWLEDGE_STATUSES, LINE_LACKS, PERSON_ACTS } from '../../core/model/kinds.ts';
import { type Notation, oneOf } from './notation.ts';
import type { Parts } from './parts.ts';

/** The parts of answers on the block of a session, and on the life of a memory. */
export const CONTEXT_NOTATIONS: {
  [Name in 'HistoryAct' | 'ContextExplanation' | 'ConsideredLine']: Notation<Parts[Name]>;
} = {
  HistoryAct: {
    at: 'time',
    act: oneOf(...PERSON_ACTS, 'proposed'),
    by: oneOf('person', 'agent', 'other'),
    'eventId?': 'text',
    'agent?': 'text',
    'sessionId?': 'text',
    'terminal?': 'text',
    'to?': 'text',
    'takenBack?': 'boolean',
  },
  ContextExplanation: {
    occasion: oneOf('start', 'prompt', 'file'),
    budget: 'integer',
    usualBudget: 'integer',
    enabled: 'boolean',
    told: ['ConsideredLine'],
    left: ['ConsideredLine'],
  },
  ConsideredLine: {
    id: 'text',
    kind: oneOf(...ITEM_KINDS),
    section: 'text',
    text: 'text',
    tokens: 'integer',
    why: 'text',
    timesTold: 'integer',
    timesUsed: 'integer',
    'lacks?': { code: oneOf(...LINE_LACKS), says: 'text', 'tokens?': 'integer', 'by?': 'text' },
    'author?': oneOf(...AUTHORS),
    'status?': oneOf(...KNOWLEDGE_STATUSES),
    'confidence?': 'number',
  },
};
