import { asObject, asString, isJsonObject, type JsonValue } from '../../core/json.ts';
import { ABOUT_MATERIAL, listOf, objectOf, type Purpose, SENTENCE, SENTENCE_FORM, TEXT } from './purpose.ts';
import { type CitedSentence, type Reading, validateSentences } from './validate-sentences.ts';

/** The parts of a summary that a model words. */
export const WORDED = ['request', 'learned', 'completed', 'nextSteps'] as const;

/** What a model says of one session. */
export type WordedSummary = { brief: CitedSentence } & Record<(typeof WORDED)[number], CitedSentence[]>;

const SENTENCES = 6;

function ofParts<Value extends JsonValue>(value: Value): Record<string, Value> {
  return Object.fromEntries(WORDED.map((part) => [part, value]));
}

/** Summaries of sessions, several at once. */
export const SUMMARY: Purpose<WordedSummary> = {
  name: 'summary',
  version: 1,
  system: `You write summaries of sessions of a coding agent, for whoever continues the work.
${ABOUT_MATERIAL}
The material holds one session or several: a line with "about" begins one, the lines after it belong to it. Answer for each one, by that id in "session": "brief" in one or two sentences (what was wanted, what came of it); "request" (what the person asked for), "learned" (causes and facts that were found out), "completed" (what was done and holds), "nextSteps" (what is open), each at most ${SENTENCES} short sentences, an empty list where there is nothing.`,
  schema: objectOf({
    sessions: listOf(objectOf({ session: TEXT, brief: SENTENCE, ...ofParts(listOf(SENTENCE)) })),
  }),
  form: { sessions: [{ session: 's_…', brief: SENTENCE_FORM, ...ofParts([SENTENCE_FORM]) }] },
  field: 'sessions',
  tokensEach: 900,
  read(value, subjects) {
    const faults: string[] = [];
    const answers = new Map<string, WordedSummary>();
    const { sessions } = asObject(value);
    const given = Array.isArray(sessions) ? sessions.filter(isJsonObject) : [];
    for (const subject of subjects) {
      const alone = subjects.length === 1 && given.length === 1 ? given[0] : undefined;
      const own = given.find(({ session }) => asString(session) === subject.id) ?? alone;
      const reading: Reading = { subject, faults: [] };
      const worded = own === undefined ? undefined : readOne(own, reading);
      if (worded !== undefined) answers.set(subject.id, worded);
      if (own === undefined) faults.push(`there is no session ${subject.id}`);
      faults.push(...reading.faults.map((fault) => `${subject.id}: ${fault}`));
    }
    return { answers, faults };
  },
};

/** One session's part; `undefined` without a sound brief, or when all else that it says is unsound. */
function readOne(value: JsonValue, reading: Reading): WordedSummary | undefined {
  const given = asObject(value);
  const [brief] = validateSentences([given.brief ?? null], reading, { where: 'brief', max: 1 });
  const parts = Object.fromEntries(
    WORDED.map((part) => [part, validateSentences(given[part], reading, { where: part, max: SENTENCES })]),
  ) as Record<(typeof WORDED)[number], CitedSentence[]>;
  if (brief === undefined || WORDED.every((part) => parts[part].length === 0)) return undefined;
  return { brief, ...parts };
}
