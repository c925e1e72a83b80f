import { sha256 } from '../../core/hash.ts';
import type { EventId } from '../../core/ids.ts';
import { breathe } from '../../platform/breathe.ts';
import type { SqlValue } from '../../platform/sqlite.ts';
import type { OutputFilter, Outputs } from '../contract/outputs.ts';
import { EVENT_CODES } from './codes.ts';
import { toPublicId } from './compact-id.ts';
import type { Engine } from './engine.ts';
import { packText } from './packed-text.ts';
import { projectGroup } from './projects.ts';

/** Bytes of a packed text from which its middle is worth taking. */
const LONG_BYTES = 1_100;
/** Texts that one step looks at. */
const STEP = 500;
/** Runs that share an output, of which all are looked at; one that more share stays. */
const HOLDERS_MAX = 50;
const LOOKED_AT = 'INSERT INTO aged_bodies (body) SELECT seq FROM bodies WHERE seq = ? ON CONFLICT DO NOTHING';
const OUTPUT_PATH = '["output"]';

interface BodyRow {
  seq: number;
  bytes: number;
}

/** Long outputs of one SQLite file. */
export function createOutputs(engine: Engine): Outputs {
  const { db } = engine;
  return {
    async measure(filter) {
      const total = { outputs: 0, bytes: 0, last: 0 };
      for await (const rows of steps(engine, filter, 0)) {
        for (const { seq, bytes } of rows) {
          total.outputs += 1;
          total.bytes += bytes;
          total.last = seq;
        }
      }
      return total;
    },
    async old(filter, { after, limit }) {
      const found: BodyRow[] = [];
      for await (const rows of steps(engine, filter, after)) {
        found.push(...rows);
        if (found.length >= limit) break;
      }
      const holders = `SELECT e.id FROM event_bodies AS h JOIN events AS e ON e.seq = h.event WHERE h.body = ?`;
      return found.slice(0, limit).map(({ seq }) => ({
        body: seq,
        events: db.all<{ id: Uint8Array }>(holders, seq).map(({ id }) => toPublicId(id) as EventId),
      }));
    },
    replace: async (body, text) => engine.write(() => replace(engine, body, text)),
    keepWhole: async (bodies) =>
      engine.write(() => {
        for (const body of bodies) db.run(LOOKED_AT, body);
      }),
  };
}

/** The long texts of a filter, step by step: those that only runs of tools hold as their output, all of them old. */
async function* steps({ db }: Engine, filter: OutputFilter, after: number): AsyncGenerator<BodyRow[]> {
  const last = db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM bodies')?.seq ?? 0;
  const { sql, values } = conditionOf(db, filter);
  for (let lower = after; lower < last; lower += STEP) {
    yield db.all<BodyRow & Record<string, SqlValue>>(
      `SELECT b.seq, length(b.data) AS bytes FROM bodies AS b
        WHERE b.seq > ? AND b.seq <= ? AND length(b.data) > ${LONG_BYTES} AND ${sql} ORDER BY b.seq`,
      lower,
      lower + STEP,
      ...values,
    );
    await breathe();
  }
}

function conditionOf(db: Engine['db'], { before, since, project }: OutputFilter): { sql: string; values: SqlValue[] } {
  const holders = 'SELECT 1 FROM event_bodies AS h JOIN events AS e ON e.seq = h.event WHERE h.body = b.seq';
  const isOutput = `e.kind = ${EVENT_CODES.toCode('tool.end')} AND h.path = '${OUTPUT_PATH}' AND e.at < ?`;
  const isThere = project === undefined ? '' : ` AND e.project IN (${projectGroup(db, project)})`;
  const isNew = since === undefined ? '' : ' AND e.at >= ?';
  return {
    sql: `EXISTS (${holders}${isNew}) AND NOT EXISTS (${holders} AND NOT (${isOutput}${isThere}))
      AND (SELECT count(*) FROM event_bodies WHERE body = b.seq) <= ${HOLDERS_MAX}
      AND NOT EXISTS (SELECT 1 FROM aged_bodies AS w WHERE w.body = b.seq)`,
    values: [...(since === undefined ? [] : [since]), before],
  };
}

function replace({ db, recent }: Engine, body: number, text: string): number {
  const bytes = db.get<{ n: number }>('SELECT length(data) AS n FROM bodies WHERE seq = ?', body)?.n;
  if (bytes === undefined) return 0;
  recent.bodies.clear();
  const [hash, data] = [sha256(text), packText(text)];
  const equal = db.get<{ seq: number }>('SELECT seq FROM bodies WHERE hash = ?', hash)?.seq;
  if (equal === undefined) db.run('UPDATE bodies SET hash = ?, data = ? WHERE seq = ?', hash, data, body);
  else {
    db.run('UPDATE event_bodies SET body = ? WHERE body = ?', equal, body);
    db.run('DELETE FROM bodies WHERE seq = ?', body);
  }
  db.run(LOOKED_AT, equal ?? body);
  return equal === undefined ? bytes - data.length : bytes;
}
