import type { MemoryRecord } from '../../api/answers.ts';
import { asString } from '../../core/json.ts';
import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';

/** What a model was asked to say of an observation as it is now; `undefined` when it was not. */
export async function wordedOf(store: Pick<Store, 'models'>, item: Item): Promise<MemoryRecord['worded']> {
  if (item.kind !== 'observation') return undefined;
  const bought = await store.models.answerAbout(item.id, 'observations');
  if (bought === undefined || bought.answer.of !== item.contentHash) return undefined;
  const { title, narrative, facts } = bought.answer;
  return {
    title: asString(title) ?? '',
    narrative: asString(narrative) ?? '',
    facts: Array.isArray(facts) ? facts.filter((fact) => typeof fact === 'string') : [],
    model: bought.model,
  };
}
