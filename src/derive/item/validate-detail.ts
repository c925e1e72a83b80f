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

/** True for a checkpoint of another memory product: without the fields that name Cairn's own items. */
function isPlainCheckpoint(value: unknown): boolean {
  if (!isJsonObject(value) || !isTexts(value.openTasks) || !isTexts(value.filesChanged)) return false;
  const { openTasks: _open, filesChanged: _files, progressed, ...rest } = value;
  const isPlain = Object.entries(rest).every(([key, one]) => (key === 'task' || key === 'lastPrompt') && isText(one));
  return isPlain && (progressed === undefined || typeof progressed === 'boolean');
}

/** True for what a caller stated of a session's work. */
function isStatedWork(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([key, one]) =>
    key === 'task' ? isText(one) : ['progress', 'nextSteps', 'openQuestions'].includes(key) && isTexts(one),
  );
}

/** Check of each field of a note. */
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
  stated: isStatedWork,
};

/** The fields of a note, from any source, whose values are valid; the others are left out. */
export function validateDetail(detail: object): Detail {
  const fields = Object.entries(detail).filter(
    ([field, value]) => Object.hasOwn(SOUND, field) && SOUND[field as keyof Detail](value),
  );
  return Object.fromEntries(fields);
}

/** The kind of rule that a note states; `undefined` for any other value. */
export function validateKnowledge(knowledge: unknown): ItemDetail['knowledge'] {
  return KNOWLEDGE_KINDS.find((known) => known === knowledge);
}
