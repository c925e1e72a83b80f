/** Around a prompt to which the CLI added what hooks and files say. */
const FRAMED = /--- USER MESSAGE BEGIN ---\n([\s\S]*?)\n?--- USER MESSAGE END ---/;

/** The text of a prompt as its user wrote it. */
export function promptOf(text: string): string {
  return (FRAMED.exec(text)?.[1] ?? text).trim();
}
