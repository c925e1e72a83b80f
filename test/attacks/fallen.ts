/** Attacks that are known to succeed, by name, and why they still do. The commands print them as fallen. */
export const FALLEN: Readonly<Record<string, string>> = {};
