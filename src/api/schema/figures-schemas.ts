import { OUTCOMES } from '../../core/model/kinds.ts';
import type { ModelUse } from '../../core/model/model-usage.ts';
import type { SettingAnswer } from '../home-answers.ts';
import type { CallAnswers } from '../methods.ts';
import type { StatsTokens, StatsTotals } from '../stats-answers.ts';
import { type FieldsOf, type Notation, oneOf, Schema } from './notation.ts';

/** Use of language models, in numbers. */
export const MODEL_USE: FieldsOf<ModelUse> = {
  calls: 'integer',
  failed: 'integer',
  inputTokens: 'integer',
  outputTokens: 'integer',
  cost: 'number',
};

const STATS_TOTALS: FieldsOf<StatsTotals> = {
  sessions: 'integer',
  memories: 'integer',
  prompts: 'integer',
  commands: 'integer',
  failures: 'integer',
  edits: 'integer',
  commits: 'integer',
};

const STATS_TOKENS: FieldsOf<StatsTokens> = {
  sources: 'integer',
  told: 'integer',
  blocks: 'integer',
  used: 'integer',
  lines: 'Share',
  spent: MODEL_USE,
};

const SETTING_VALUE = new Schema<SettingAnswer>({
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }],
});

/** The pauses that last. */
export const PAUSES = [{ from: 'time', 'until?': 'time', 'folder?': 'text' }] as const;

type FiguresCall = 'repeats' | 'stats' | 'settings' | 'pause' | 'privacy' | 'log';

/** Answers about the home itself: figures, settings, privacy and the log. */
export const FIGURES: { [Name in FiguresCall]: Notation<CallAnswers[Name]> } = {
  repeats: {
    sessions: 'integer',
    prompts: 'integer',
    repetitions: 'integer',
    counts: { told: 'integer', wouldTell: 'integer', proposed: 'integer', file: 'integer', nobody: 'integer' },
    repeats: [
      {
        says: [
          {
            id: 'text',
            sessionId: 'text',
            at: 'time',
            text: 'text',
            'known?': oneOf('told', 'would-tell', 'proposed', 'no'),
            'by?': 'text',
          },
        ],
        'project?': 'text',
        'file?': 'text',
      },
    ],
    wrong: [{ id: 'text', text: 'text', sessionId: 'text', by: 'text', byText: 'text', at: 'time' }],
    tookMs: 'integer',
    notes: ['Note'],
    'since?': 'time',
  },
  stats: {
    since: 'time',
    until: 'time',
    totals: STATS_TOTALS,
    days: [{ day: 'text', sessions: 'integer', memories: 'integer', prompts: 'integer', failures: 'integer' }],
    weeks: [
      {
        week: 'text',
        sessions: 'integer',
        failures: 'integer',
        outcomes: 'counts',
        told: 'integer',
        used: 'integer',
        spent: 'integer',
      },
    ],
    kinds: 'counts',
    observations: 'counts',
    agents: 'counts',
    byAgent: [
      { agent: 'text', sessions: 'integer', outcomes: 'counts', failures: 'Mean', told: 'integer', used: 'Share' },
    ],
    outcomes: 'counts',
    perSession: { minutes: 'Mean', prompts: 'Mean', failures: 'Mean', edits: 'Mean' },
    heat: [['integer']],
    'calendar?': { since: 'text', days: [{ day: 'text', sessions: 'integer', minutes: 'integer' }] },
    concepts: [{ name: 'text', memories: 'integer' }],
    technologies: [{ name: 'text', sessions: 'integer' }],
    files: [{ path: 'text', changes: 'integer', sessions: 'integer' }],
    tokens: STATS_TOKENS,
    'before?': { since: 'time', totals: STATS_TOTALS, outcomes: 'counts', failures: 'Mean', tokens: STATS_TOKENS },
    anomalies: [
      {
        sessionId: 'text',
        'title?': 'text',
        at: 'time',
        agent: 'text',
        what: oneOf('failures', 'minutes', 'edits'),
        value: 'number',
        mean: 'number',
        z: 'number',
      },
    ],
    notes: ['Note'],
    'project?': 'text',
    'agent?': 'text',
    'work?': {
      sessions: [
        {
          id: 'text',
          agent: 'text',
          'project?': 'text',
          at: 'time',
          title: 'text',
          'outcome?': oneOf(...OUTCOMES),
          commits: [{ id: 'text', hash: 'text', subject: 'text' }],
          solved: ['text'],
        },
      ],
      left: 'integer',
      open: ['ToldOf'],
    },
    'report?': 'text',
  },
  settings: {
    file: 'text',
    settings: [
      {
        key: 'text',
        value: SETTING_VALUE,
        default: SETTING_VALUE,
        from: oneOf('default', 'file', 'env'),
        'env?': 'text',
        type: oneOf('text', 'boolean', 'number', 'choice', 'list'),
        'choices?': ['text'],
        'least?': 'number',
        'most?': 'number',
        allowed: 'text',
        help: 'text',
        'secret?': 'boolean',
        locked: 'boolean',
        guard: 'boolean',
        pending: 'boolean',
      },
    ],
    unknown: ['text'],
    'changed?': 'text',
    notes: ['Note'],
  },
  pause: { paused: PAUSES, 'folder?': 'text' },
  privacy: {
    redacted: [
      { kind: 'text', count: 'integer', lastDay: 'text', where: [{ agent: 'text', event: 'text', count: 'integer' }] },
    ],
    days: [{ day: 'text', count: 'integer' }],
    excluded: { paths: ['text'], projects: ['text'], events: 'integer' },
    forgotten: [{ at: 'time', events: 'integer', sessions: 'integer' }],
    trash: [{ batch: 'text', at: 'time', events: 'integer', until: 'time' }],
    retired: [
      { batch: 'text', reason: oneOf('age', 'count', 'repeats'), at: 'time', items: 'integer', prunedFrom: 'time' },
    ],
    notes: ['Note'],
  },
  log: {
    file: 'text',
    entries: [{ at: 'time', level: oneOf('error', 'info', 'debug'), process: 'text', pid: 'integer', message: 'text' }],
    notes: ['Note'],
  },
};
