import type { JsonObject } from '../core/json.ts';
import type { ItemId } from '../core/model/ids.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { partsOf } from '../core/parts-of.ts';
import { cutText } from '../core/text/text.ts';
import { unquotedText } from '../derive/provenance/quoted.ts';
import { askModel } from '../llm/ask-model.ts';
import { answerKey, type Subject, toSend } from '../llm/purposes/material.ts';
import { OBSERVATIONS } from '../llm/purposes/observations.ts';
import { versionOf } from '../llm/purposes/purpose.ts';
import { isBoughtFor, type Refinable, type RefineDeps } from './refine-summaries.ts';
import { citedIn, maySend } from './summary-material.ts';

/** Upper bounds on the observations of one call, and of one session. */
const CALL = 10;
const SESSION = 20;
const TEXT_CHARS = 1_200;

/**
 * Has a model describe the observations that some summaries name: failures, changes and other important ones. The words
 * are stored next to the observation with the hash of its content; the observation is unchanged. Throws what `askModel`
 * throws.
 */
export async function wordObservations(
  { store, model, now }: RefineDeps,
  works: readonly Refinable[],
  signal: AbortSignal,
): Promise<number> {
  let worded = 0;
  const open = await openObservations(store, works, model.name);
  for (const batch of partsOf(open, CALL)) {
    const subjects = batch.map(({ subject }) => subject);
    const answers = await askModel(model, OBSERVATIONS, { subjects, signal });
    for (const { item, subject, key } of batch) {
      const answer = answers.get(subject.id);
      if (answer === undefined) continue;
      const isKept = await store.models.putAnswer({
        key,
        purpose: OBSERVATIONS.name,
        model: model.name,
        at: now(),
        answer: { ...answer, of: item.contentHash } satisfies JsonObject,
        sources: [item.id],
      });
      if (isKept) worded += 1;
    }
  }
  return worded;
}

interface ObservationToWord {
  item: Item;
  subject: Subject;
  key: string;
}

async function openObservations(
  store: RefineDeps['store'],
  works: readonly Refinable[],
  model: string,
): Promise<ObservationToWord[]> {
  const open: ObservationToWord[] = [];
  for (const work of works) {
    const { summary } = detailOfKind(work.item, 'summary');
    const ids: ItemId[] = summary === undefined ? [] : citedIn(summary);
    const items = (await store.items.get(ids)).filter(isWorth).slice(0, SESSION);
    for (const item of items) {
      const subject = subjectOf(item);
      const key = answerKey(versionOf(OBSERVATIONS), subject);
      if (!isBoughtFor(work, model, await store.models.answer(key))) open.push({ item, subject, key });
    }
  }
  return open;
}

function isWorth(item: Item): boolean {
  const { observation } = detailOfKind(item, 'observation');
  return observation !== undefined && observation !== 'note' && maySend(item);
}

function subjectOf(item: Item): Subject {
  const { observation = 'tool-use', success } = detailOfKind(item, 'observation');
  const text = `${item.title}\n${cutText(unquotedText(item), TEXT_CHARS)}`;
  const head = { ...(success === undefined ? {} : { succeeded: success }) };
  return toSend({ id: item.id, head, pieces: [{ id: item.id, by: item.author, what: observation, text }] });
}
