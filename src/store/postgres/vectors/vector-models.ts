import { CairnError } from '../../../core/errors.ts';
import type { QuestionVector } from '../../../core/model/question-vector.ts';
import type { Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

const DIMENSIONS_MAX = 8_192;

/** An embedding model, and how many items have a vector of it. */
export interface ModelRow {
  model: string;
  dimensions: number;
  stored: number;
}

/** The model whose vectors count. */
export function modelInUse(tx: Tx): Promise<ModelRow | undefined> {
  return tx.get<ModelRow>(sql`SELECT m.model, m.dimensions, m.stored FROM vector_models AS m
    WHERE m.tenant_id = ${tx.tenant} AND m.in_use`);
}

/** The model in use; `undefined` when the question's vector is of another one. */
export async function modelOf(tx: Tx, { model, vector }: QuestionVector): Promise<ModelRow | undefined> {
  const used = await modelInUse(tx);
  return used?.model === model && used.dimensions === vector.length && vector.every(Number.isFinite) ? used : undefined;
}

/** Selects the model whose vectors count; must be called within a transaction. */
export async function useModel(tx: Tx, model: { name: string; dimensions: number } | undefined): Promise<void> {
  const used = await modelInUse(tx);
  if (used?.model === model?.name && used?.dimensions === model?.dimensions) return;
  await tx.run(sql`UPDATE vector_models SET in_use = false WHERE tenant_id = ${tx.tenant} AND in_use`);
  if (model === undefined) return;
  const { name, dimensions } = model;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS_MAX) {
    throw new CairnError('invalid_input', `The model ${name} cannot have ${dimensions} dimensions.`);
  }
  await tx.run(sql`INSERT INTO vector_models (tenant_id, model, dimensions, in_use)
    VALUES (${tx.tenant}, ${name}, ${dimensions}, true)
    ON CONFLICT (tenant_id, model, dimensions) DO UPDATE SET in_use = true`);
}
