import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { dataFolder, recordedFiles } from '../../bench/support/recorded/recorded-files.ts';
import { summaryId } from '../../src/derive/session/summary-item.ts';
import { assertLiteral } from '../derive/session/literal.ts';
import { flatDetail } from '../support/flat-detail.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';

/** Some recorded files are broken on purpose. */
const BROKEN = /could not be read$/;
const MOST = 100_000;

suite('summaries of all recorded sessions', () => {
  const data = dataFolder();
  assert.ok(data, 'name the folder of recorded files in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  const { transcripts } = recordedFiles(data, scratch);

  test('say nothing that does not stand in an item of their session', async (context) => {
    const { memory, store } = openFresh(context, { home: freshHome(context), ignorable: BROKEN });
    for (const [agent, own] of Map.groupBy(transcripts, (transcript) => transcript.agent.name))
      for await (const _step of memory.import({ paths: own.map(({ path }) => path), agent }));
    await memory.settled({ timeoutMs: 300_000 });
    let summaries = 0;
    for (const session of await store.log.sessions({ limit: 1_000 })) {
      const [made] = await store.items.get([summaryId(session.id)]);
      const { summary } = flatDetail(made);
      if (made === undefined || summary === undefined) continue;
      summaries += 1;
      const items = await store.items.list({ session: session.id }, { limit: MOST });
      assertLiteral(summary, items);
      assert.ok(made.text.length <= 2_000);
    }
    assert.ok(summaries > 10);
  });
});
