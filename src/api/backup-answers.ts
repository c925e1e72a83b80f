/** A backup of the memory. `events`, `sessions` and `lastAt`, the time of its last event, are absent where it says not. */
export interface BackupEntry {
  name: string;
  path: string;
  /** `daily`, `asked`, `upgrade` (before one), `forgotten` (after something was), `replaced` (by a restored one), `damaged` (and salvaged). */
  reason: 'daily' | 'asked' | 'upgrade' | 'forgotten' | 'replaced' | 'damaged';
  at: string;
  sizeBytes: number;
  events?: number;
  sessions?: number;
  lastAt?: string;
  /** What a look at it found; absent where none was taken. */
  state?: 'whole' | 'damaged';
  problem?: string;
}

/** The backups in their folder, newest first. */
export interface BackupsResult {
  folder: string;
  backups: BackupEntry[];
}
