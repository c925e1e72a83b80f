import { CairnError } from '../core/errors.ts';
import { ITEM_KINDS, type ItemKind } from '../core/item.ts';
import { isJsonObject } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import type { ContextRequest, ImportInput, SearchQuery } from './contract.ts';

/** What a field may hold; one that is absent is fine. */
type FieldType = 'text' | 'number' | 'boolean' | 'texts' | 'time';

const TESTS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  time: (value) => typeof value === 'string' || typeof value === 'number',
};

/** A question as `search` takes it: text, or an object with the text in `query`. Throws `invalid_input`. */
export function checkQuery(input: unknown): SearchQuery {
  if (typeof input === 'string') return { query: input };
  const fields = { project: 'text', agent: 'text', session: 'text', file: 'text', limit: 'number' } as const;
  const query = checkFields<SearchQuery>('search', input, {
    ...fields,
    query: 'text',
    kinds: 'texts',
    since: 'time',
    until: 'time',
    explain: 'boolean',
  });
  if (typeof query.query !== 'string') throw wrong('search', 'query', { wanted: 'a text', got: query.query });
  const unknown = (query.kinds ?? []).find((kind) => !ITEM_KINDS.includes(kind as ItemKind));
  if (unknown !== undefined)
    throw wrong('search', 'kinds', { wanted: `some of ${ITEM_KINDS.join(', ')}`, got: unknown });
  if (query.limit === undefined) return query;
  return { ...query, limit: Math.min(Math.max(Math.trunc(query.limit), 1), LIMITS.hitsMax) };
}

/** What `context` takes: the text of a prompt, or an object. Throws `invalid_input`. */
export function checkContext(input: unknown): ContextRequest {
  if (typeof input === 'string') return { prompt: input };
  return checkFields<ContextRequest>('context', input ?? {}, {
    cwd: 'text',
    prompt: 'text',
    file: 'text',
    sessionId: 'text',
    budget: 'number',
  });
}

/** What `import` takes. Throws `invalid_input`. */
export function checkImport(input: unknown): ImportInput {
  return checkFields<ImportInput>('import', input ?? {}, { agent: 'text', paths: 'texts', dryRun: 'boolean' });
}

/** One id or a list of `least` to 50. Throws `invalid_input`. */
export function checkIds(what: string, ids: unknown, least: 0 | 1): string[] {
  const list = typeof ids === 'string' ? [ids] : ids;
  if (!TESTS.texts(list)) throw wrong(what, 'ids', { wanted: 'a list of ids', got: ids });
  const { length } = list as string[];
  if (length >= least && length <= LIMITS.getIds) return list as string[];
  throw new CairnError('invalid_input', `${what} takes ${least} to ${LIMITS.getIds} ids; it got ${length}.`, {
    fix: 'cairn search "words" shows ids',
  });
}

function checkFields<Shape>(what: string, input: unknown, types: Readonly<Record<string, FieldType>>): Shape {
  if (!isJsonObject(input)) throw wrong(what, 'its input', { wanted: 'an object', got: input });
  for (const [field, type] of Object.entries(types)) {
    const value = input[field];
    if (value !== undefined && !TESTS[type](value))
      throw wrong(what, field, { wanted: `a value of type ${type}`, got: value });
  }
  return input as Shape;
}

function wrong(what: string, field: string, { wanted, got }: { wanted: string; got: unknown }): CairnError {
  const shown = JSON.stringify(got)?.slice(0, 60) ?? 'nothing';
  return new CairnError('invalid_input', `${what}: ${field} takes ${wanted}; it got ${shown}.`, {
    fix: 'See the README, section "SDK", or cairn --help.',
  });
}
