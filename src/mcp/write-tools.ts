import { KNOWLEDGE_KINDS } from '../core/model/kinds.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { renderForgotten, renderRemembered } from './render-answer.ts';
import { choice, list, object, text } from './schema.ts';
import type { Tool } from './tool.ts';
import { readInput } from './tool-input.ts';

const NOTE_KINDS = [...KNOWLEDGE_KINDS, 'note'] as const;
const HIDDEN_MAX = 20;

/** Keeps a statement. */
export const remember: Tool = {
  name: 'remember',
  description:
    'Use when something must outlive this session: a decision with its reason, a constraint, an approach that was tried and rejected, a lesson. One statement a call, in a full sentence. Not for what code or git already says, never for secrets. It is proposed until a person confirms it.',
  input: object(
    {
      text: text('The statement'),
      kind: choice(NOTE_KINDS),
      title: text(),
      reason: text(),
      alternatives: list(text(), 'Weighed and not taken'),
      severity: text(),
      confidence: { type: 'number', description: '0-1' },
      concepts: list(text()),
      files: list(text()),
    },
    'text',
  ),
  readOnly: false,
  async run(memory, raw, options) {
    const input = readInput('remember', raw, this);
    const note = omitUndefined({
      text: input.needText('text'),
      kind: input.choice('kind', NOTE_KINDS),
      title: input.text('title'),
      reason: input.text('reason'),
      alternatives: input.texts('alternatives'),
      severity: input.text('severity'),
      confidence: input.number('confidence', { least: 0, most: 1 }),
      concepts: input.texts('concepts'),
      files: input.texts('files'),
    });
    return renderRemembered(await memory.remember(note, options));
  },
};

/** Hides memories. */
export const forget: Tool = {
  name: 'forget',
  description: `Use when a memory is wrong or shall not be shown any more, above all when the person says so. Hides memories by id, at most ${HIDDEN_MAX} in a session. Nothing is erased: a person can show them again, or erase them for good.`,
  input: object({ ids: list(text()) }, 'ids'),
  readOnly: false,
  destructive: true,
  async run(memory, raw, options) {
    const input = readInput('forget', raw, this);
    const ids = input.texts('ids', HIDDEN_MAX) ?? [input.needText('ids')];
    return renderForgotten(await memory.forget({ ids }, options));
  },
};
