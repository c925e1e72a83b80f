import type { JsonObject } from '../../../core/json.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ModelUse, ModelUseKey } from '../../../core/model/model-usage.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { BoughtAnswer, Models } from '../../contract/models.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import { requireCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { insertInto, readColumn, readNumber } from '../engine/rows.ts';
import { createItemChange } from '../items/write-items.ts';

const addAnswer = insertInto('model_answers');

type AnswerRow = Omit<BoughtAnswer, 'answer' | 'sources'> & { seq: number; answer: string };

/** Selects the items that wait to be offered to a model. */
const UNREFINED = `SELECT i.id FROM items AS i LEFT JOIN refined AS r ON r.item = i.id AND r.hash = i.content_hash
  WHERE i.kind = ? AND i.event IS NULL AND i.at <= ? AND i.hidden IS NULL AND r.item IS NULL ORDER BY i.at DESC LIMIT ?`;

const ANSWER = 'SELECT seq, key, purpose, model, at, answer FROM model_answers WHERE key = ?';
const ABOUT = `SELECT a.seq, a.key, a.purpose, a.model, a.at, a.answer FROM model_answer_sources AS s JOIN model_answers AS a ON a.seq = s.answer
  WHERE s.source = ? AND a.purpose = ?`;

/** Builds the contract `Models` over one SQLite file. */
export function createModels(engine: Engine): Models {
  const { db } = engine;
  return {
    answer: async (key) => engine.read(() => readAnswer(db, ANSWER, key)),
    answerAbout: async (source, purpose) => engine.read(() => readAnswer(db, ABOUT, requireCompactId(source), purpose)),
    putAnswer: async (answer) => engine.write(() => putAnswer(db, answer)),
    dropAnswers: async (key) => engine.write(() => void db.run('DELETE FROM model_answers WHERE key = ?', key)),
    unrefined: async ({ kind, until }, limit) => itemIds(db, UNREFINED, ITEM_CODES.toCode(kind), until, limit),
    refine: async (was, item) => engine.write(() => refine(engine, was, item)),
    reserve: async (of, use, most) =>
      engine.write(() => {
        const tokens = 'SELECT total(input_tokens) + total(output_tokens) FROM model_uses WHERE day = ?';
        const cost = 'SELECT total(cost) FROM model_uses WHERE day = ?';
        if (readNumber(db, tokens, of.day) + use.inputTokens + use.outputTokens > (most.tokens ?? Infinity))
          return false;
        if (readNumber(db, cost, of.day) + use.cost > (most.cost ?? Infinity)) return false;
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
    answers: async () => readNumber(db, 'SELECT count(*) FROM model_answers'),
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
  const { seq, answer, ...rest } = row;
  const sources = itemIds(db, 'SELECT source FROM model_answer_sources WHERE answer = ?', seq);
  return { ...rest, answer: JSON.parse(answer) as JsonObject, sources };
}

function itemIds(db: Database, sql: string, ...values: SqlValue[]): ItemId[] {
  return readColumn<Uint8Array>(db, sql, ...values).map((id) => toPublicId(id) as ItemId);
}

function putAnswer(db: Database, { key, purpose, model, at, answer, sources }: BoughtAnswer): boolean {
  if (!sources.every((id) => isThere(db, id))) return false;
  db.run('DELETE FROM model_answers WHERE key = ? AND model = ?', key, model);
  const row = addAnswer(db, { key, purpose, model, at, answer: JSON.stringify(answer) });
  for (const id of new Set(sources)) {
    db.run('INSERT INTO model_answer_sources (source, answer) VALUES (?, ?)', requireCompactId(id), row);
  }
  return true;
}

function isThere(db: Database, id: ItemId): boolean {
  return db.get('SELECT 1 FROM items WHERE id = ?', requireCompactId(id)) !== undefined;
}

function refine(engine: Engine, was: Pick<Item, 'id' | 'contentHash'>, item: Item | undefined): boolean {
  const { db } = engine;
  const id = requireCompactId(was.id);
  // An item that was hidden meanwhile must not reappear through its new text.
  const row = db.get<{ content_hash: number }>('SELECT content_hash FROM items WHERE id = ? AND hidden IS NULL', id);
  if (row?.content_hash !== was.contentHash) return false;
  if (item !== undefined) {
    const change = createItemChange(engine);
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
