const CONSONANTS = 'bcdfghjklmnprstvw';
const VOWELS = 'aeiou';
const VOCABULARY = 8_000;

/** A source of numbers from 0 to below 1 that is the same for the same seed (a linear congruential generator). */
export function createRandom(seed: number): () => number {
  let state = (Math.imul(seed, 2_654_435_761) >>> 0) % 0x7fffffff;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const WORDS = ((): string[] => {
  const random = createRandom(7);
  const letter = (letters: string): string => letters.charAt(Math.floor(random() * letters.length));
  return Array.from({ length: VOCABULARY }, () => {
    const syllables = Array.from({ length: 2 + Math.floor(random() * 2.5) }, () => letter(CONSONANTS) + letter(VOWELS));
    return syllables.join('') + (random() < 0.3 ? letter(CONSONANTS) : '');
  });
})();

/**
 * Text of exactly `chars` characters, the same for the same seed: words of a vocabulary of 8,000, a few of them often and
 * most of them seldom, so that an index over it is about as large as over real text of the same length.
 */
export function variedText(seed: number, chars: number): string {
  const random = createRandom(seed);
  let text = '';
  while (text.length < chars) text += `${WORDS[Math.floor(VOCABULARY * random() ** 3)]} `;
  return text.slice(0, chars);
}
