import type { ModelUse } from '../../core/model/model-usage.ts';
import type { LlmResult, ModelStatus, PlannedCall } from '../model-answers.ts';
import { integer, listOf, number, oneOf, shape, text, texts, time } from './schema-shape.ts';

const MODEL_USE = { calls: integer, failed: integer, inputTokens: integer, outputTokens: integer, cost: number };
const MODEL_STATUS = {
  state: oneOf(['off', 'idle', 'working', 'resting', 'over-budget', 'failed']),
  waiting: integer,
  today: shape<ModelUse>(MODEL_USE, {}),
};
const MODEL_STATUS_MORE = {
  model: text,
  tokensLeft: integer,
  costLeft: number,
  error: shape<NonNullable<ModelStatus['error']>>({ code: text, message: text, at: time }, { fix: text }),
};

/** What `status` tells of the language model. */
export const modelStatusSchema = shape<ModelStatus>(MODEL_STATUS, MODEL_STATUS_MORE);

/** What `llm` answers. */
export const llmSchema = shape<LlmResult>(
  {
    ...MODEL_STATUS,
    purposes: texts,
    answers: integer,
    uses: listOf(shape<LlmResult['uses'][number]>({ day: text, purpose: text, model: text, ...MODEL_USE }, {})),
  },
  {
    ...MODEL_STATUS_MORE,
    older: integer,
    plan: listOf(
      shape<PlannedCall>(
        {
          sessions: texts,
          system: text,
          prompt: text,
          inputTokens: integer,
          outputTokensMost: integer,
          costMost: number,
        },
        {},
      ),
    ),
    run: shape<NonNullable<LlmResult['run']>>({ refined: texts, kept: texts, left: integer }, {}),
  },
);
