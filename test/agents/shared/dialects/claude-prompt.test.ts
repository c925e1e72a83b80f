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

test('a version that did not write yet who typed is no doubt, unless the line shows otherwise', () => {
  const origin = (text: string, more = {}): string => promptOrigin({ text, version: '2.1.14', ...more });
  assert.equal(origin('fix the parser'), 'person');
  assert.equal(origin('fix the parser', { version: '2.0.76' }), 'person');
  for (const version of ['2.1.161', '2.1.330', '2.2.0', '3.0.0', '', undefined]) {
    assert.equal(origin('fix the parser', { version }), 'unknown');
  }
  assert.equal(origin('fix the parser', { entrypoint: 'sdk-cli' }), 'program');
  assert.equal(origin('fix the parser', { origin: 'peer' }), 'system');
  for (const text of [
    '<task-notification>\n<task-id>1</task-id>',
    '<agent-notification>\n<agent-id>1</agent-id>',
    '<teammate-message teammate_id="lead">do it</teammate-message>',
    'This session is being continued from a previous conversation that ran out of context.',
    'Stop hook feedback:\n- run the tests',
  ])
    assert.equal(origin(text, { source: 'typed' }), 'system', text);
  assert.equal(origin('Implement the following plan:\n\n# Plan: one store'), 'unknown');
  assert.equal(origin('<b>bold</b> is lost in the notes'), 'person');
});

test('the text of a prompt is without the reminders that an agent put into it', () => {
  const one = '<system-reminder>\nmind\n</system-reminder>';
  assert.equal(promptText(` ${one}fix${one} it ${one}\n`), 'fix it');
  assert.equal(promptText(`fix <system-reminder> it`), 'fix <system-reminder> it');
  assert.equal(promptText('</system-reminder>x'), '</system-reminder>x');
});
