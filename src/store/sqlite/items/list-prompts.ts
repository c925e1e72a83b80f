import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { PromptWords } from '../../contract/items.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import { toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/** Parameters: the row number of a session, a time, and how many. The index alone tells which of its items are prompts. */
const PROMPTS = `SELECT i.id, i.text, i.detail, a.text AS subagent FROM items AS i INDEXED BY items_by_session
  LEFT JOIN labels AS a ON a.seq = i.subagent
  WHERE i.session = ? AND i.at <= ? AND i.kind = ${ITEM_CODES.toCode('prompt')} AND i.hidden IS NULL
  ORDER BY i.at, i.seq LIMIT ?`;

interface StoredPrompt {
  id: Uint8Array;
  text: string;
  detail: string | null;
  subagent: string | null;
}

/** Lists the prompts of a session up to a time, oldest first. */
export function listPrompts(
  { db, interned }: Engine,
  session: SessionId,
  { until, limit }: { until: number; limit: number },
): PromptWords[] {
  const rows = db.all<StoredPrompt>(PROMPTS, interned.session(session) ?? -1, until, limit);
  return rows.map(toPrompt);
}

function toPrompt({ id, text, detail: stored, subagent }: StoredPrompt): PromptWords {
  const detail = stored === null ? {} : (JSON.parse(stored) as PromptWords['detail']);
  return {
    id: toPublicId(id) as ItemId,
    kind: 'prompt',
    text,
    detail: subagent === null ? detail : { ...detail, subagent },
  };
}
