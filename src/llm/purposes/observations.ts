import { asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Subject } from './material.ts';
import { ABOUT_MATERIAL, listOf, objectOf, type Purpose, TEXT } from './purpose.ts';
import { materialOf, unknownName, validateText } from './validate-sentences.ts';

/** What a model says of one observation. */
export interface WordedObservation {
  title: string;
  narrative: string;
  facts: string[];
}

const TITLE_CHARS = 120;
const NARRATIVE_CHARS = 500;
const FACT_CHARS = 200;
const FACTS = 5;

/** Observations in words, several at once. */
export const OBSERVATIONS: Purpose<WordedObservation> = {
  name: 'observations',
  version: 1,
  system: `You describe what a coding agent's tools did, for whoever looks it up later.
${ABOUT_MATERIAL}
Each line with "about" begins one observation. Answer for each one, by that id in "id": "title" (one line: what happened and to what), "narrative" (one to three sentences: why it mattered and what came of it), "facts" (at most ${FACTS} short statements that may be needed again).`,
  schema: objectOf({
    observations: listOf(objectOf({ id: TEXT, title: TEXT, narrative: TEXT, facts: listOf(TEXT) })),
  }),
  form: { observations: [{ id: 'o_…', title: '…', narrative: '…', facts: ['…'] }] },
  field: 'observations',
  tokensEach: 300,
  read(value, subjects) {
    const answers = new Map<string, WordedObservation>();
    const faults: string[] = [];
    const { observations } = asObject(value);
    const given = Array.isArray(observations) ? observations.filter(isJsonObject) : [];
    for (const subject of subjects) {
      const own = given.find(({ id }) => asString(id) === subject.id);
      const read = own === undefined ? 'it is missing' : readOne(own, subject);
      if (typeof read === 'string') faults.push(`${subject.id}: ${read}`);
      else answers.set(subject.id, read);
    }
    return { answers, faults };
  },
};

/** The observation, or what is wrong with it. Facts that name what the material does not are left out. */
function readOne(given: JsonObject, subject: Subject): WordedObservation | string {
  const words = materialOf(subject);
  const title = validateText(asString(given.title) ?? '', TITLE_CHARS);
  const narrative = validateText(asString(given.narrative) ?? '', NARRATIVE_CHARS);
  if (title === '' || narrative === '') return 'it has no title or no narrative';
  const unknown = unknownName(title, words) ?? unknownName(narrative, words);
  if (unknown !== undefined) return `it names ${JSON.stringify(unknown)}, which the material does not`;
  const facts = (Array.isArray(given.facts) ? given.facts : [])
    .flatMap((fact) => validateText(asString(fact) ?? '', FACT_CHARS) || [])
    .filter((fact) => unknownName(fact, words) === undefined);
  return { title, narrative, facts: facts.slice(0, FACTS) };
}
