/** Letters, digits, `_`, `.` and `-`; the first one a letter, a digit or `_`: no option, no path, nothing for a shell. */
const PLAIN = /^\w[\w.-]{0,127}$/;

/**
 * True for an agent's own session id that may stand in a command line without quotes and in a file's name. The id is what a
 * hook or a file said.
 */
export function isPlainSessionId(id: string): boolean {
  return PLAIN.test(id) && !id.includes('..');
}
