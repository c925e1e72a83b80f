import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, edits, type Happening, reads, says, summaryOf } from './session-items.ts';

const work = (about: string, count = 25): Happening[] =>
  Array.from({ length: count }, (_, at) => [reads(`src/${about}${at}.ts`), edits(`src/${about}${at}.ts`)]).flat();

test('a part begins with a request on another subject, and has its own title and end', () => {
  const { parts = [] } = summaryOf(
    asks('Rework the billing of the shop so that invoices round once'),
    ...work('billing'),
    says('Reworked the billing: invoices round once in `roundInvoice`.'),
    asks('Translate the welcome letter of new members into French and German'),
    ...work('letter'),
    says('Added the French and German letters to `letters.json`.'),
  );
  assert.deepEqual(
    parts.map(({ title, end }) => [title, end]),
    [
      [
        'Rework the billing of the shop so that invoices round once',
        'Reworked the billing: invoices round once in `roundInvoice`.',
      ],
      [
        'Translate the welcome letter of new members into French and German',
        'Added the French and German letters to `letters.json`.',
      ],
    ],
  );
});

test('a part begins after a long pause, on the same subject too', () => {
  const { parts = [] } = summaryOf(
    asks('Rework the billing of the shop'),
    ...work('billing'),
    says('Reworked the billing in `roundInvoice`.'),
    [asks('Rework the billing of the shop for credit notes as well'), { at: 2 * 3_600_000 }],
    ...work('credit').map((one): Happening => [one as never, { at: 2 * 3_600_000 }]),
  );
  assert.equal(parts.length, 2);
});

test('a short session has no parts', () => {
  const { parts } = summaryOf(
    asks('Rework the billing of the shop'),
    says('Reworked it.'),
    [asks('Translate the welcome letter of new members into French'), { at: 2 * 3_600_000 }],
    says('Translated it.'),
  );
  assert.equal(parts, undefined);
});
