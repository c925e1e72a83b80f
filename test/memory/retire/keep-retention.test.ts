import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type HomePaths, homePaths } from '../../../src/config/paths.ts';
import type { CairnError } from '../../../src/core/errors.ts';
import { keepRetention, startRetention } from '../../../src/memory/retire/keep-retention.ts';
import { daysOf, pruneRetired } from '../../../src/memory/retire/prune.ts';
import type { PruneParts } from '../../../src/memory/retire/retire.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { PATIENT } from '../../support/patience.ts';

const DAY = 86_400_000;
const RUN = { signal: new AbortController().signal, report: async () => undefined };

suite('retention', () => {
  test('retires what the settings say is too old, erases it after the grace, once a day', async (context) => {
    const { memory, store, intake, deriver, runner, at } = openFresh(context);
    const told = (days: number) => ({
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: `walrus ${days}` },
      output: 'ok',
      success: true,
      sessionId: 'old',
      agent: 'claude-code',
      number: `${days}`,
      at: Date.now() - days * DAY,
    });
    await memory.record([300, 200, 190, 3].map(told));
    await memory.settled();
    const parts = (days: string[], graceDays: number): PruneParts & { paths: HomePaths } => ({
      paths: homePaths(at.home),
      store,
      intake,
      deriver,
      runner,
      environment: { home: at.userHome, variables: {} },
      deadlines: PATIENT,
      retention: { days, graceDays },
    });
    const listed = async () => (await memory.list({ kinds: ['observation'], limit: 9 })).entries.length;
    await startRetention(parts([], 30));
    assert.deepEqual(await store.jobs.list(9), []);
    await keepRetention(parts(['observation=180'], 30))({}, RUN);
    const left = await listed();
    assert.ok(left < 4);
    const { events } = await store.log.counts();
    const queued = async () => (await store.jobs.list(9)).filter(({ kind }) => kind === 'retention');
    const [job, ...others] = await queued();
    assert.deepEqual(others, []);
    // Taken out of the queue it comes back with the next worker, for what was retired still has to be let go.
    await store.jobs.cancel(job?.id ?? 0);
    assert.deepEqual(await queued(), []);
    await startRetention(parts([], 30));
    assert.equal((await queued()).length, 1);
    await keepRetention(parts(['observation=1'], 0))({}, RUN);
    assert.equal(await listed(), left);
    assert.equal((await pruneRetired(parts([], 30), Date.now() - 1_000_000)).events, 0);
    assert.equal((await pruneRetired(parts([], 0), Date.now() + 1)).events, 4 - left + 1);
    // What told of retiring goes with the last of it; what was made of the session is kept.
    assert.equal((await store.log.counts()).events, events - (4 - left));
  });

  test('says what is wrong with a setting', () => {
    assert.deepEqual(daysOf(['observation=180', ' message = 30 ']), { observation: 180, message: 30 });
    // A configuration of an earlier version, which shortened outputs by it.
    assert.deepEqual(daysOf(['output=180', 'prompt=9']), { prompt: 9 });
    for (const wrong of ['knowledge=1', 'observation', 'observation=-1', '=3']) {
      assert.throws(
        () => daysOf([wrong]),
        (error: CairnError) => error.code === 'invalid_input',
      );
    }
  });
});
