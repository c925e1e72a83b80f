import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../../support/fresh-home.ts';

test('a path that no file can have is the fault of who names it', async (context) => {
  const { memory } = openFresh(context);
  for (const input of [{ paths: ['/a\0b'] }, { paths: ['/a\0b'], facts: true }]) {
    const imported = async (): Promise<void> => {
      for await (const step of memory.import(input)) assert.fail(JSON.stringify(step));
    };
    await assert.rejects(imported(), { code: 'invalid_input', message: /NUL/ });
  }
});
