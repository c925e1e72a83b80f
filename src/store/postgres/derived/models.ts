import type { JsonObject } from '../../../core/json.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ModelBudget, ModelUse, ModelUseKey } from '../../../core/model/model-usage.ts';
import type { BoughtAnswer, Models } from '../../contract/models.ts';
import type { Tx } from '../engine/engine.ts';
import { lockFor, takeNumbers } from '../engine/numbers.ts';
import { insertRows } from '../engine/rows.ts';
import { type Sql, sql } from '../engine/sql.ts';
import type { ItemDeps } from '../items/items.ts';
import { createItemChange, lockItems } from '../items/write-items.ts';

type AnswerRow = Omit<BoughtAnswer, 'answer' | 'sources'> & { answer: string };

/** Builds the contract `Models` of one tenant. */
export function createModels({ engine, followers }: ItemDeps): Models {
  const { read, write } = engine;
  return {
    answer: (key) => read((tx) => readAnswer(tx, sql`a.key = ${key}`)),
    answerAbout: (source, purpose) =>
      read((tx) =>
        readAnswer(
          tx,
          sql`a.purpose = ${purpose} AND EXISTS (SELECT 1 FROM model_answer_sources AS s WHERE s.tenant_id = ${tx.tenant}
            AND s.source = ${source} AND s.key = a.key AND s.model = a.model)`,
        ),
      ),
    putAnswer: (answer) => write((tx) => putAnswer(tx, answer)),
    dropAnswers: (key) => write((tx) => dropAnswers(tx, sql`key = ${key}`)),
    unrefined: (of, limit) => read((tx) => unrefined(tx, of, limit)),
    refine: (was, item) => write((tx) => refine(tx, { was, item, followers })),
    reserve: (of, use, most) => write((tx) => reserve(tx, of, { use, most })),
    count: (of, difference) => write((tx) => addUse(tx, of, difference)),
    uses: (since) =>
      read((tx) =>
        tx.all<ModelUseKey & ModelUse>(sql`SELECT day, purpose, model, calls, failed, input_tokens AS "inputTokens",
          output_tokens AS "outputTokens", cost FROM model_uses WHERE tenant_id = ${tx.tenant} AND day >= ${since}
          ORDER BY day, purpose, model`),
      ),
    answers: () =>
      read(async (tx) => {
        const n = sql`SELECT count(*) AS n FROM model_answers WHERE tenant_id = ${tx.tenant}`;
        return (await tx.get<{ n: number }>(n))?.n ?? 0;
      }),
  };
}

/** The latest answer of a condition on `model_answers AS a`. */
async function readAnswer(tx: Tx, condition: Sql): Promise<BoughtAnswer | undefined> {
  const row = await tx.get<AnswerRow>(sql`SELECT a.key, a.purpose, a.model, a.at, a.answer FROM model_answers AS a
    WHERE a.tenant_id = ${tx.tenant} AND ${condition} ORDER BY a.at DESC, a.seq DESC LIMIT 1`);
  if (row === undefined) return undefined;
  const sources = await tx.all<{ source: ItemId }>(sql`SELECT source FROM model_answer_sources
    WHERE tenant_id = ${tx.tenant} AND key = ${row.key} AND model = ${row.model} ORDER BY source`);
  return { ...row, answer: JSON.parse(row.answer) as JsonObject, sources: sources.map(({ source }) => source) };
}

async function putAnswer(tx: Tx, { key, purpose, model, at, answer, sources }: BoughtAnswer): Promise<boolean> {
  await lockItems(tx);
  const asked = [...new Set(sources)];
  const there = await tx.get<{ n: number }>(sql`SELECT count(DISTINCT id) AS n FROM items
    WHERE tenant_id = ${tx.tenant} AND id = ANY(${asked}::text[])`);
  if (there?.n !== asked.length) return false;
  await dropAnswers(tx, sql`key = ${key} AND model = ${model}`);
  const seq = await takeNumbers(tx, 'answers', 1);
  await tx.run(sql`INSERT INTO model_answers (tenant_id, seq, key, purpose, model, at, answer)
    VALUES (${tx.tenant}, ${seq}, ${key}, ${purpose}, ${model}, ${at}, ${JSON.stringify(answer)})`);
  const columns = { source: 'text', key: 'text', model: 'text' } as const;
  const rows = asked.map((source) => ({ source, key, model }));
  await insertRows(tx, { table: 'model_answer_sources', columns }, rows);
  return true;
}

/** Removes answers by a condition on key and model, and what their sources are. */
async function dropAnswers(tx: Tx, condition: Sql): Promise<void> {
  await tx.run(sql`DELETE FROM model_answers WHERE tenant_id = ${tx.tenant} AND ${condition}`);
  await tx.run(sql`DELETE FROM model_answer_sources WHERE tenant_id = ${tx.tenant} AND ${condition}`);
}

/**
 * Removes answers that have any of these items among their sources, and the records that these items were offered to a
 * model.
 */
export async function dropAnswersOf(tx: Tx, ids: readonly ItemId[]): Promise<void> {
  if (ids.length === 0) return;
  await dropAnswers(
    tx,
    sql`(key, model) IN (SELECT s.key, s.model FROM model_answer_sources AS s
      WHERE s.tenant_id = ${tx.tenant} AND s.source = ANY(${ids}::text[]))`,
  );
  await tx.run(sql`DELETE FROM refined WHERE tenant_id = ${tx.tenant} AND item_id = ANY(${ids}::text[])`);
}

async function unrefined(
  tx: Tx,
  { kind, until }: { kind: Item['kind']; until: number },
  limit: number,
): Promise<ItemId[]> {
  const rows = await tx.all<{ id: ItemId }>(sql`SELECT i.id FROM items AS i
    LEFT JOIN refined AS r ON r.tenant_id = ${tx.tenant} AND r.item_id = i.id AND r.hash = i.content_hash
    WHERE i.tenant_id = ${tx.tenant} AND i.kind = ${kind} AND i.event_id = '' AND i.at <= ${until} AND NOT i.hidden
      AND NOT i.retired AND r.item_id IS NULL
    ORDER BY i.at DESC LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

async function refine(
  tx: Tx,
  {
    was,
    item,
    followers,
  }: { was: Pick<Item, 'id' | 'contentHash'>; item: Item | undefined; followers: ItemDeps['followers'] },
): Promise<boolean> {
  await lockItems(tx);
  // An item that was hidden meanwhile must not reappear through its new text.
  const row = await tx.get<{ hash: number }>(sql`SELECT content_hash AS hash FROM items
    WHERE tenant_id = ${tx.tenant} AND id = ${was.id} AND NOT hidden AND NOT retired`);
  if (row?.hash !== was.contentHash) return false;
  if (item !== undefined) {
    const change = createItemChange(tx, followers);
    change.put(item);
    await change.save();
  }
  await tx.run(sql`INSERT INTO refined (tenant_id, item_id, hash)
    VALUES (${tx.tenant}, ${was.id}, ${item?.contentHash ?? was.contentHash})
    ON CONFLICT (tenant_id, item_id) DO UPDATE SET hash = excluded.hash`);
  return true;
}

async function reserve(tx: Tx, of: ModelUseKey, { use, most }: { use: ModelUse; most: ModelBudget }): Promise<boolean> {
  await lockFor(tx, 'models');
  const used = await tx.get<{ tokens: number; cost: number }>(sql`SELECT
    coalesce(sum(input_tokens + output_tokens), 0) AS tokens, coalesce(sum(cost), 0) AS cost
    FROM model_uses WHERE tenant_id = ${tx.tenant} AND day = ${of.day}`);
  const { tokens, cost } = used ?? { tokens: 0, cost: 0 };
  if (tokens + use.inputTokens + use.outputTokens > (most.tokens ?? Number.POSITIVE_INFINITY)) return false;
  if (cost + use.cost > (most.cost ?? Number.POSITIVE_INFINITY)) return false;
  await addUse(tx, of, use);
  return true;
}

/** Adds to the use of a day; none of its numbers falls below 0. */
async function addUse(tx: Tx, { day, purpose, model }: ModelUseKey, use: ModelUse): Promise<void> {
  const first = (n: number): number => Math.max(n, 0);
  await tx.run(sql`INSERT INTO model_uses AS u
    (tenant_id, day, purpose, model, calls, failed, input_tokens, output_tokens, cost)
    VALUES (${tx.tenant}, ${day}, ${purpose}, ${model}, ${first(use.calls)}, ${first(use.failed)},
      ${first(use.inputTokens)}, ${first(use.outputTokens)}, ${first(use.cost)})
    ON CONFLICT (tenant_id, day, purpose, model) DO UPDATE SET calls = greatest(u.calls + ${use.calls}::bigint, 0),
      failed = greatest(u.failed + ${use.failed}::bigint, 0),
      input_tokens = greatest(u.input_tokens + ${use.inputTokens}::bigint, 0),
      output_tokens = greatest(u.output_tokens + ${use.outputTokens}::bigint, 0),
      cost = greatest(u.cost + ${use.cost}::double precision, 0)`);
}
