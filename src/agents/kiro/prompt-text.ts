const OPENS = '--- USER MESSAGE BEGIN ---';
const CLOSES = '--- USER MESSAGE END ---';
/** The last frame around a prompt to which the CLI added output of hooks and contents of files, which may hold one, too. */
const FRAMED = /[\s\S]*--- USER MESSAGE BEGIN ---\n([\s\S]*?)\n?--- USER MESSAGE END ---/;

/** The text of a prompt as the user wrote it. */
export function promptOf(text: string): string {
  return (FRAMED.exec(text)?.[1] ?? text).trim();
}

/** True for a prompt with more than one frame, or a part of one: what of it was typed cannot be told. */
export function isUnclearPrompt(text: string): boolean {
  const counts = [OPENS, CLOSES].map((mark) => text.split(mark).length - 1);
  return counts.some((count) => count > 1) || counts[0] !== counts[1];
}
