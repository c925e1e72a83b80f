import type { CairnError } from '../../core/errors.ts';
import { asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isCharacterTable } from './character-map.ts';
import type { TextStep } from './tokenizer.ts';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

/** What a `normalizer` of a `tokenizer.json` does to a text, in order. Throws what `refuse` makes of one that is unknown. */
export function readTextSteps(value: JsonValue | undefined, refuse: (what: string) => CairnError): TextStep[] {
  if (value === undefined || value === null) return [];
  const row = asObject(value);
  if (row.type !== 'Sequence') return [toStep(row, refuse)];
  return (Array.isArray(row.normalizers) ? row.normalizers : []).map((entry) => toStep(asObject(entry), refuse));
}

function toStep(row: JsonObject, refuse: (what: string) => CairnError): TextStep {
  const type = asString(row.type) ?? '';
  const form = FORMS.find((known) => known === type);
  if (form !== undefined) return { kind: 'form', form };
  const table = asString(row.precompiled_charsmap);
  if (type === 'Precompiled' && table !== undefined && isCharacterTable(table)) return { kind: 'characters', table };
  if (type === 'Lowercase') return { kind: 'lowercase' };
  if (type === 'Strip' && row.strip_left === false && row.strip_right !== false) return { kind: 'trim-end' };
  const by = asString(row.content);
  if (type === 'Replace' && asObject(row.pattern).Regex === ' {2,}' && by !== undefined)
    return { kind: 'join-spaces', by };
  throw refuse(`a normalizer ${type}`);
}
