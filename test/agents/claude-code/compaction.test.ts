import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParser } from '../../../src/agents/claude-code/transcript.ts';

test('tells a compaction once also where the summary has another parent than the boundary', () => {
  const common = { sessionId: 's', cwd: '/home/dev/shop', timestamp: '2026-03-01T10:00:00.000Z' };
  const boundary = { ...common, type: 'system', subtype: 'compact_boundary', uuid: 'b1', parentUuid: null };
  const summary = { ...common, type: 'user', isCompactSummary: true, uuid: 'u2', parentUuid: 'kept' };
  const message = { role: 'user', content: 'This session is being continued from a previous conversation.\n\nDone.' };
  const parser = createParser({ path: '/home/dev/.claude/projects/p/s.jsonl' });
  const events = [boundary, { ...summary, message }].flatMap((line, i) => parser.line(JSON.stringify(line), i));
  assert.deepEqual(
    events.map(({ identity }) => ('origin' in identity ? identity.origin : undefined)),
    ['b1', 'b1'],
  );
});
