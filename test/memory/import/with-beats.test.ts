import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBeats } from '../../../src/memory/import/with-beats.ts';

test('whoever waits for a step hears beats meanwhile, and then the step itself, each once', async () => {
  const heardTwice = Promise.withResolvers<void>();
  let ended = false;
  async function* slow(): AsyncGenerator<{ step: number }> {
    try {
      yield { step: 1 };
      await heardTwice.promise;
      yield { step: 2 };
    } finally {
      ended = true;
    }
  }
  const heard: (number | undefined)[] = [];
  for await (const one of withBeats(slow(), 1)) {
    heard.push(one?.step);
    if (heard.filter((step) => step === undefined).length === 2) heardTwice.resolve();
  }
  assert.deepEqual(
    heard.filter((step) => step !== undefined),
    [1, 2],
  );
  assert.ok(heard.indexOf(2) > heard.indexOf(undefined));
  assert.ok(ended);
});

test('what goes wrong while it waits is thrown to whoever waits', async () => {
  async function* failing(): AsyncGenerator<{ step: number }> {
    yield { step: 1 };
    throw new Error('the disk is gone');
  }
  const wait = async (): Promise<void> => {
    for await (const _step of withBeats(failing(), 1_000));
  };
  await assert.rejects(wait, /the disk is gone/);
});
