import type { ItemId } from '../../../core/model/ids.ts';
import type { SharedRow, SharedState } from '../../contract/sync.ts';
import { requireCompactId, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/**
 * By the two lower bits of the number that is kept; the third says that an earlier remote has it, too, the fourth that the memory
 * was not seen here since a restore.
 */
export const STATES: readonly SharedState[] = ['waiting', 'sent', 'gone', 'left'];
const STATE_BITS = 3;
const ELSEWHERE = 4;
const UNSEEN = 8;

/** The columns of a row, of the table as `s`. */
export const SHARED_COLUMNS = 's.item, s.project, s.kind, s.version, s.hash, s.state';

/** A row as it is kept. */
export interface SharedRowData extends Omit<SharedRow, 'item' | 'hash' | 'state'> {
  item: Uint8Array;
  hash: Uint8Array;
  state: number;
}

/** All numbers of a state. */
export function numbersOf(state: SharedState): number[] {
  const number = STATES.indexOf(state);
  return [number, number + ELSEWHERE, number + UNSEEN, number + ELSEWHERE + UNSEEN];
}

/** The row of the contract. */
export function toSharedRow({ item, hash, state, ...row }: SharedRowData): SharedRow {
  return {
    ...row,
    item: toPublicId(item) as ItemId,
    hash: Buffer.from(hash).toString('hex'),
    state: STATES[state & STATE_BITS] ?? 'gone',
    ...((state & ELSEWHERE) !== 0 && { elsewhere: true as const }),
    ...((state & UNSEEN) !== 0 && { unseen: true as const }),
  };
}

/** Writes a row in place of the one of its item. */
export function putSharedRow(db: Engine['db'], row: SharedRow): void {
  const flags = (row.elsewhere === true ? ELSEWHERE : 0) + (row.unseen === true ? UNSEEN : 0);
  db.run(
    `INSERT INTO sync_shared (item, project, kind, version, hash, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET project = ?2, kind = ?3, version = ?4, hash = ?5, state = ?6`,
    requireCompactId(row.item),
    row.project,
    row.kind,
    row.version,
    Buffer.from(row.hash, 'hex'),
    STATES.indexOf(row.state) + flags,
  );
}
