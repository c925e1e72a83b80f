import { type CairnError, toCairnError } from '../../core/errors.ts';
import { plain } from '../render/show.ts';

/** What failed, and what helps, as lines. */
export function describeFailure({ message, fix }: CairnError): string[] {
  return fix === undefined ? [plain(message)] : [plain(message), '', `What helps: ${plain(fix)}`];
}

/** Says what was done once it is, or why not. */
export async function tell(done: Promise<string>, say: (text: string) => void): Promise<void> {
  try {
    say(await done);
  } catch (thrown) {
    say(
      describeFailure(toCairnError(thrown))
        .filter((line) => line !== '')
        .join(' '),
    );
  }
}
