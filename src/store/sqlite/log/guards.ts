import type { Guards, LoosenedGuard, SeenGuard } from '../../contract/guards.ts';
import type { Engine } from '../engine/engine.ts';

/** Upper bound on the values that are kept of one guard. */
const KEPT = 50;

const COLUMNS = 'key, value, source AS "from", how, at';
const LOOSENED = `SELECT g.key, g.value, g.source AS "from", g.at,
    (SELECT b.value FROM guards AS b WHERE b.key = g.key AND b.seq < g.seq ORDER BY b.seq DESC LIMIT 1) AS before
  FROM guards AS g WHERE g.how = 'loosened' AND g.at >= ?1
    AND NOT EXISTS (SELECT 1 FROM guards AS a WHERE a.key = g.key AND a.seq > g.seq AND a.how = 'accepted')
  ORDER BY g.at DESC LIMIT ?2`;

/** Builds the contract `Guards` over one SQLite file. */
export function createGuards({ db, read, write }: Engine): Guards {
  return {
    last: async (key) =>
      read(() => db.get<SeenGuard>(`SELECT ${COLUMNS} FROM guards WHERE key = ? ORDER BY seq DESC LIMIT 1`, key)),
    isAccepted: async ({ key, value, from }) =>
      read(
        () =>
          db.get(
            "SELECT 1 FROM guards WHERE key = ? AND value = ? AND source = ? AND how = 'accepted' LIMIT 1",
            key,
            value,
            from,
          ) !== undefined,
      ),
    add: async ({ key, value, from, how, at }) =>
      write(() => {
        db.run(
          `INSERT INTO guards (key, seq, value, source, how, at)
            VALUES (?1, (SELECT coalesce(max(seq), 0) + 1 FROM guards WHERE key = ?1), ?2, ?3, ?4, ?5)`,
          key,
          value,
          from,
          how,
          at,
        );
        db.run(
          'DELETE FROM guards WHERE key = ?1 AND seq <= (SELECT max(seq) FROM guards WHERE key = ?1) - ?2',
          key,
          KEPT,
        );
      }),
    loosened: async (since, limit) => read(() => db.all<LoosenedGuard>(LOOSENED, since, limit)),
  };
}
