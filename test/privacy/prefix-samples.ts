import { PREFIX_FORMS } from '../../src/privacy/kinds/prefix-kinds.ts';
import type { Dice } from './secret-samples.ts';

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const ALPHABETS: Readonly<Record<string, string>> = {
  '@': DIGITS + LOWER + UPPER,
  '#': `${DIGITS}abcdef`,
  '~': DIGITS + LOWER + UPPER,
  '^': DIGITS + UPPER,
  0: DIGITS,
  '%': DIGITS + LOWER,
  '[0-9A-F]': `${DIGITS}ABCDEF`,
  '[a-z]': LOWER,
};

/** A token of each prefix and form of the table, of the fewest characters that the form allows. */
export function prefixSamples(dice: Dice): string[] {
  return PREFIX_FORMS.flatMap(([prefixes, form]) => prefixes.map((prefix) => prefix + drawn(form, dice)));
}

function drawn(form: string, dice: Dice): string {
  const spelled = form.replaceAll('UUID', '#{8}-#{4}-#{4}-#{4}-#{12}');
  return spelled.replace(/(\[[^\]]+\]|[@#~^%0&=])\{(\d+)(?:,\d+)?\}/g, (_, alphabet: string, size: string) => {
    const some = dice.of(ALPHABETS[alphabet] ?? DIGITS + LOWER + UPPER, Number(size));
    return some.length < 4 ? some : `${some.slice(0, -2)}7${some.slice(-1)}`;
  });
}
