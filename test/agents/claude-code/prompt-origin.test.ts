import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createParser } from '../../../src/agents/claude-code/transcript.ts';
import { bodiesOf } from './fixtures.ts';

suite('a prompt that a program gave', () => {
  const place = { sessionId: 's1', cwd: '/home/dev/shop', timestamp: '2026-01-07T10:00:00.000Z', userType: 'external' };
  const queue = (operation: string, more = {}): object => ({ ...place, type: 'queue-operation', operation, ...more });
  const typed = (content: unknown, more: object): object => ({
    ...place,
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const originsOf = (...lines: object[]): string[] => {
    const parser = createParser({ path: '/home/dev/.claude/projects/-home-dev-shop/s1.jsonl' });
    const events = lines.flatMap((line, n) => parser.line(JSON.stringify({ uuid: `u${n}`, ...line }), n * 100));
    return bodiesOf(events, 'prompt').map(({ origin }) => origin);
  };

  test('is no person’s, by whatever field of a line of -p or an SDK', () => {
    const now = { version: '2.1.330', entrypoint: 'sdk-cli' };
    const lines = [
      typed('Fix the parser.', { ...now, promptSource: 'sdk' }),
      typed('Fix it again.', now),
      typed('And again.', { ...now, promptSource: 'sdk', origin: { kind: 'human' } }),
      typed('Now type it.', {
        version: '2.1.330',
        entrypoint: 'cli',
        promptSource: 'typed',
        origin: { kind: 'human' },
      }),
    ];
    assert.deepEqual(originsOf(...lines), ['program', 'program', 'program', 'person']);
    assert.deepEqual(originsOf(typed('Fix the parser.', { version: '2.1.88', entrypoint: 'sdk-ts' })), ['program']);
  });

  test('of a version that wrote no such field is told by the queue with which the file begins', () => {
    const old = { version: '2.1.20' };
    assert.deepEqual(originsOf(queue('dequeue'), typed('Fix the parser.', old), typed('Go on.', old)), [
      'unknown',
      'unknown',
    ]);
    assert.deepEqual(originsOf(queue('enqueue', { content: 'Fix.' }), queue('dequeue'), typed('Fix.', old)), [
      'unknown',
    ]);
    const byHand = [typed('Fix the parser.', old), queue('enqueue', { content: 'Wait.' }), queue('dequeue')];
    assert.deepEqual(originsOf(...byHand, typed('Wait.', old)), ['person', 'person']);
  });

  test('is a person’s where an IDE feeds the session', () => {
    const old = { version: '2.0.74' };
    const beside = [
      { type: 'text', text: '<ide_opened_file>The user opened a.ts.</ide_opened_file>' },
      { type: 'text', text: 'Fix the parser.' },
    ];
    assert.deepEqual(originsOf(queue('dequeue'), typed(beside, old), typed('Go on.', old)), ['person', 'person']);
  });

  test('stays so when the file is read on from the middle', () => {
    const parser = createParser({ path: '/home/dev/.claude/projects/-home-dev-shop/s1.jsonl' });
    const lines = [queue('dequeue'), typed('Fix the parser.', { version: '2.1.20' })];
    for (const [n, line] of lines.entries()) parser.line(JSON.stringify({ uuid: `u${n}`, ...line }), n * 100);
    const { resumeAt, state } = parser.position(200);
    const later = createParser({ path: '/home/dev/.claude/projects/-home-dev-shop/s1.jsonl' }, state);
    const line = JSON.stringify({ uuid: 'u9', ...typed('Go on.', { version: '2.1.20' }) });
    assert.deepEqual(
      bodiesOf(later.line(line, resumeAt), 'prompt').map(({ origin }) => origin),
      ['unknown'],
    );
  });
});
