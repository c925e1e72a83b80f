import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookPromptOrigin, promptOrigin, promptText } from '../../../../src/agents/shared/dialects/claude-prompt.ts';

test('a person is who the transcript says typed at the composer, and nobody else', () => {
  const origins: [string | undefined, string | undefined, string][] = [
    ['typed', 'human', 'person'],
    ['queued', 'human', 'person'],
    ['user', undefined, 'person'],
    ['human', undefined, 'person'],
    [undefined, 'human', 'person'],
    ['sdk', undefined, 'program'],
    ['sdk', 'human', 'program'],
    ['system', undefined, 'system'],
    ['typed', 'peer', 'system'],
    ['of-tomorrow', undefined, 'system'],
    [undefined, undefined, 'unknown'],
  ];
  for (const [source, origin, expected] of origins) assert.equal(promptOrigin({ text: 'x', source, origin }), expected);
  assert.equal(promptOrigin({ text: '<task-notification>', source: 'typed', origin: 'human' }), 'system');
  assert.equal(hookPromptOrigin({ text: 'x', source: 'user' }), 'unknown');
});

test('the text of a prompt is without the reminders that an agent put into it', () => {
  const one = '<system-reminder>\nmind\n</system-reminder>';
  assert.equal(promptText(` ${one}fix${one} it ${one}\n`), 'fix it');
  assert.equal(promptText(`fix <system-reminder> it`), 'fix <system-reminder> it');
  assert.equal(promptText('</system-reminder>x'), '</system-reminder>x');
});
