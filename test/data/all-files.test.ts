import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { dataFolder, recordedFiles, recordsOf } from '../../bench/support/recorded/recorded-files.ts';
import { statedTexts } from '../../bench/support/recorded/stated-texts.ts';
import { createTextCoverage, plain } from '../../bench/support/recorded/text-coverage.ts';
import type { ImportProgress } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';

const KEPT = 0.995;
/** The command that fails in recorded runs. */
const FAILING = 'ls /no/such/dir';
/** Agents whose recorded runs contain that command. */
const RUN_LIVE = new Set(['antigravity', 'crush', 'grok', 'hermes', 'openclaw', 'pi']);
/** Some recorded files are broken on purpose: their lines are counted. */
const BROKEN = /could not be read$/;

async function importAll(memory: Memory, input: { paths: string[]; agent: string }): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import(input)) last = progress;
  assert.ok(last?.done);
  return last;
}

suite('all recorded files', () => {
  const data = dataFolder();
  assert.ok(data, 'name the folder of recorded files in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  const { transcripts, unclaimed } = recordedFiles(data, scratch);

  test('belong to an agent that Cairn knows', () => {
    assert.deepEqual(unclaimed, []);
  });

  for (const [agent, own] of Map.groupBy(transcripts, (transcript) => transcript.agent)) {
    test(`of ${agent.title} import into the memory with all that was said, once`, async (context) => {
      const { memory, store } = openFresh(context, { home: freshHome(context), ignorable: BROKEN });
      const input = { paths: own.map(({ path }) => path), agent: agent.name };
      const first = await importAll(memory, input);
      assert.deepEqual(first.errors, []);
      assert.ok(first.read > 0 && first.added > 0);
      const again = await importAll(memory, input);
      assert.equal(again.added + again.completed, 0);

      const told = createTextCoverage();
      const failing: (boolean | undefined)[] = [];
      for (let seq = 0; ; ) {
        const events = await store.log.since(seq, 1_000);
        told.add(events);
        for (const { body } of events) {
          if (body.kind === 'tool.end' && JSON.stringify(body.input).includes(FAILING)) failing.push(body.success);
        }
        const last = events.at(-1);
        if (last === undefined) break;
        seq = last.seq;
      }
      const said = own.flatMap(({ sources }) => sources.flatMap(recordsOf)).flatMap(statedTexts);
      const there = said.reduce((sum, text) => sum + plain(text).length, 0);
      const kept = said.reduce((sum, text) => sum + told.shareOf(text) * plain(text).length, 0);
      const skipped = Object.values(first.skipped).reduce((sum, count) => sum + count, 0);
      context.diagnostic(
        `${own.length} files, ${first.read} records read, ${skipped} skipped; ${kept} of ${there} told`,
      );
      assert.deepEqual([...new Set(failing)], failing.length > 0 ? [false] : []);
      if (RUN_LIVE.has(agent.name)) assert.ok(failing.length > 0, 'no failing command was found');
      assert.ok(there > 0 && kept >= there * KEPT, `${kept} of ${there} characters`);
    });
  }
});
