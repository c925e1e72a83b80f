import { asObject } from '../../core/json.ts';
import { ABOUT_MATERIAL, listOf, objectOf, type Purpose, SENTENCE, SENTENCE_FORM } from './purpose.ts';
import { type CitedSentence, type Reading, validateSentences } from './validate-sentences.ts';

const SENTENCES = 8;

/** An answer to a question, from passages. */
export const ANSWER: Purpose<{ sentences: CitedSentence[] }> = {
  name: 'answer',
  version: 1,
  system: `You answer a question of a developer from passages of a memory of coding sessions.
${ABOUT_MATERIAL}
The line with "about" has the question. Answer it in at most ${SENTENCES} short sentences, the answer itself first. When passages disagree, say so, the newer first. When they do not answer it, give an empty list.`,
  schema: objectOf({ sentences: listOf(SENTENCE) }),
  form: { sentences: [SENTENCE_FORM] },
  field: 'sentences',
  tokensEach: 800,
  read(value, subjects) {
    const answers = new Map<string, { sentences: CitedSentence[] }>();
    const faults: string[] = [];
    for (const subject of subjects) {
      const reading: Reading = { subject, faults };
      const { sentences } = asObject(value);
      const sound = validateSentences(sentences, reading, { where: 'sentences', max: SENTENCES });
      if (Array.isArray(sentences) && (sound.length > 0 || sentences.length === 0))
        answers.set(subject.id, { sentences: sound });
    }
    return { answers, faults };
  },
};
