import type { VectorCode } from '../../scan/vector-code.ts';
import type { Tx } from '../engine/engine.ts';
import { takeNumbers } from '../engine/numbers.ts';
import { rowsOf } from '../engine/rows.ts';
import { sql } from '../engine/sql.ts';

/** A vector of an item, of a model; `hash`: of the text that was embedded. */
export interface VectorRow extends VectorCode {
  seq: number;
  model: string;
  dimensions: number;
  hash: number;
}

const COLUMNS = {
  seq: 'bigint',
  model: 'text',
  dimensions: 'integer',
  hash: 'bigint',
  scale: 'double precision',
  data: 'text',
} as const;

/** Inserts vectors of items that have none, under new numbers. */
export async function insertVectors(tx: Tx, vectors: readonly VectorRow[]): Promise<void> {
  if (vectors.length === 0) return;
  const first = await takeNumbers(tx, 'vectors', vectors.length);
  const rows = vectors.map(({ data, ...row }) => ({ ...row, data: Buffer.from(data).toString('hex') }));
  await tx.run(sql`INSERT INTO vectors (tenant_id, number, seq, project_id, kind, at, made, model, dimensions, hash, scale, data)
    SELECT ${tx.tenant}, ${first - 1}::bigint + n.place, i.seq, i.project_id, i.kind, i.at, i.made, n.model, n.dimensions,
      n.hash, n.scale, decode(n.data, 'hex')
    FROM ${rowsOf(COLUMNS, rows)} WITH ORDINALITY AS n (seq, model, dimensions, hash, scale, data, place)
    JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.seq = n.seq`);
  await countStored(tx, vectors, 1);
}

/** Deletes the vectors of items, whatever their model. */
export async function deleteVectorsOf(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  const gone = await tx.all<Pick<VectorRow, 'model' | 'dimensions'>>(sql`DELETE FROM vectors
    WHERE tenant_id = ${tx.tenant} AND seq > 0 AND seq = ANY(${seqs}::bigint[]) RETURNING model, dimensions`);
  await countStored(tx, gone, -1);
}

/** Detaches items from their vectors; returns the vectors' numbers. */
export async function releaseVectorsOf(tx: Tx, seqs: readonly number[]): Promise<number[]> {
  if (seqs.length === 0) return [];
  const rows = await tx.all<Pick<VectorRow, 'model' | 'dimensions'> & { number: number }>(sql`UPDATE vectors SET seq = 0
    WHERE tenant_id = ${tx.tenant} AND seq > 0 AND seq = ANY(${seqs}::bigint[]) RETURNING number, model, dimensions`);
  await countStored(tx, rows, -1);
  return rows.map(({ number }) => number);
}

async function countStored(
  tx: Tx,
  vectors: readonly Pick<VectorRow, 'model' | 'dimensions'>[],
  by: number,
): Promise<void> {
  for (const [key, of] of Map.groupBy(vectors, ({ model, dimensions }) => `${dimensions} ${model}`)) {
    const dimensions = Number.parseInt(key, 10);
    await tx.run(sql`UPDATE vector_models SET stored = stored + ${by * of.length}::bigint
      WHERE tenant_id = ${tx.tenant} AND model = ${of[0]?.model ?? ''} AND dimensions = ${dimensions}`);
  }
}
