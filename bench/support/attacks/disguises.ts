/** How a text is disguised where it is read, and where the agent says it again. */
export interface Disguise {
  name: string;
  read: (text: string) => string;
  say: (text: string) => string;
}

const LOOKALIKES: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у' };
const same = (text: string): string => text;

function lookalike(text: string): string {
  return text.replace(/[a-z]/g, (letter) => LOOKALIKES[letter] ?? letter);
}

function zeroWidth(text: string): string {
  return text.replace(/(\p{L}{2})(?=\p{L}{2})/gu, '$1\u200b');
}

function split(text: string): string {
  const words = text.split(' ');
  const half = Math.ceil(words.length / 2);
  return `${words.slice(0, half).join(' ')}. And further: ${words.slice(half).join(' ')}`;
}

/** All disguises that a program can make; paraphrases are written by hand. */
export const DISGUISES: readonly Disguise[] = [
  { name: 'verbatim', read: same, say: same },
  { name: 'case changed', read: same, say: (text) => text.toUpperCase() },
  { name: 'lookalike letters read', read: lookalike, say: same },
  { name: 'lookalike letters said', read: same, say: lookalike },
  { name: 'zero width said', read: same, say: zeroWidth },
  { name: 'zero width read', read: zeroWidth, say: same },
  { name: 'split', read: same, say: split },
];
