import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ItemId } from '../../../../src/core/model/ids.ts';
import type { Item } from '../../../../src/core/model/item.ts';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import { makeEvent, makeItem, projectOf, putWithEvent, START } from '../../contract/make.ts';
import { openTemporary } from '../open-temporary.ts';

/** Names and columns that other memory systems use. */
const COLUMNS: Readonly<Record<string, string>> = {
  observations:
    'id memory_session_id project type title subtitle text narrative facts concepts files_read files_modified prompt_number content_hash discovery_tokens auto_category meaning created_at created_at_epoch hidden',
  prompts: 'id content_session_id project prompt_number prompt_text created_at created_at_epoch hidden',
  messages: 'id session_id project role content sequence created_at created_at_epoch hidden',
  summaries:
    'id session_id project request investigated learned completed next_steps notes brief detailed key_decisions problems_solved technologies outcome user_note discovery_tokens created_at created_at_epoch hidden',
  checkpoints:
    'id session_id project task progress next_steps open_questions relevant_files context_snapshot created_at created_at_epoch hidden',
  patterns:
    'id project pattern_type title description first_seen_session_id last_seen_session_id occurrence_count related_files related_observation_ids created_at created_at_epoch hidden',
  code_snippets: 'id session_id project language code description file_path created_at created_at_epoch hidden',
  topics: 'id session_id project topic created_at created_at_epoch hidden',
  knowledge:
    'id session_id project type title text status severity alternatives reason confidence created_at created_at_epoch hidden',
};

suite('a view under a name that others use', () => {
  for (const [name, columns] of Object.entries(COLUMNS)) {
    test(`has the columns of ${name}`, (t) => {
      const db = openDatabase(openTemporary(t).path, { readonly: true });
      const found = db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', name);
      assert.equal(found.map((column) => column.name).join(' '), columns);
      assert.deepEqual(db.all(`SELECT * FROM ${name}`), []);
      db.close();
    });
  }

  test('shows what the items hold, with public ids', async (t) => {
    const { store, path } = openTemporary(t);
    const project = projectOf('shop');
    const event = makeEvent({ project });
    await store.log.append({ events: [], projects: [{ id: project, identity: 'example.com/shop', name: 'shop' }] });
    const put = ['first', 'second'].map((text, i) =>
      makeItem({ name: text, kind: 'prompt', title: text, text, at: START + i, project }),
    );
    const seen: Item = makeItem({
      name: 'seen',
      at: START + 1,
      title: 'Edit src/a.ts',
      project,
      detail: {
        observation: 'file-write',
        subtitle: 'src/a.ts',
        facts: ['one', 'two'],
        concepts: ['auth'],
        filesRead: ['src/b.ts'],
        filesChanged: ['src/a.ts', 'src/c.ts'],
        tokens: 12,
        meaning: 'bugfix',
        category: 'security',
      },
      contentHash: 255,
    });
    await putWithEvent(store, event, [...put, seen]);
    const db = openDatabase(path, { readonly: true });
    assert.deepEqual(
      { ...db.get<object>('SELECT * FROM observations') },
      {
        id: seen.id,
        memory_session_id: event.session,
        project: 'shop',
        type: 'file-write',
        title: 'Edit src/a.ts',
        subtitle: 'src/a.ts',
        text: seen.text,
        narrative: null,
        facts: 'one,two',
        concepts: 'auth',
        files_read: 'src/b.ts',
        files_modified: 'src/a.ts,src/c.ts',
        prompt_number: 2,
        content_hash: '000000000000ff',
        discovery_tokens: 12,
        auto_category: 'security',
        meaning: 'bugfix',
        created_at: '2025-10-09T08:53:20.001Z',
        created_at_epoch: START + 1,
        hidden: 0,
      },
    );
    const prompts = db.all<{ id: ItemId; prompt_number: number; prompt_text: string }>(
      'SELECT * FROM prompts ORDER BY 4',
    );
    assert.deepEqual(
      prompts.map((row) => [row.id, row.prompt_number, row.prompt_text]),
      put.map((item, i) => [item.id, i + 1, item.text]),
    );
    assert.deepEqual(
      db.all<{ role: string }>('SELECT role FROM messages').map(({ role }) => role),
      ['user', 'user'],
    );
    db.close();
  });

  test('shows what a session came to, a line for each sentence', async (t) => {
    const { store, path } = openTemporary(t);
    const event = makeEvent({});
    const sentences = [
      { text: 'One thing', ids: [] },
      { text: 'and another', ids: [] },
    ];
    const none = { investigated: [], learned: [], nextSteps: [], notes: [], decisions: [], problemsSolved: [] };
    const summary = makeItem({
      name: 'summary',
      kind: 'summary',
      at: START,
      detail: {
        summary: {
          ...none,
          outcome: 'part',
          outcomeBy: [],
          request: sentences,
          completed: sentences,
          technologies: ['Go', 'SQL'],
          topics: [],
          userNotes: [],
          keyMessages: [],
          brief: 'In short',
          counts: {},
        },
      },
    });
    await putWithEvent(store, event, [summary]);
    const db = openDatabase(path, { readonly: true });
    const row = db.get<Record<string, string>>('SELECT * FROM summaries');
    assert.equal(row?.request, 'One thing\nand another');
    assert.equal(row?.completed, 'One thing\nand another');
    assert.equal(row?.learned, null);
    assert.deepEqual([row?.brief, row?.outcome, row?.technologies], ['In short', 'part', 'Go,SQL']);
    db.close();
  });
});
