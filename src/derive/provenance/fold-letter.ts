/**
 * Letters that look like a letter of ASCII, by the letter that they look like: Cyrillic, Greek, Armenian, Cherokee and the
 * like. After the confusables of Unicode Technical Standard 39, of which these are the ones that common fonts draw alike.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аɑαΑАᎪꓮ',
  b: 'ЬΒВᏴꓐƄ',
  c: 'сϲСϹⅭᏟꓚᴄ',
  d: 'ԁⅾᏧᎠꓓꓒ',
  e: 'еҽεΕЕᎬꓰℯ℮',
  f: 'ϝſꓝẝ',
  g: 'ɡցԍԌᏀꓖ',
  h: 'һհΗНᎻꓧ',
  i: 'іɩιΙІӀᎥꓲıɪǀ',
  j: 'јϳЈᎫꓙ',
  k: 'кκΚКᏦꓗĸ',
  l: 'ӏⅼᏞꓡ',
  m: 'мΜМϺᎷꓟⅿ',
  n: 'ոռΝꓠηп',
  o: 'оοσΟОօՕంഠᴏ๐໐၀ꓳ',
  p: 'рρϱΡРᏢꓑ',
  q: 'ԛգզԚ',
  r: 'гᴦᏒꓣꭇ',
  s: 'ѕƽЅՏᏚꓢꜱ',
  t: 'тτΤТᎢꓔ',
  u: 'υսᴜՍꓴʋц',
  v: 'νѵⅴѴᏙꓦᴠ',
  w: 'ԝѡաᏔꓪᴡ',
  x: 'хχΧХⅹꓫ᙭',
  y: 'уγүΥУҮᎩꓬʏ',
  z: 'ᴢΖᏃꓜ',
};
const BY_LETTER = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, same]) => [...same].map((one) => [one, letter])),
);
/** Characters that are not drawn: joiners, direction marks, variation selectors, tags, fillers. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const MARK = /\p{M}/gu;
const KEPT = 4_096;
const folded = new Map<number, string>();

/**
 * A letter as words are compared by it: compatibility forms decomposed (NFKD), without marks, in lower case, a lookalike of
 * an ASCII letter as that letter. Empty for a character that is not drawn.
 */
export function foldLetter(codePoint: number): string {
  const known = folded.get(codePoint);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(codePoint);
  const plain = INVISIBLE.test(char) ? '' : [...char.normalize('NFKD').replace(MARK, '')].map(toLatin).join('');
  if (folded.size >= KEPT) folded.clear();
  folded.set(codePoint, plain);
  return plain;
}

/** A text with each letter beyond ASCII as words are compared by it, in any case. */
export function foldText(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (char) => foldLetter(char.codePointAt(0) ?? 0));
}

function toLatin(char: string): string {
  return BY_LETTER.get(char) ?? BY_LETTER.get(char.toLowerCase()) ?? char.toLowerCase();
}
