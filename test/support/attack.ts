import { type TestContext, test } from 'node:test';
import { FALLEN } from '../attacks/fallen.ts';

type Work = (context: TestContext) => Promise<void> | void;

/**
 * One attack by its name. It held when its work ends well. One that `FALLEN` lists is run all the same, told as fallen with
 * its reason, and fails the tests once it holds, so that the list stays true.
 */
export function attack(name: string, work: Work): void {
  test(name, (context) => attempt(context, name, work));
}

/** The same inside a test, which shares what it has set up with all its attacks. */
export function attackIn(parent: TestContext, name: string, work: Work): Promise<void> {
  return parent.test(name, (context) => attempt(context, name, work));
}

/** Says how often one attack was tried, where it stands for many. */
export function tried(context: TestContext, times: number): void {
  context.diagnostic(`tries: ${times}`);
}

async function attempt(context: TestContext, name: string, work: Work): Promise<void> {
  const reason = FALLEN[name];
  if (reason === undefined) {
    await work(context);
    return;
  }
  try {
    await work(context);
  } catch (error) {
    context.diagnostic(`fell: ${reason} (${error instanceof Error ? error.message.split('\n')[0] : error})`);
    return;
  }
  throw new Error(`"${name}" holds now: take it out of test/attacks/fallen.ts`);
}
