import type { Note } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { localDay } from '../../core/text/calendar.ts';
import type { CandidateAnswer, NearWords } from '../../store/contract/candidates.ts';
import type { AskedTime, ParsedQuery } from '../query/parse-query.ts';

/** Notes for the caller: how times were understood, which words were left out or replaced, and what was searched. */
export function notesOf(answer: CandidateAnswer, parsed: ParsedQuery): Note[] {
  const notes: Note[] = [
    ...parsed.times.map(timeNote),
    ...(answer.near ?? []).filter(({ isBeginning }) => isBeginning !== true).map(nearNote),
  ];
  if (answer.dropped.length > 0) {
    notes.push({ code: 'common_words', message: `Left out as too common: ${answer.dropped.slice(0, 10).join(', ')}.` });
  }
  if (
    answer.vectors !== 'used' &&
    parsed.words.length === 0 &&
    parsed.ids.length === 0 &&
    !parsed.times.some(({ hard }) => hard)
  ) {
    notes.push({ code: 'no_words', message: 'The question holds no word to look for: these are the newest.' });
  } else if (answer.newestOnly && parsed.words.length > 0) {
    notes.push({ code: 'newest_only', message: 'All its words are common: only the newest memories were searched.' });
  }
  if (answer.vectors === 'loading') {
    notes.push({ code: 'words_only', message: 'Found by words alone: vectors are being read into memory.' });
  } else if (answer.vectors === 'none') {
    notes.push({ code: 'words_only', message: 'Found by words alone: no memory has a vector of this model yet.' });
  }
  return notes;
}

/** Names the days of a time in words, and whether it filters or only ranks. */
function timeNote({ text, from, to, hard }: AskedTime): Note {
  const [first, last] = [localDay(from), localDay(to)];
  const days = from === LIMITS.times.least ? `up to ${last}` : first === last ? first : `${first} to ${last}`;
  return { code: 'understood', message: hard ? `Only ${days} (${text}).` : `Prefers ${days} (${text}).` };
}

function nearNote({ of, words }: NearWords): Note {
  const shown = words.map((word) => `"${word}"`).join(', ');
  return { code: 'near_words', message: `Looked for ${shown} too, since "${of}" is nowhere as a word.` };
}
