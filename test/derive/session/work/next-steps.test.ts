import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextStepsIn } from '../../../../src/derive/session/work/next-steps.ts';
import { itemsOf, says } from '../session-items.ts';

function stepsIn(text: string): string[] {
  const [item] = itemsOf(says(text));
  return item === undefined ? [] : nextStepsIn(item);
}

const NAMED: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a heading after a sentence',
    'The export is there. Next steps:\n- Write the import\n- Ship it',
    ['Write the import', 'Ship it'],
  ],
  ['a bold heading', '**Next steps:**\n- Write docs\n- Ship it', ['Write docs', 'Ship it']],
  [
    'a numbered list',
    'All is green.\n\nNext steps:\n1. Tag it\n2. Publish the package',
    ['Tag it', 'Publish the package'],
  ],
  [
    'a section',
    '## Remaining work\n\n- Retry on 429\n  - with jitter\n- Read the limit from the header',
    ['Retry on 429', 'Read the limit from the header'],
  ],
  ['a label on the line', 'Done. Next: add jitter.', ['add jitter.']],
  ['a bold label on the line', 'Done.\n\n**Still to do:** the Windows path.', ['the Windows path.']],
  [
    'a sentence',
    'The branch still needs to be merged. It has three commits.',
    ['The branch still needs to be merged.'],
  ],
  ['what the person has to do', 'It is built. You need to restart the worker.', ['You need to restart the worker.']],
  [
    'what is set up by hand',
    '**Required setup (manual steps):**\n1. Create the token\n2. Store it as a secret',
    ['Create the token', 'Store it as a secret'],
  ],
];

describe('names as next', () => {
  for (const [name, text, steps] of NAMED) test(name, () => assert.deepEqual(stepsIn(text), steps));
});

const NOT_NAMED: readonly (readonly [string, string])[] = [
  ['a heading alone', 'The export is there.\n\nNext steps:'],
  ['an offer', 'The export is there. Want me to write the import next?'],
  ['offers in a list', 'Next steps:\n- Shall I write the import?\n- Let me know what you prefer.'],
  ['what is done', 'Next steps:\n- [x] Write the import\n✅ Ship it'],
  ['what is left as it is', 'The remaining 20 ms are the look-up of the name.'],
  ['a follow-up that was made', 'I sent a follow-up to the worker.'],
  ['options', 'Recommendation:\n- **Option 1** is shorter\n- **Option 2** is faster'],
  ['a list below another heading', 'Next steps are open.\n\nChanges:\n- Write the import'],
];

describe('names nothing as next', () => {
  for (const [name, text] of NOT_NAMED) test(name, () => assert.deepEqual(stepsIn(text), []));
});
