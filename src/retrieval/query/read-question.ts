import type { Note } from '../../api/answers.ts';
import type { Filter } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import {
  CATEGORIES,
  type Category,
  ITEM_KINDS,
  type ItemKind,
  KNOWLEDGE_KINDS,
  type KnowledgeKind,
  MEANINGS,
  type Meaning,
} from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { localDay } from '../../core/text/calendar.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Span } from '../text/time-units.ts';
import { momentIn } from './named-moments.ts';
import { parseEnd, parsePast } from './parse-time.ts';
import { type FilterName, readSyntax, type WrittenFilter } from './question-syntax.ts';
import { type FilterEnvironment, resolveFilter } from './resolve-filter.ts';
import type { ResolvedQuery } from './resolved-query.ts';
import { timeOf } from './time-words.ts';

/** A day or moment in ISO 8601, or a duration back from now. */
const WRITTEN = /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]{2,12}(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,6}(?:m|min|h|d|w))$/;

/** A question with all that narrows it resolved, and notes on how its text was understood. */
export interface ReadQuestion {
  question: Pick<ResolvedQuery, 'filter' | 'query' | 'not' | 'prefixes' | 'loose'>;
  notes: Note[];
}

/** One filter of a question's text: in words for a note, and as the store takes it. */
interface Understood {
  filter: ItemFilter;
  says: string;
}

/**
 * Resolves a question: an answer must satisfy both its fields and the filters in its text. A filter in the text that
 * names nothing is searched as words. `not_found` and `invalid_input` for fields as `resolveFilter` throws them.
 */
export async function readQuestion(
  store: Store,
  { query, ...fields }: Filter & { query: string },
  place: FilterEnvironment,
): Promise<ReadQuestion> {
  const { text, filters, not, prefixes } = readSyntax(query);
  let filter = await resolveFilter(store, fields, place);
  const [said, notSaid, words]: [string[], string[], string[]] = [[], [], [text]];
  for (const written of joinKinds(filters)) {
    const understood = await understand(store, written, place);
    if ('filter' in understood) {
      filter = both(filter, understood.filter);
      said.push(understood.says);
    } else {
      words.push(`${written.name}:${written.value}`);
      notSaid.push(`${written.name}:${written.value}${understood.why === '' ? '' : ` (${understood.why})`}`);
    }
  }
  said.push(...not.map((run) => `without "${run.join(' ')}"`));
  const notes: Note[] = [];
  if (said.length > 0) notes.push({ code: 'understood', message: `Only ${said.join(', ')}.` });
  if (notSaid.length > 0) {
    notes.push({ code: 'not_understood', message: `Looked for as words, not as a filter: ${notSaid.join(', ')}.` });
  }
  return {
    question: {
      filter,
      ...omitUndefined({
        not: not.length === 0 ? undefined : not,
        prefixes: prefixes.length === 0 ? undefined : prefixes,
      }),
      query: words.join(' ').trim(),
      loose: true,
    },
    notes,
  };
}

/** Joins all filters for kinds into one, since kinds are alternatives; all other filters must hold together. */
function joinKinds(filters: readonly WrittenFilter[]): WrittenFilter[] {
  const isKind = ({ name, isNot }: WrittenFilter): boolean => name === 'kind' && !isNot;
  const value = filters
    .filter(isKind)
    .map((one) => one.value)
    .join(',');
  const rest = filters.filter((one) => !isKind(one));
  return value === '' ? rest : [{ name: 'kind', value, isNot: false }, ...rest];
}

async function understand(
  store: Store,
  { name, value, isNot }: WrittenFilter,
  place: FilterEnvironment,
): Promise<Understood | { why: string }> {
  switch (name) {
    case 'kind':
      return kindsOf(value.toLowerCase().split(','), isNot) ?? { why: `kinds are ${ITEM_KINDS.join(', ')}` };
    case 'before':
    case 'after':
    case 'since':
    case 'until':
      return (await readBound(store, { name, value }, place)) ?? { why: 'no time' };
    default:
      return narrowed(store, { name, value }, place);
  }
}

/**
 * The filter of `before:`, `after:`, `since:` or `until:` with a time: ISO 8601, a duration back from now, `last week`,
 * `v1.2`. `before` ends where the time begins, `until` where it ends; `after` and `since` start where it begins.
 */
async function readBound(
  store: Store,
  { name, value }: { name: Extract<FilterName, 'before' | 'after' | 'since' | 'until'>; value: string },
  place: FilterEnvironment,
): Promise<{ filter: ItemFilter; says: string } | undefined> {
  const span =
    writtenSpan(value, place.now) ?? timeOf(value, place.now) ?? (await spanOfMoment(store, value, place.now));
  if (span === undefined) return undefined;
  const isStart = name === 'after' || name === 'since';
  const at = isStart ? span.from : name === 'before' ? span.from - 1 : span.to;
  const shown = localDay(name === 'until' ? span.to : span.from);
  return {
    filter: isStart ? { since: at } : { until: at },
    says: `${name === 'after' ? 'since' : name} ${shown}${value === shown ? '' : ` (${value})`}`,
  };
}

function writtenSpan(value: string, now: number): Span | undefined {
  if (!WRITTEN.test(value) || Number.isNaN(Date.parse(value)) === /-/.test(value)) return undefined;
  return { from: parsePast(value, 'since', now), to: parseEnd(value, 'until', now) };
}

/** The moment of the commit or tag that a value names, as an empty span. */
async function spanOfMoment(store: Store, value: string, now: number): Promise<Span | undefined> {
  const moment = await momentIn(store, `since ${value}`, { project: undefined, now });
  return moment === undefined ? undefined : { from: moment.from, to: moment.from };
}

/** A filter with the name of a field of the call, resolved as that field is. */
async function narrowed(
  store: Store,
  { name, value }: { name: Exclude<FilterName, 'kind' | 'before' | 'after' | 'since' | 'until'>; value: string },
  place: FilterEnvironment,
): Promise<Understood | { why: string }> {
  if (name === 'meaning' && !MEANINGS.includes(value as Meaning)) return { why: `one of ${MEANINGS.join(', ')}` };
  if (name === 'category' && !CATEGORIES.includes(value as Category)) return { why: `one of ${CATEGORIES.join(', ')}` };
  try {
    const filter = await resolveFilter(store, { [name]: name === 'agent' ? value.toLowerCase() : value }, place);
    return { filter, says: `${name} ${value}` };
  } catch (error) {
    if (error instanceof CairnError && (error.code === 'not_found' || error.code === 'invalid_input')) {
      return { why: error.message.replace(/\.$/, '') };
    }
    throw error;
  }
}

/** Kinds of items, in singular or plural, or kinds of knowledge. */
function kindsOf(words: readonly string[], isNot: boolean): Understood | undefined {
  const names = words.filter((word) => word !== '').map((word) => word.replace(/ies$/, 'y'));
  const kinds = names.map((name) => ITEM_KINDS.find((kind) => kind === name || `${kind}s` === name));
  const rules = names.map((name) => KNOWLEDGE_KINDS.find((kind) => kind === name || `${kind}s` === name));
  const says = `kind ${names.join(' or ')}`;
  if (names.length === 0) return undefined;
  if (!isNot && rules.every((rule) => rule !== undefined))
    return { filter: { knowledge: rules as KnowledgeKind[] }, says };
  if (kinds.some((kind) => kind === undefined)) return undefined;
  if (!isNot) return { filter: { kinds: kinds as ItemKind[] }, says };
  return { filter: { kinds: ITEM_KINDS.filter((kind) => !kinds.includes(kind)) }, says: `not ${says}` };
}

/** A filter that no item satisfies. */
const NOTHING: ItemFilter = { since: 1, until: 0 };

/** The filter that an item satisfies when it satisfies both. */
function both(one: ItemFilter, other: ItemFilter): ItemFilter {
  const kinds = one.kinds === undefined || other.kinds === undefined ? undefined : shared(one.kinds, other.kinds);
  const since = one.since === undefined || other.since === undefined ? undefined : Math.max(one.since, other.since);
  const until = one.until === undefined || other.until === undefined ? undefined : Math.min(one.until, other.until);
  const apart = (['file', 'concept', 'agent', 'project', 'session'] as const).filter(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
  const also = apart.map((name) => ({ [name]: other[name], ...(name === 'file' ? { fileEnd: true } : {}) }));
  const joined = {
    ...one,
    ...other,
    ...Object.fromEntries(apart.map((name) => [name, one[name]])),
    ...omitUndefined({ kinds, since, until, also: also.length === 0 ? one.also : [...(one.also ?? []), ...also] }),
  };
  return kinds?.length === 0 ? { ...joined, kinds: one.kinds ?? [], ...NOTHING } : joined;
}

function shared<Value>(one: readonly Value[], other: readonly Value[]): Value[] {
  return one.filter((value) => other.includes(value));
}
