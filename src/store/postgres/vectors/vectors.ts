// store/postgres/vectors: vectors in the database, and the scan over them in the server's memory.
// A rebuild keeps them; erasing an item removes its vector.

import type { Item } from '../../../core/model/item.ts';
import type { ItemVector, Vectors } from '../../contract/vectors.ts';
import { encodeVector } from '../../scan/vector-code.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { lockFor } from '../engine/numbers.ts';
import { sql } from '../engine/sql.ts';
import { readItems } from '../items/item-rows.ts';
import { embedHashOf } from './follow-vectors.ts';
import { type ModelRow, modelInUse, useModel } from './vector-models.ts';
import { deleteVectorsOf, insertVectors, type VectorRow } from './vector-rows.ts';

/** Factor by which more rows are read when many of the first ones share one text. */
const READ_MORE = 4;
/** Range of vector numbers whose items one transaction marks as waiting. */
const MARKED_AT_ONCE = 500;

/** Builds the contract `Vectors` over PostgreSQL: one row a vector, and one row a waiting item. */
export function createVectors(engine: Engine): Vectors {
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    engine.write(async (tx) => {
      await lockFor(tx, 'items');
      return work(tx);
    });
  return {
    useModel: (model) => write((tx) => useModel(tx, model)),
    waiting: (limit) => engine.read((tx) => waiting(tx, limit)),
    async put(name, vectors) {
      const model = await engine.read(modelInUse);
      if (model?.model !== name) return;
      const coded = vectors.map(({ vector, ...of }) => ({ ...of, ...encodeVector(vector, model.dimensions) }));
      await write((tx) => put(tx, model, coded));
    },
    async markAll() {
      const last = await engine.read(lastNumber);
      for (let after = 0; after < last; after += MARKED_AT_ONCE) {
        await write((tx) => markWaiting(tx, after, Math.min(after + MARKED_AT_ONCE, last)));
      }
    },
    counts: () => engine.read(counts),
  };
}

/** The number of the newest vector; 0 without any. */
export async function lastNumber(tx: Tx): Promise<number> {
  const row = await tx.get<{ last: number | null }>(sql`SELECT max(v.number) AS last FROM vectors AS v
    WHERE v.tenant_id = ${tx.tenant}`);
  return row?.last ?? 0;
}

async function counts(tx: Tx): Promise<Awaited<ReturnType<Vectors['counts']>>> {
  const model = await modelInUse(tx);
  if (model === undefined) return { stored: 0, waiting: 0 };
  const row = await tx.get<{ waiting: number }>(sql`SELECT
    (SELECT count(*) FROM vector_waiting AS w WHERE w.tenant_id = ${tx.tenant}) +
    (SELECT coalesce(sum(m.stored), 0) FROM vector_models AS m WHERE m.tenant_id = ${tx.tenant} AND NOT m.in_use)
    AS waiting`);
  return { model: model.model, stored: model.stored, waiting: row?.waiting ?? 0 };
}

interface WaitingRow {
  seq: number;
  hash: number;
}

/**
 * The newest items without a vector, then those with a vector of a former model. One item for each text: the others get
 * a copy. Fewer than `limit` only when no more wait.
 */
async function waiting(tx: Tx, limit: number): Promise<Item[]> {
  if ((await modelInUse(tx)) === undefined) return [];
  const seqs = (await waitingRows(tx, limit)).map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const items = new Map((await readItems(tx, sql`i.seq = ANY(${seqs}::bigint[])`)).map(({ seq, item }) => [seq, item]));
  return seqs.flatMap((seq) => items.get(seq) ?? []);
}

/** The first waiting rows, extended until they contain `limit` different texts. */
async function waitingRows(tx: Tx, limit: number): Promise<WaitingRow[]> {
  for (let most = limit; ; most *= READ_MORE) {
    const rows = await tx.all<WaitingRow>(sql`SELECT w.seq, w.hash FROM vector_waiting AS w
      WHERE w.tenant_id = ${tx.tenant} ORDER BY w.at DESC, w.seq DESC LIMIT ${most}`);
    if (rows.length < most) rows.push(...(await formerRows(tx, most - rows.length)));
    const hashes = new Set<number>();
    const chosen = rows.filter(({ hash }) => !hashes.has(hash) && hashes.add(hash));
    if (chosen.length >= limit || rows.length < most) return chosen.slice(0, limit);
  }
}

/** Items with a vector of a model that is not in use any more. */
function formerRows(tx: Tx, limit: number): Promise<WaitingRow[]> {
  return tx.all<WaitingRow>(sql`SELECT v.seq, v.hash FROM vectors AS v JOIN vector_models AS m
      ON m.tenant_id = ${tx.tenant} AND m.model = v.model AND m.dimensions = v.dimensions AND NOT m.in_use
    WHERE v.tenant_id = ${tx.tenant} AND v.seq > 0 ORDER BY v.seq DESC LIMIT ${limit}`);
}

/** Vectors inserted meanwhile have greater numbers and are new already. */
async function markWaiting(tx: Tx, after: number, upTo: number): Promise<void> {
  await tx.run(sql`INSERT INTO vector_waiting (tenant_id, at, seq, hash) SELECT v.tenant_id, v.at, v.seq, v.hash
    FROM vectors AS v JOIN vector_models AS m
      ON m.tenant_id = ${tx.tenant} AND m.model = v.model AND m.dimensions = v.dimensions AND m.in_use
    WHERE v.tenant_id = ${tx.tenant} AND v.seq > 0 AND v.number > ${after} AND v.number <= ${upTo}
    ON CONFLICT DO NOTHING`);
}

type CodedVector = Pick<ItemVector, 'id' | 'contentHash'> & Pick<VectorRow, 'scale' | 'data'>;

/** Writes vectors for items and for all waiting items of the same texts. */
async function put(tx: Tx, model: ModelRow, vectors: readonly CodedVector[]): Promise<void> {
  const used = await modelInUse(tx);
  if (used?.model !== model.model || used.dimensions !== model.dimensions) return;
  const byId = new Map(vectors.map((vector) => [vector.id, vector]));
  const items = await readItems(tx, sql`i.id = ANY(${[...byId.keys()]}::text[])`);
  const codes = new Map<number, CodedVector>();
  const seqs = new Map<number, number>();
  for (const { seq, item } of items) {
    const vector = byId.get(item.id);
    const hash = embedHashOf(item);
    if (vector === undefined || hash === undefined || item.contentHash !== vector.contentHash) continue;
    codes.set(hash, vector);
    seqs.set(seq, hash);
  }
  if (seqs.size === 0) return;
  for (const { seq, hash } of await takeEqual(tx, used, { hashes: [...codes.keys()], seqs: [...seqs.keys()] })) {
    seqs.set(seq, hash);
  }
  await deleteVectorsOf(tx, [...seqs.keys()]);
  const { model: name, dimensions } = used;
  await insertVectors(
    tx,
    [...seqs].flatMap(([seq, hash]) => {
      const code = codes.get(hash);
      return code === undefined ? [] : [{ seq, hash, model: name, dimensions, scale: code.scale, data: code.data }];
    }),
  );
}

/** Items of these texts that wait, which then wait no more, and those with a vector of another model. */
async function takeEqual(
  tx: Tx,
  { model, dimensions }: ModelRow,
  { hashes, seqs }: { hashes: readonly number[]; seqs: readonly number[] },
): Promise<WaitingRow[]> {
  const waited = await tx.all<WaitingRow>(sql`DELETE FROM vector_waiting WHERE tenant_id = ${tx.tenant}
    AND (hash = ANY(${hashes}::bigint[]) OR seq = ANY(${seqs}::bigint[])) RETURNING seq, hash`);
  const former = await tx.all<WaitingRow>(sql`SELECT v.seq, v.hash FROM vectors AS v
    WHERE v.tenant_id = ${tx.tenant} AND v.hash = ANY(${hashes}::bigint[]) AND v.seq > 0
      AND (v.model, v.dimensions) <> (${model}, ${dimensions}::integer)`);
  const texts = new Set(hashes);
  return [...waited, ...former].filter(({ hash }) => texts.has(hash));
}
