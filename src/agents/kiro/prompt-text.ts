const OPENS = '--- USER MESSAGE BEGIN ---';
const CLOSES = '--- USER MESSAGE END ---';
/**
 * The text of a prompt as the user wrote it: what stands in the last frame, around which the CLI added output of hooks and
 * contents of files, which may hold one, too. All of it where there is none.
 */
export function promptOf(text: string): string {
  const opens = `${OPENS}\n`;
  const last = text.lastIndexOf(CLOSES) - opens.length;
  const open = last < 0 ? -1 : text.lastIndexOf(opens, last);
  if (open < 0) return text.trim();
  const from = open + opens.length;
  return text.slice(from, text.indexOf(CLOSES, from)).trim();
}

/** True for a prompt with more than one frame, or a part of one: what of it was typed cannot be told. */
export function isUnclearPrompt(text: string): boolean {
  const counts = [OPENS, CLOSES].map((mark) => text.split(mark).length - 1);
  return counts.some((count) => count > 1) || counts[0] !== counts[1];
}
