// bench/support/languages: sessions and questions in other languages than English, and what is found of them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Doc } from '../recall/corpus.ts';

/** A question, the set and the exchange that it is about, and its language. */
export interface LanguageQuestion {
  set: string;
  language: string;
  question: string;
  /** The messages that answer: of the exchange that it is about. */
  gold: string[];
}

/** The sets, by the name of their file. */
export const LANGUAGE_SETS = ['chinese', 'mixed'] as const;

const FOLDER = fileURLToPath(new URL('../../language-texts', import.meta.url));
const FROM = Date.parse('2026-03-02T09:00:00Z');
const HOUR_MS = 3_600_000;

/** The messages of all sets in one group, an hour between exchanges, and the questions about them. */
export function readLanguageTexts(): { docs: Doc[]; questions: LanguageQuestion[] } {
  const docs: Doc[] = [];
  const questions: LanguageQuestion[] = [];
  for (const set of LANGUAGE_SETS) {
    const lines = readFileSync(`${FOLDER}/${set}.jsonl`, 'utf8').trimEnd().split('\n');
    for (const line of lines) {
      const { session, user, agent, question, language } = JSON.parse(line) as Record<string, string>;
      const n = questions.length;
      const at = new Date(FROM + n * HOUR_MS).toISOString();
      const place = { group: 'languages', session: session ?? '', at };
      docs.push({ ...place, id: `${n}:user`, role: 'user', text: user ?? '' });
      docs.push({ ...place, id: `${n}:agent`, role: 'assistant', text: agent ?? '' });
      questions.push({ set, language: language ?? '', question: question ?? '', gold: [`${n}:user`, `${n}:agent`] });
    }
  }
  return { docs, questions };
}
