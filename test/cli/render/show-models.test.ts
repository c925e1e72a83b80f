import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costWords, modelLine, useWords } from '../../../src/cli/render/show-models.ts';
import { NO_MODEL_USE } from '../../../src/core/model/model-usage.ts';

const today = { ...NO_MODEL_USE, calls: 2, failed: 1, inputTokens: 34_567, outputTokens: 1_234, cost: 0.0521 };

test('what a model does is told in words', () => {
  const idle = { state: 'idle', model: 'ollama:small', waiting: 0, today: NO_MODEL_USE } as const;
  assert.match(modelLine({ ...idle, state: 'off' }), /^none: rules write the summaries/);
  assert.equal(modelLine(idle), 'ollama:small');
  assert.equal(
    modelLine({ ...idle, waiting: 12, today }),
    'ollama:small, 12 summaries to word, today 2 calls (1 failed), 34,567 tokens in, 1,234 out, cost 0.052',
  );
  assert.match(modelLine({ ...idle, state: 'resting' }), /battery/);
  assert.match(modelLine({ ...idle, state: 'over-budget' }), /used up$/);
  const error = {
    code: 'model_failed',
    message: 'It is gone.',
    fix: 'Get it.',
    at: '2026-01-01T10:00:00.000Z',
  } as const;
  assert.match(
    modelLine({ ...idle, state: 'failed', error }),
    /^ollama:small; failed .*: It is gone\.; fix: Get it\.$/,
  );
  assert.equal(modelLine({ state: 'failed', waiting: 0, today, error }), 'failed: It is gone.; fix: Get it.');
});

test('amounts are told with as many digits as say something', () => {
  assert.equal(useWords({ ...NO_MODEL_USE, calls: 1 }), '1 call, 0 tokens in, 0 out');
  assert.deepEqual([costWords(0), costWords(0.000_123), costWords(12.345)], ['0.00', '0.00012', '12.35']);
});
