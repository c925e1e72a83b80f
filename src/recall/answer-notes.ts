import type { Note } from '../memory/answers.ts';
import type { CandidateAnswer } from '../store/contract.ts';
import type { ParsedQuery } from './parse-query.ts';

/** What the asker should know of an answer: which words were left out, and what was searched. */
export function notesOf(answer: CandidateAnswer, parsed: ParsedQuery): Note[] {
  const notes: Note[] = [];
  if (answer.dropped.length > 0) {
    notes.push({ code: 'common_words', message: `Left out as too common: ${answer.dropped.slice(0, 10).join(', ')}.` });
  }
  if (parsed.words.length === 0 && parsed.ids.length === 0) {
    notes.push({ code: 'no_words', message: 'The question holds no word to look for: these are the newest.' });
  } else if (answer.newestOnly && parsed.words.length > 0) {
    notes.push({ code: 'newest_only', message: 'All its words are common: only the newest memories were searched.' });
  }
  return notes;
}
