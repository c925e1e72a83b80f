// The power is cut: of all that worker and hook wrote, only what they synced is on the disk for certain. What they did is
// recorded call by call; from the record, disks are built as a cut at any moment may leave them, and opened by the product.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createRandom } from '../../bench/support/generated/varied-text.ts';
import { tried } from '../support/attack.ts';
import { sized } from '../support/suite-size.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Expected, lookAtHome } from './power/look-at-home.ts';
import { type RecordedDay, recordDay, type Told } from './power/record-day.ts';
import { Disk, type Fate } from './system/disk.ts';
import type { FileCall } from './system/read-record.ts';
import { tracedTest } from './system/strace.ts';

const DAY = sized({
  small: { journaled: 2, records: 4, chars: 200 },
  default: { journaled: 6, records: 60, chars: 3_000 },
  full: { journaled: 20, records: 100, chars: 6_000 },
});
const IMAGES = sized({ small: 6, default: 60, full: 600 });
const FATES: readonly Fate[] = ['torn', 'dropped', 'kept'];

/** A cut before a call, and what becomes of what was not synced by then. */
interface Cut {
  before: number;
  fate: Fate;
}

/** Builds the disk after each cut and has the product open it; gives what is wrong, by the cut. */
async function cutPower(context: TestContext, day: RecordedDay, cuts: readonly Cut[]): Promise<string[]> {
  const disk = new Disk(day);
  const wrong: string[] = [];
  let done = 0;
  for (const [n, { before, fate }] of cuts.toSorted((one, other) => one.before - other.before).entries()) {
    for (const call of day.calls.slice(done, before)) disk.apply(call);
    done = before;
    const image = join(temporaryFolder(context), 'disk');
    mkdirSync(image);
    disk.write(image, fate, createRandom(n + 1));
    const found = await lookAtHome(context, image, expectedAt(day, before));
    rmSync(image, { recursive: true });
    wrong.push(...found.map((what) => `cut before call ${before} of ${day.calls.length}, ${fate}: ${what}`));
  }
  return wrong;
}

/** What must be there, and what must not, when the power is cut before a call. */
function expectedAt({ told, calls }: RecordedDay, before: number): Expected {
  const at = calls[before]?.time ?? Number.POSITIVE_INFINITY;
  const isBy = (time: number | undefined): boolean => time !== undefined && time < at;
  const marks = (of: (one: Told) => boolean): string[] => told.filter(of).map(({ mark }) => mark);
  return {
    once: marks(({ acknowledged, asked }) => isBy(acknowledged) && !isBy(asked)),
    gone: marks(({ forgotten }) => isBy(forgotten)),
  };
}

/** A day in which some calls did not sync anything: what a disk that lies, or a forgotten call, would make of it. */
function withoutSyncs(day: RecordedDay, isLeftOut: (call: FileCall) => boolean): RecordedDay {
  return { ...day, calls: day.calls.filter((call) => call.kind !== 'sync' || !isLeftOut(call)) };
}

/** Cuts just after an acknowledgement, before anything else was called. */
function cutsAfterAnswers({ calls, told }: RecordedDay): Cut[] {
  return told.flatMap(({ acknowledged }) => {
    const before = calls.findIndex(({ time }) => time > acknowledged);
    return before < 0 ? [] : [{ before, fate: 'dropped' as const }];
  });
}

tracedTest(
  'the power is cut at any moment: what was acknowledged is there once, what was forgotten is not',
  async (context) => {
    const day = await recordDay(context, DAY);
    await context.test('with what was not synced kept, dropped, or torn at sectors', async (inner) => {
      const cuts = Array.from({ length: IMAGES }, (_, n) => {
        const before = Math.round((day.calls.length * (n + 1)) / IMAGES);
        return { before, fate: FATES[n % FATES.length] ?? 'torn' };
      });
      assert.deepEqual(await cutPower(inner, day, cuts), []);
      tried(inner, cuts.length);
    });
    await context.test('just after an answer, with nothing kept that was not synced', async (inner) => {
      const all = cutsAfterAnswers(day);
      const cuts = all.filter((_, n) => n % Math.ceil(all.length / IMAGES) === 0);
      assert.deepEqual(await cutPower(inner, day, cuts), []);
      tried(inner, cuts.length);
    });
    const unsynced: Record<string, (call: FileCall) => boolean> = {
      'nothing is synced': () => true,
      'the write-ahead log is not synced': ({ path }) => path.endsWith('cairn.db-wal'),
      'files of the journal are not synced': ({ path }) => path.includes('/journal/'),
      'the folder of the journal is not synced': ({ path }) => path.endsWith('/journal'),
    };
    for (const [name, isLeftOut] of Object.entries(unsynced)) {
      await context.test(`these cuts show it when ${name}`, async (inner) => {
        const worse = withoutSyncs(day, isLeftOut);
        for (const cut of cutsAfterAnswers(worse)) {
          if ((await cutPower(inner, worse, [cut])).length > 0) return;
        }
        assert.fail('no cut lost anything: the test would not see a loss');
      });
    }
  },
);
