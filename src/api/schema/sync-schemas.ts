import type { SyncRunEntry } from '../home-answers.ts';
import type { CallAnswers } from '../methods.ts';
import { type FieldsOf, type Notation, oneOf } from './notation.ts';

const RUN: FieldsOf<SyncRunEntry> = {
  at: 'time',
  tookMs: 'integer',
  pushed: { memories: 'integer', records: 'integer', refused: 'counts' },
  pulled: { added: 'integer', known: 'integer', refused: 'integer', erased: 'integer', skipped: 'counts' },
  waits: 'boolean',
  'again?': 'boolean',
  'error?': { code: 'text', message: 'text' },
};

/** The answers about sync and webhooks. */
export const SYNC_NOTATION: { [Name in 'sync' | 'webhooks']: Notation<CallAnswers[Name]> } = {
  webhooks: {
    state: oneOf('off', 'ready', 'failed'),
    kinds: ['text'],
    addresses: [
      {
        address: 'text',
        waiting: 'integer',
        delivered: 'integer',
        dropped: 'integer',
        'lastAt?': 'time',
        'problem?': 'text',
        'nextAt?': 'time',
      },
    ],
    notes: ['Note'],
    'problem?': 'text',
    'tests?': [{ address: 'text', delivered: 'boolean', tookMs: 'integer', 'problem?': 'text' }],
  },
  sync: {
    state: oneOf('off', 'ready', 'paused', 'failed'),
    shares: [{ project: 'text', kinds: ['text'], shared: 'counts', waiting: 'integer' }],
    waiting: { memories: 'integer', records: 'integer' },
    received: 'integer',
    homes: [{ home: 'text', member: 'text', lastAt: 'time' }],
    forgotten: [{ id: 'text', at: 'time', memories: 'integer', state: oneOf('pending', 'reached'), missing: ['text'] }],
    notes: ['Note'],
    'home?': 'text',
    'member?': 'text',
    'remote?': {
      kind: oneOf('folder', 'server'),
      place: 'text',
      git: 'boolean',
      'key?': 'text',
      'insecure?': 'boolean',
    },
    'lastRun?': RUN,
    'runs?': [RUN],
    'plan?': {
      token: 'text',
      project: 'text',
      kinds: ['text'],
      counts: 'counts',
      along: [{ project: 'text', name: 'text', memories: 'integer' }],
      examples: [{ id: 'text', kind: 'text', title: 'text', text: 'text' }],
    },
  },
};
