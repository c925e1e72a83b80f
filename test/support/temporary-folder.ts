// test/support: what several tests need and no program does. Nothing of one test alone.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A new empty folder that is gone after the test. */
export function temporaryFolder(test: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  // A process that is about to end may still write there.
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  // After what the test registers later, which closes what lies there: a memory notices when its home is removed.
  test.after(() => test.after(remove));
  return folder;
}
