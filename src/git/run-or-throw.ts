import { CairnError } from '../core/errors.ts';
import type { Git } from './run-git.ts';

/** Runs git. Throws `not_running` where it fails. */
export async function run(git: Git, args: readonly string[], input?: string): Promise<string> {
  const printed = await git(args, input);
  if (printed !== undefined) return printed;
  const what = args.find((word) => /^[a-z]+(?:-[a-z]+)*$/.test(word)) ?? '';
  throw new CairnError('not_running', `Git could not ${what} in the repository of sync.`, {
    fix: 'Try git fetch in that folder, with no other variables than docs/sync.md names: it must ask for no password. What waits is handed on later.',
  });
}
