import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRecall } from '../../../src/memory/read/find-recall.ts';
import { asked, openTestStore, SHOP, said, tellSession } from '../fill-store.ts';
import { makeItem } from '../make-item.ts';

const AT = new Date(2026, 0, 5, 10).getTime();
const NOW = new Date(2026, 0, 9, 12).getTime();

test('what was turned down with a question is not told before the answer', async (context) => {
  const store = openTestStore(context);
  const session = await tellSession(store, {
    name: 'one',
    at: AT,
    bodies: [
      asked('Review the branch that writes the gitignore file of the folder.'),
      said(
        'The review of the gitignore branch found nothing that blocks the merge; two remarks on names are optional.',
      ),
    ],
  });
  const text = 'why not adding the gitignore file to the branch?';
  const detail = { knowledge: 'rejected', status: 'stated' } as const;
  const turnedDown = makeItem({ kind: 'knowledge', at: AT, session, project: SHOP, author: 'person', text, detail });
  await store.items.apply({ derived: [], put: [turnedDown] });
  const query = 'what did the review of the gitignore branch find?';
  const answer = await findRecall(store, { query }, { now: NOW, userHome: '/home/dev' });
  assert.match(answer.text, /^claude-code said on 5 January: “The review of the gitignore branch found nothing/);
});
