import { lazy } from '../../core/lazy.ts';
import * as LIMITS from '../../core/limits.ts';
import { foldText } from '../../core/text/terms.ts';
import { dayOf, type Span, type TimeUnit, unitAt, unitsAgo } from '../text/time-units.ts';

/** A time that a question names. */
export interface NamedTime extends Span {
  /** The words of the question that name it, folded. */
  text: string;
}

/** Characters of a text that are scanned for times; longer texts are cut. */
const MAX_CHARS = 500;
const MAX_TIMES = 4;
const EARLIEST = LIMITS.times.least;

/** Names of months, folded: English with its short forms, German, French, Spanish. */
const MONTHS = [
  'january|jan|januar|janvier|enero',
  'february|feb|februar|fevrier|febrero',
  'march|mar|marz|mars|marzo',
  'april|apr|avril|abril',
  'may|mai|mayo',
  'june|jun|juni|juin|junio',
  'july|jul|juli|juillet|julio',
  'august|aug|aout|agosto',
  'september|sept|sep|septembre|septiembre',
  'october|oct|oktober|octobre|octubre',
  'november|nov|novembre|noviembre',
  'december|dec|dezember|decembre|diciembre',
];
const MONTH = `(${MONTHS.join('|')})`;
const DAYS = [
  'monday|montag|lundi|lunes',
  'tuesday|dienstag|mardi|martes',
  'wednesday|mittwoch|mercredi|miercoles',
  'thursday|donnerstag|jeudi|jueves',
  'friday|freitag|vendredi|viernes',
  'saturday|samstag|samedi|sabado',
  'sunday|sonntag|dimanche|domingo',
];
const WEEKDAY = `(${DAYS.join('|')})`;
const UNITS: readonly [TimeUnit, string][] = [
  ['day', 'days?|tage?n?|jours?|dias?|天|日'],
  ['week', 'weeks?|wochen?|semaines?|semanas?|周|星期'],
  ['month', 'months?|monate?n?|mois|mes|meses|个月'],
  ['quarter', 'quarters?|quartale?n?|trimestres?'],
  ['year', 'years?|jahre?n?|ans?|annees?|anos?|年'],
];
const UNIT = `(${UNITS.map(([, words]) => words).join('|')})`;
const NUMBERS = [
  'a|an|one|ein|einem|einer|un|une|una',
  'two|zwei|deux|dos',
  'three|drei|trois|tres',
  'four|vier|quatre',
];
const COUNT = `(\\d{1,3}|${NUMBERS.join('|')})`;
const SINCE = 'since|after|from|seit|nach|depuis|apres|desde|despues de';
const BEFORE = 'before|vor|avant|antes de';
const UNTIL = "until|till|up to|bis|jusqu'a|hasta";
const AROUND = 'in|on|of|during|within|around|by|im|am|en|el';
/** A month or year by itself is a time only after one of these words: "may" and "2024" mean other things, too. */
const PLACED = `(?:${SINCE}|${BEFORE}|${UNTIL}|${AROUND}|last|this|early|late|mid|letzten|dernier)`;

type Reader = (match: readonly string[], now: number) => Span | undefined;

/** Patterns of written times, each with the function that computes its span. The first that matches at a position wins. */
const TIMES: readonly [string, Reader][] = [
  ['(\\d{4})-(\\d{2})-(\\d{2})', ([, y, m, d]) => dayOf(Number(y), Number(m) - 1, Number(d))],
  ['(\\d{4})-(0[1-9]|1[0-2])(?![-\\d])', ([, y, m]) => monthOf(Number(y), Number(m) - 1)],
  [
    `${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?!\\d)`,
    ([, m, d, y], now) => dayIn(y, m, { day: Number(d), now }),
  ],
  [
    `(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of |de )?${MONTH}(?:,? (?:de )?(\\d{4}))?(?!\\d)`,
    ([, d, m, y], now) => dayIn(y, m, { day: Number(d), now }),
  ],
  [`${MONTH}\\.?,? (?:of |de )?(\\d{4})(?!\\d)`, ([, m, y]) => monthOf(Number(y), indexOf(MONTHS, m))],
  [`(?<=${PLACED} )${MONTH}`, ([, m], now) => pastMonth(indexOf(MONTHS, m), now)],
  ['(?:the )?day before yesterday|vorgestern|avant-hier|anteayer|前天', (_, now) => unitAt(now, 'day', -1 - 1)],
  ["today|this morning|heute|aujourd'hui|hoy|今天", (_, now) => unitAt(now, 'day')],
  ['yesterday|last night|gestern|hier|ayer|昨天', (_, now) => unitAt(now, 'day', -1)],
  [
    `(?:the )?(?:last|past|previous|letzten|derniers|dernieres|ultimos|ultimas) ${COUNT} ${UNIT}`,
    ([, n, unit], now) => ({ from: unitAt(unitsAgo(now, unitOf(unit), numberOf(n)).from, 'day').from, to: now }),
  ],
  [`${COUNT} ${UNIT} (?:ago|back|earlier)`, ([, n, unit], now) => unitsAgo(now, unitOf(unit), numberOf(n))],
  [`(?:vor|il y a|hace) ${COUNT} ${UNIT}`, ([, n, unit], now) => unitsAgo(now, unitOf(unit), numberOf(n))],
  [`(\\d{1,3}) ?${UNIT}(?:以?前)`, ([, n, unit], now) => unitsAgo(now, unitOf(unit), numberOf(n))],
  [
    `(?:last|past|previous|letzten?s?|vorigen?s?|上个?) ?${UNIT}|(?:(?:la|le|el) )?${UNIT} (?:derniere?|pasad[ao])|l'an(?:nee)? (derniere?)`,
    ([, one, two], now) => unitAt(now, unitOf(one ?? two ?? 'year'), -1),
  ],
  ['上月|去年', ([all], now) => unitAt(now, all === '去年' ? 'year' : 'month', -1)],
  [`(?:this|diesen?s?|cette?|esta|este|本|这个?) ?${UNIT}`, ([, unit], now) => unitAt(now, unitOf(unit))],
  ['(?:last|this past|previous) weekend', (_, now) => weekendBefore(now)],
  [`last ${WEEKDAY}`, ([, day], now) => pastDay(indexOf(DAYS, day), now, 1)],
  [
    `(?<=(?:${SINCE}|${BEFORE}|${UNTIL}|on|this|am|le|el) )${WEEKDAY}`,
    ([, day], now) => pastDay(indexOf(DAYS, day), now, 0),
  ],
  ['q([1-4])(?: (\\d{4}))?', ([, q, y], now) => quarterOf(Number(q), y, now)],
  [`(?<=${PLACED} )((?:19|20)\\d{2})(?![-\\d])`, ([, y]) => unitAt(new Date(Number(y), 6, 1).getTime(), 'year')],
];

const DIRECTION = `(?:(${SINCE})|(${BEFORE})|(${UNTIL})|(?:${AROUND})) (?:the )?`;
// A Latin word must end where the time ends; in scripts without spaces there is no such border.
const EDGE = '(?![a-z\\d])';
const readers = lazy(() =>
  TIMES.map(([source, read]) => ({
    source: new RegExp(`(?<![a-z\\d-])(?:${DIRECTION})?(?:${source})${EDGE}`, 'g'),
    read,
  })),
);

/**
 * A text without any of these, and without the name of a month, day or unit, names no time; that is so for most
 * questions.
 */
const HINT =
  /\d|day|night|morning|weekend|heute|aujourd|gestern|hier|hoy|ayer|(?:l'|un |cet )an|[今昨去上本这前]|(?:last|past|previous|letzte|vorige|this|diese|cette|esta|este)[a-z]/;
const NAMES = lazy(() => {
  const names = [...MONTHS, ...DAYS, ...UNITS.map(([, words]) => words)].flatMap((words) => words.split('|'));
  // "an" is the French year and an English article of nearly every text: `HINT` tests it by the word before it.
  return new Set(names.flatMap(spellingsOf).filter((name) => name !== 'an'));
});

/** All spellings of a word in which a question mark makes the letter before it optional. */
function spellingsOf(word: string): string[] {
  const mark = word.indexOf('?');
  if (mark < 0) return [word];
  const [without, letter, rest] = [word.slice(0, mark - 1), word.charAt(mark - 1), word.slice(mark + 1)];
  return [without, without + letter].flatMap((start) => spellingsOf(start + rest));
}

/** A cheap test first: a large regular expression takes milliseconds at its first use. */
function mayNameTime(text: string): boolean {
  return HINT.test(text) || (text.match(/[a-z]+/g) ?? []).some((word) => NAMES().has(word));
}

/** The times that a question names relative to `now`, at most four; where two overlap, the pattern listed first wins. */
export function timesIn(question: string, now: number): NamedTime[] {
  const found: (NamedTime & { start: number; end: number })[] = [];
  const text = foldText(question.slice(0, MAX_CHARS));
  for (const { source, read } of mayNameTime(text) ? readers() : []) {
    for (const match of text.matchAll(source)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.length >= MAX_TIMES || found.some((one) => start < one.end && one.start < end)) continue;
      const [all, since, before, until, ...rest] = match;
      const span = read([all.trim(), ...rest] as string[], now);
      if (span === undefined) continue;
      found.push({ ...directed(span, { since, before, until }, now), text: all.trim(), start, end });
    }
  }
  return found
    .toSorted((one, other) => one.start - other.start)
    .map(({ from, to, text: name }) => ({ from, to, text: name }));
}

/**
 * The span of a text that consists of a time alone, as `last week`, `since monday` or `march 2026`; `undefined` for any
 * other text.
 */
export function timeOf(text: string, now: number): Span | undefined {
  const plain = foldText(text).trim();
  for (const name of [plain, `in ${plain}`, `on ${plain}`]) {
    const [only, ...others] = timesIn(name, now);
    if (only !== undefined && others.length === 0 && only.text === name) return { from: only.from, to: only.to };
  }
  return undefined;
}

function directed(
  span: Span,
  { since, before, until }: Readonly<Record<'since' | 'before' | 'until', string | undefined>>,
  now: number,
): Span {
  if (since !== undefined) return { from: span.from, to: Math.max(now, span.to) };
  if (before !== undefined) return { from: EARLIEST, to: span.from - 1 };
  return until === undefined ? span : { from: EARLIEST, to: span.to };
}

/** The index of a word in a list of alternatives; -1 when none has it. */
function indexOf(names: readonly string[], word = ''): number {
  return names.findIndex((alternatives) => alternatives.split('|').includes(word));
}

function numberOf(word = ''): number {
  return /^\d/.test(word) ? Number(word) : indexOf(NUMBERS, word) + 1;
}

function unitOf(word = ''): TimeUnit {
  return UNITS.find(([, words]) => new RegExp(`^(?:${words})$`).test(word))?.[0] ?? 'year';
}

function monthOf(year: number, month: number): Span {
  return unitAt(new Date(year, month, 1).getTime(), 'month');
}

/** The latest month of that name that has begun. */
function pastMonth(month: number, now: number): Span {
  const year = new Date(now).getFullYear();
  return monthOf(month > new Date(now).getMonth() ? year - 1 : year, month);
}

/** A day of a month; without a year, the latest that is not in the future. */
function dayIn(
  year: string | undefined,
  month: string | undefined,
  { day, now }: { day: number; now: number },
): Span | undefined {
  const place = indexOf(MONTHS, month);
  if (year !== undefined) return dayOf(Number(year), place, day);
  const own = new Date(now).getFullYear();
  const here = dayOf(own, place, day);
  return here === undefined || here.from > now ? dayOf(own - 1, place, day) : here;
}

/** The latest day of that name, at least `least` days ago. */
function pastDay(day: number, now: number, least: number): Span {
  const today = (new Date(now).getDay() + 6) % 7;
  const days = (today - day + 7) % 7;
  return unitAt(now, 'day', -(days < least ? days + 7 : days));
}

function weekendBefore(now: number): Span {
  const { from } = unitAt(now, 'week');
  return { from: unitAt(from - 1, 'day', -1).from, to: from - 1 };
}

/** A quarter of a year; without a year the latest that has begun. */
function quarterOf(quarter: number, year: string | undefined, now: number): Span {
  const date = new Date(now);
  const isToCome = quarter * 3 - 3 > date.getMonth();
  const chosen = year === undefined ? date.getFullYear() - (isToCome ? 1 : 0) : Number(year);
  return unitAt(new Date(chosen, quarter * 3 - 2, 1).getTime(), 'quarter');
}
