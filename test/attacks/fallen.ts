/** Attacks that are known to succeed, by name, and why they still do. The commands print them as fallen. */
export const FALLEN: Readonly<Record<string, string>> = {
  'a home that has become read-only can still be searched':
    'every command asks the worker, which has to write its lock; hooks stay silent and nothing is lost',
  'a secret in an agent’s settings is in no copy that set-up keeps':
    'uninstall puts the file back to the byte from that copy; it is of mode 0600, below backups/setup, and goes with the home',
};
