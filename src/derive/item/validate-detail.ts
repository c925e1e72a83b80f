import { isJsonObject, isText, isTexts } from '../../core/json.ts';
import type { Noted } from '../../core/model/event.ts';
import type { ItemDetail } from '../../core/model/item.ts';
import { CATEGORIES, KNOWLEDGE_KINDS, MEANINGS, OBSERVATION_KINDS } from '../../core/model/kinds.ts';

type Detail = Noted['detail'];

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value);

/** Where a session stood, as another memory tells of it: without what Cairn alone can know, which names its own items. */
function isPlainCheckpoint(value: unknown): boolean {
  if (!isJsonObject(value) || !isTexts(value.openTasks) || !isTexts(value.filesChanged)) return false;
  const { openTasks: _open, filesChanged: _files, progressed, ...rest } = value;
  const isPlain = Object.entries(rest).every(([key, one]) => (key === 'task' || key === 'lastPrompt') && isText(one));
  return isPlain && (progressed === undefined || typeof progressed === 'boolean');
}

/** What the fields of a note must hold. */
const SOUND: { readonly [Field in keyof Required<Detail>]: (value: unknown) => boolean } = {
  severity: isText,
  alternatives: isTexts,
  reason: isText,
  confidence: isNumber,
  concepts: isTexts,
  ref: isText,
  metadata: isJsonObject,
  filesChanged: isTexts,
  filesRead: isTexts,
  facts: isTexts,
  subtitle: isText,
  tokens: isNumber,
  observation: isOneOf(OBSERVATION_KINDS),
  meaning: isOneOf(MEANINGS),
  category: isOneOf(CATEGORIES),
  checkpoint: isPlainCheckpoint,
};

/** The fields of a note that hold what they should: it may come from anywhere. */
export function validateDetail(detail: object): Detail {
  const fields = Object.entries(detail).filter(
    ([field, value]) => Object.hasOwn(SOUND, field) && SOUND[field as keyof Detail](value),
  );
  return Object.fromEntries(fields);
}

/** The kind of rule that a note states; `undefined` for a word that is none. */
export function validateKnowledge(knowledge: unknown): ItemDetail['knowledge'] {
  return KNOWLEDGE_KINDS.find((known) => known === knowledge);
}
