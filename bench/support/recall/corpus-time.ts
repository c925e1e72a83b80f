import type { Doc } from './corpus.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FIRST_DAY = Date.UTC(2025, 0, 1);
const SECONDS_BELOW = 100_000_000_000;

/**
 * A time as people write it in corpora, in milliseconds since 1970: ISO 8601, seconds or milliseconds, `1:56 pm on 8 May,
 * 2023`, `March-15-2024`, `2023/05/20 (Sat) 02:21`. Without a zone it is UTC; `undefined` for what is no time.
 */
export function parseCorpusTime(text: string): number | undefined {
  const given = text.trim();
  if (/^\d{9,16}(?:\.\d+)?$/.test(given)) return Number(given) * (Number(given) < SECONDS_BELOW ? 1_000 : 1);
  const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?/.exec(given);
  if (iso !== null) {
    const zoned = iso[0] === given && given.length > 10 ? `${given.replace(' ', 'T')}Z` : given.replace(' ', 'T');
    const time = Date.parse(zoned);
    if (Number.isFinite(time)) return time;
  }
  const day = dayOf(given);
  return day === undefined ? undefined : day + clockOf(given);
}

/** The days of a written date, in milliseconds since 1970. */
function dayOf(text: string): number | undefined {
  const numbers = /\b(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})\b/.exec(text);
  if (numbers !== null) return utcDay(Number(numbers[1]), Number(numbers[2]) - 1, Number(numbers[3]));
  const month = MONTHS.findIndex((name) => new RegExp(`(?<![a-z])${name}`, 'i').test(text));
  const year = /\b(?:19|20)\d{2}\b/.exec(text)?.[0];
  const rest = text.replace(/\d{1,2}:\d{2}(?::\d{2})?/g, ' ').replace(/\b(?:19|20)\d{2}\b/, ' ');
  const date = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/i.exec(rest)?.[1];
  return month < 0 || year === undefined ? undefined : utcDay(Number(year), month, Number(date ?? 1));
}

function utcDay(year: number, month: number, day: number): number | undefined {
  return month >= 0 && month < 12 && day > 0 && day < 32 ? Date.UTC(year, month, day) : undefined;
}

function clockOf(text: string): number {
  const [, hours, minutes, seconds, half] = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?/i.exec(text) ?? [];
  if (hours === undefined) return 0;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1_000;
}

/**
 * The time of each message: its own or, without one, a second after the message before it. Messages of a session that say
 * the same time follow each other by a millisecond, so that their order is kept.
 */
export function timesOf(docs: readonly Doc[]): number[] {
  const lastIn = new Map<string, number>();
  let last = FIRST_DAY;
  return docs.map((doc) => {
    const key = `${doc.group}\0${doc.session}`;
    const before = lastIn.get(key);
    const told = parseCorpusTime(doc.at);
    if (told === undefined) last = (before ?? last) + 1_000;
    else last = before !== undefined && told <= before && before - told < 60_000 ? before + 1 : told;
    lastIn.set(key, last);
    return last;
  });
}
