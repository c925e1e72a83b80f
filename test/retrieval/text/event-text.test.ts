import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfEvent } from '../../../src/retrieval/text/event-text.ts';

test('a tool call says its name, its input and what came back', () => {
  const text = textOfEvent({
    kind: 'tool.end',
    tool: 'Bash',
    input: { command: 'ls', timeout: 5 },
    output: 'a.ts',
    success: true,
  });
  assert.equal(text, 'Bash\ncommand: ls\ntimeout: 5\na.ts');
});

test('what has no words gives none', () => {
  assert.equal(textOfEvent({ kind: 'turn.end' }), '');
});
