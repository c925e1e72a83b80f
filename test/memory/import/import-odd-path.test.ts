import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../../support/fresh-home.ts';

test('a path that no file can have is the fault of who names it', async (context) => {
  const { memory } = openFresh(context);
  for (const input of [{ paths: ['/a\0b'] }, { paths: ['/a\0b'], facts: true }]) {
    const importAll = async () => {
      for await (const _progress of memory.import(input));
    };
    await assert.rejects(importAll, { code: 'invalid_input', message: /NUL/ });
  }
});
