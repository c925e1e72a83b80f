/** The frame around a prompt to which the CLI added output of hooks and contents of files. */
const FRAMED = /--- USER MESSAGE BEGIN ---\n([\s\S]*?)\n?--- USER MESSAGE END ---/;

/** The text of a prompt as the user wrote it. */
export function promptOf(text: string): string {
  return (FRAMED.exec(text)?.[1] ?? text).trim();
}
