/** A setting that protects a person, the pauses, or the file of tripwires, loosened by another way than by a person through Cairn. */
export interface GuardChange {
  key: string;
  /** As text; of a secret whether it was set. */
  before: string;
  after: string;
  /** When a worker first saw it, ISO 8601. */
  at: string;
  from: 'default' | 'file' | 'env';
  /** The variable that sets it, where one does. */
  env?: string;
}

/** Files of guards that are no settings. */
const FILES: Readonly<Record<string, string>> = {
  pauses: 'pauses.json',
  tripwires: 'the file tripwires, which was written again',
};

/** One guard that was loosened, as a clause: `tripwires.mode went from block to off, in config.json (seen 2026-11-27 00:50)`. */
export function tellGuard({ key, before, after, at, from, env }: GuardChange): string {
  const file = FILES[key] ?? 'config.json';
  const where = from === 'env' ? `by the variable ${env ?? key}` : from === 'file' ? `in ${file}` : 'to its default';
  return `${key} went from ${before} to ${after}, ${where} (seen ${at.slice(0, 16).replace('T', ' ')})`;
}
