import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentsAccount } from '../../../src/context/file/agents-account.ts';

const PATH = 'src/list/view.ts';

test('gives the sentence or list item that names the file, by its name or a part of its path', () => {
  const said = 'draws the timeline from the first checkpoint to the last';
  for (const name of [
    'view.ts',
    'list/view.ts',
    'src/list/view.ts',
    '/home/dev/shop/src/list/view.ts',
    '`view.ts`',
    'view.ts:12-40',
  ]) {
    assert.match(
      agentsAccount(`Done.\n\n- **${name}** ${said}\n- other.ts is as it was`, PATH),
      new RegExp(`${said}$`),
      name,
    );
  }
  assert.equal(
    agentsAccount(`I looked at it. The fix in view.ts ${said}. The rest is as it was.`, PATH),
    `The fix in view.ts ${said}.`,
  );
});

test('gives the first items of a list below the name of the file', () => {
  const message =
    '**Changes in `view.ts`:**\n\n- draws one line for each session\n- keeps the gaps between them\n- is shorter\n\nAll tests pass.';
  assert.equal(agentsAccount(message, PATH), 'draws one line for each session; keeps the gaps between them');
});

test('gives nothing for announcements, bare names and other files of that name', () => {
  for (const message of [
    'Now let me update view.ts to draw the timeline of each session:',
    'Let me look at how view.ts draws the timeline of each session.',
    'Files changed: src/list/view.ts, src/list/model.ts, src/list/data.ts and more',
    'I changed view.ts.',
    '- `view.ts`',
    'The file web/view.ts draws the timeline from the first checkpoint to the last.',
    'The file preview.ts draws the timeline from the first checkpoint to the last.',
    'The file view.tsx draws the timeline from the first checkpoint to the last.',
    '',
  ])
    assert.equal(agentsAccount(message, PATH), '', message);
});

test('is bounded', () => {
  assert.ok(agentsAccount(`view.ts ${'draws the timeline '.repeat(500)}`, PATH).length <= 201);
  assert.equal(agentsAccount(`${'a/'.repeat(20_000)}view.ts`, PATH), '');
});
