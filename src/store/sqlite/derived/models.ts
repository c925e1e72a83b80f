import type { JsonObject } from '../../../core/json.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ModelPurpose, ModelUse, ModelUseKey } from '../../../core/model/model-usage.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { BoughtAnswer, Models } from '../../contract/models.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import { requireCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import { createItemChange, type ItemDeps } from '../items/write-items.ts';

interface AnswerRow {
  seq: number;
  key: string;
  purpose: ModelPurpose;
  model: string;
  at: number;
  answer: string;
}

/** Selects the items that wait to be offered to a model.. */
const UNREFINED = `SELECT i.id FROM items AS i LEFT JOIN refined AS r ON r.item = i.id AND r.hash = i.content_hash
  WHERE i.kind = ? AND i.event IS NULL AND i.at <= ? AND i.hidden IS NULL AND r.item IS NULL ORDER BY i.at DESC LIMIT ?`;

const ABOUT = `SELECT a.* FROM model_answer_sources AS s JOIN model_answers AS a ON a.seq = s.answer
  WHERE s.source = ? AND a.purpose = ?`;

/** Builds the contract `Models` over one SQLite file. */
export function createModels(deps: ItemDeps): Models {
  const { engine } = deps;
  const { db } = engine;
  return {
    answer: async (key) => engine.read(() => readAnswer(db, 'SELECT * FROM model_answers WHERE key = ?', key)),
    answerAbout: async (source, purpose) => engine.read(() => readAnswer(db, ABOUT, requireCompactId(source), purpose)),
    putAnswer: async (answer) => engine.write(() => putAnswer(db, answer)),
    dropAnswers: async (key) => engine.write(() => void db.run('DELETE FROM model_answers WHERE key = ?', key)),
    unrefined: async ({ kind, until }, limit) =>
      db
        .all<{ id: Uint8Array }>(UNREFINED, ITEM_CODES.toCode(kind), until, limit)
        .map(({ id }) => toPublicId(id) as ItemId),
    refine: async (was, item) => engine.write(() => refine(deps, was, item)),
    reserve: async (of, use, most) =>
      engine.write(() => {
        const spent = db.get<{ tokens: number; cost: number }>(
          'SELECT total(input_tokens) + total(output_tokens) AS tokens, total(cost) AS cost FROM model_uses WHERE day = ?',
          of.day,
        ) ?? { tokens: 0, cost: 0 };
        const tokens = spent.tokens + use.inputTokens + use.outputTokens;
        if (tokens > (most.tokens ?? Infinity) || spent.cost + use.cost > (most.cost ?? Infinity)) return false;
        addUse(db, of, use);
        return true;
      }),
    count: async (of, difference) => engine.write(() => addUse(db, of, difference)),
    uses: async (since) =>
      db
        .all<ModelUseKey & ModelUse>(
          `SELECT day, purpose, model, calls, failed, input_tokens AS inputTokens, output_tokens AS outputTokens, cost
          FROM model_uses WHERE day >= ? ORDER BY day, purpose, model`,
          since,
        )
        .map((row) => ({ ...row })),
    answers: async () => db.get<{ n: number }>('SELECT count(*) AS n FROM model_answers')?.n ?? 0,
  };
}

/**
 * Removes answers that have any of these items (public ids) among their sources, and the records that these items were
 * offered to a model.
 */
export function dropAnswersOf(db: Database, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const sources = toHexList(ids);
  db.run(
    `DELETE FROM model_answers WHERE seq IN (
      SELECT answer FROM model_answer_sources WHERE source IN (SELECT unhex(value) FROM json_each(?)))`,
    sources,
  );
  db.run('DELETE FROM refined WHERE item IN (SELECT unhex(value) FROM json_each(?))', sources);
}

/** The first answer that a query on `model_answers` returns. */
function readAnswer(db: Database, sql: string, ...values: SqlValue[]): BoughtAnswer | undefined {
  const row = db.get<AnswerRow>(`${sql} ORDER BY at DESC, seq DESC LIMIT 1`, ...values);
  if (row === undefined) return undefined;
  const sources = db.all<{ source: Uint8Array }>('SELECT source FROM model_answer_sources WHERE answer = ?', row.seq);
  return {
    key: row.key,
    purpose: row.purpose,
    model: row.model,
    at: row.at,
    answer: JSON.parse(row.answer) as JsonObject,
    sources: sources.map(({ source }) => toPublicId(source) as ItemId),
  };
}

function putAnswer(db: Database, { key, purpose, model, at, answer, sources }: BoughtAnswer): boolean {
  if (!sources.every((id) => isThere(db, id))) return false;
  db.run('DELETE FROM model_answers WHERE key = ? AND model = ?', key, model);
  const { rowid } = db.run(
    'INSERT INTO model_answers (key, purpose, model, at, answer) VALUES (?, ?, ?, ?, ?)',
    key,
    purpose,
    model,
    at,
    JSON.stringify(answer),
  );
  for (const id of new Set(sources)) {
    db.run('INSERT INTO model_answer_sources (source, answer) VALUES (?, ?)', requireCompactId(id), rowid);
  }
  return true;
}

function isThere(db: Database, id: ItemId): boolean {
  return db.get('SELECT 1 FROM items WHERE id = ?', requireCompactId(id)) !== undefined;
}

function refine(deps: ItemDeps, was: Pick<Item, 'id' | 'contentHash'>, item: Item | undefined): boolean {
  const { db } = deps.engine;
  const id = requireCompactId(was.id);
  // An item that was hidden meanwhile must not reappear through its new text.
  const row = db.get<{ content_hash: number }>('SELECT content_hash FROM items WHERE id = ? AND hidden IS NULL', id);
  if (row?.content_hash !== was.contentHash) return false;
  if (item !== undefined) {
    const change = createItemChange(deps);
    change.put(item);
    change.save();
  }
  db.run(
    'INSERT INTO refined (item, hash) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET hash = ?2',
    id,
    item?.contentHash ?? was.contentHash,
  );
  return true;
}

function addUse(db: Database, { day, purpose, model }: ModelUseKey, use: ModelUse): void {
  db.run(
    `INSERT INTO model_uses (day, purpose, model, calls, failed, input_tokens, output_tokens, cost)
      VALUES (?1, ?2, ?3, max(?4, 0), max(?5, 0), max(?6, 0), max(?7, 0), max(?8, 0.0))
      ON CONFLICT DO UPDATE SET calls = max(calls + ?4, 0), failed = max(failed + ?5, 0),
        input_tokens = max(input_tokens + ?6, 0), output_tokens = max(output_tokens + ?7, 0), cost = max(cost + ?8, 0.0)`,
    day,
    purpose,
    model,
    use.calls,
    use.failed,
    use.inputTokens,
    use.outputTokens,
    use.cost,
  );
}
