import { defineTool } from './arguments.ts';
import { renderForgotten, renderRemembered } from './render-answer.ts';

const HIDDEN_MAX = 20;

/** Keeps a statement. */
export const remember = defineTool({
  name: 'remember',
  description:
    'Use when something must outlive this session: a decision with its reason, a constraint, an approach that was tried and rejected, a lesson. One statement a call, in a full sentence. Not for what code or git already says, never for secrets. It is proposed until a person confirms it.',
  call: 'remember',
  takes: {
    text: 'The statement',
    kind: '',
    title: '',
    reason: '',
    alternatives: 'Weighed and not taken',
    severity: '',
    confidence: '0-1',
    concepts: '',
    files: '',
  },
  render: renderRemembered,
});

/** Hides memories. */
export const forget = defineTool({
  name: 'forget',
  description: `Use when a memory is wrong or shall not be shown any more, above all when the person says so. Hides memories by id, at most ${HIDDEN_MAX} in a session. Nothing is erased: a person can show them again, or erase them for good.`,
  call: 'forget',
  takes: { ids: { required: true, most: HIDDEN_MAX } },
  destructive: true,
  render: renderForgotten,
});
