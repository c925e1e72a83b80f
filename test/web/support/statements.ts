import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunningWorker } from '../../support/run-worker.ts';
import { workerWithExample } from './browser.ts';

/** A worker with the example project, in which an agent proposed rules and a decision, and the project's id. */
export async function withStatements(context: TestContext): Promise<{ worker: RunningWorker; project: string }> {
  const worker = await workerWithExample(context);
  const { entries } = await worker.memory().list({ kinds: ['knowledge'], status: 'proposed' });
  return { worker, project: entries[0]?.project ?? '' };
}

/** Waits for the toast that says what was done; one with Undo stays, since the pointer is over it, until it is undone. */
export async function waitForToast(page: Page, says: string): Promise<void> {
  const toast = page.getByRole('region', { name: 'What was done' }).locator('.toast', { hasText: says }).last();
  await toast.waitFor();
  if ((await toast.getByRole('button', { name: 'Undo' }).count()) > 0) await toast.hover();
  else await page.mouse.move(0, 0);
}
