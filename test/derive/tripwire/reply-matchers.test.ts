import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemOf } from '../../../src/core/model/item.ts';
import { matcherKey } from '../../../src/derive/tripwire/matcher.ts';
import { matchersOfReply } from '../../../src/derive/tripwire/reply-matchers.ts';

function forbidden(text: string, about?: string, file?: string): string[] {
  const reply = { to: about === undefined && file === undefined ? 'work' : 'refusal', about } as const;
  const detail = { knowledge: 'rejected', reply, ...(file && { filesRead: [file] }) };
  const found = matchersOfReply({ text, detail } as Pick<ItemOf<'knowledge'>, 'text' | 'detail'>);
  return found.map((matcher) => [matcherKey(matcher), matcher.when].filter(Boolean).join(' | '));
}

test('reads what a reply turns down by name', () => {
  assert.deepEqual(forbidden('no, use pnpm instead of npm'), ['command npm']);
  assert.deepEqual(forbidden("don't push, I look at it first", 'git push'), ['command git push']);
  assert.deepEqual(forbidden('I did not ask for a commit', 'git add -A && git commit -m x'), [
    'command git commit | without being asked',
  ]);
});

test('takes the refused call itself where the words say that it is not to be made, or name another program', () => {
  assert.deepEqual(forbidden("Don't ever run this", 'make deploy'), ['command make deploy']);
  assert.deepEqual(forbidden('never edit generated files', 'Edit src/api.gen.ts', 'src/api.gen.ts'), [
    'path src/api.gen.ts',
  ]);
  assert.deepEqual(forbidden('we use bun here', 'npm test'), ['command npm test']);
  assert.deepEqual(forbidden('use git restore', 'git checkout -- src/a.ts'), ['command git checkout']);
});

test('reads nothing of a question, of a moment, or of what the work is to be', () => {
  assert.deepEqual(forbidden('did I say commit?', 'git commit -m x'), []);
  assert.deepEqual(forbidden('do not run that now', 'npm test'), []);
  assert.deepEqual(forbidden('wait, show me the diff first', 'npm test'), []);
  assert.deepEqual(forbidden('use a map instead of an array', 'Edit src/cart.ts', 'src/cart.ts'), []);
  assert.deepEqual(forbidden('use a shorter message', 'git commit -m x'), []);
  assert.deepEqual(forbidden("don't run this", 'npm run build && npm test'), []);
});
