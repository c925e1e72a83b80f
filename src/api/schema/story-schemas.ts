import { OUTCOMES } from '../../core/model/kinds.ts';
import type { CallAnswers } from '../methods.ts';
import { type Notation, oneOf } from './notation.ts';

/** What the calls answer that tell of sessions, threads and files. */
export const STORY_NOTATIONS: { [Name in 'story' | 'threads' | 'file' | 'why']: Notation<CallAnswers[Name]> } = {
  story: {
    session: 'text',
    figures: 'SessionFigures',
    steps: ['StoryStep'],
    told: ['ToldBlock'],
    'nextCursor?': 'text',
  },
  threads: {
    threads: [
      {
        title: 'text',
        state: oneOf('open', 'done', 'unknown'),
        sessions: [
          {
            id: 'text',
            agent: 'text',
            title: 'text',
            startedAt: 'time',
            lastAt: 'time',
            'outcome?': oneOf(...OUTCOMES),
          },
        ],
        open: ['ToldOf'],
        files: ['text'],
        lastAt: 'time',
        'branch?': 'text',
      },
    ],
    notes: ['Note'],
    'project?': { id: 'text', name: 'text' },
  },
  file: {
    path: 'text',
    why: ['ToldOf'],
    commits: [{ id: 'text', hash: 'text', subject: 'text', at: 'time', 'sessionId?': 'text', 'asked?': 'FileAsked' }],
    decisions: ['Entry'],
    failures: ['Entry'],
    snippets: ['Entry'],
    sessions: [
      {
        id: 'text',
        agent: 'text',
        title: 'text',
        lastAt: 'time',
        reads: 'integer',
        edits: 'integer',
        'asked?': 'FileAsked',
      },
    ],
    files: [{ path: 'text', edits: 'integer', reads: 'integer', lastAt: 'time' }],
    notes: ['Note'],
    'project?': { id: 'text', name: 'text' },
  },
  why: {
    path: 'text',
    lines: [
      {
        from: 'integer',
        to: 'integer',
        text: 'text',
        confidence: oneOf('certain', 'likely', 'possible', 'unknown'),
        because: 'text',
        'commit?': { hash: 'text', subject: 'text', author: 'text', at: 'time', marks: ['text'] },
        'original?': { hash: 'text', subject: 'text', at: 'time' },
        'session?': { id: 'text', agent: 'text', title: 'text', at: 'time' },
        'change?': { id: 'text', at: 'time', before: 'text' },
        'asked?': 'FileAsked',
        'lastPrompt?': 'FileAsked',
        'decisions?': ['Entry'],
        'rejected?': ['Entry'],
        'failures?': ['Entry'],
        'issues?': ['text'],
      },
    ],
    'traces?': [
      {
        version: 'text',
        id: 'text',
        timestamp: 'time',
        'vcs?': { type: oneOf('git'), revision: 'text' },
        files: [
          {
            path: 'text',
            conversations: [
              {
                url: 'text',
                contributor: { type: oneOf('ai', 'unknown'), 'model_id?': 'text' },
                ranges: [{ start_line: 'integer', end_line: 'integer', content_hash: 'text' }],
                related: [{ type: 'text', url: 'text' }],
              },
            ],
          },
        ],
        metadata: { cairn: { sessions: [{ id: 'text', confidence: 'text', because: 'text' }] } },
      },
    ],
    notes: ['Note'],
    'project?': { id: 'text', name: 'text' },
  },
};
