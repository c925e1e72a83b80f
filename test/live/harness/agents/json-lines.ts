/** The JSON objects among the lines of what a program printed. */
export function linesOf<Line>(stdout: string): readonly Line[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}
