/** For each ASCII character, by its code, 1 when it is one of these. */
export function codeTable(chars: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}
