/** Paragraphs, each after its name; empty ones are left out. `undefined` when all are empty. */
export function paragraphs(
  parts: readonly (readonly [name: string, words: string | readonly string[] | undefined])[],
): string | undefined {
  const texts = parts.flatMap(([name, words]) => {
    const text =
      typeof words === 'string' || words === undefined ? words?.trim() : words.map((entry) => `- ${entry}`).join('\n');
    if (text === undefined || text === '') return [];
    return [name === '' ? text : `${name}:${text.startsWith('- ') ? '\n' : ' '}${text}`];
  });
  return texts.length === 0 ? undefined : texts.join('\n\n');
}
