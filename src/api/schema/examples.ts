import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Field, Fields } from '../calls/fields.ts';
import type { CallInputs, CallName } from '../calls.ts';

/** The ids that examples use, by the letter of their kind. */
export const EXAMPLE_IDS = {
  observation: 'o_example234567abc',
  session: 's_example234567abc',
  project: 'r_example234567abc',
  event: 'e_example234567abc',
} as const;

/** An input of each call that is worth showing; the others are asked with what they need alone. */
const INPUTS: { readonly [Name in CallName]?: CallInputs[Name] } = {
  record: {
    sessionId: 'review-7',
    messages: [
      { role: 'user', content: 'Why does the payment test fail?' },
      { role: 'assistant', content: 'The clock of the test was not reset.' },
    ],
  },
  remember: { text: 'We use pnpm, never npm.', kind: 'decision', reason: 'The lock file is of pnpm.' },
  search: { query: 'why does the payment test fail', limit: 5 },
  list: { kinds: ['knowledge'], limit: 5 },
  update: { id: EXAMPLE_IDS.observation, changes: { title: 'Package manager' } },
  context: { prompt: 'Fix the payment test.', budget: 250 },
  recall: { query: 'How do payments retry?' },
  story: { id: EXAMPLE_IDS.session, limit: 20 },
  patterns: { kind: 'error', limit: 5 },
  tripwires: { test: 'git push --force' },
  stats: { since: '30d' },
  observe: { title: 'The payment test depends on the clock', kind: 'discovery', files: ['src/pay.ts'] },
  checkpoint: { sessionId: EXAMPLE_IDS.session, task: 'Retry payments', nextSteps: ['Test the retry'] },
  summarize: { sessionId: EXAMPLE_IDS.session, text: 'Payments are retried once.' },
  forget: { query: 'card number', dryRun: true },
  prune: { kinds: ['prompt'], olderThan: '90d' },
  collect: { collection: 'releases', add: [EXAMPLE_IDS.observation] },
  why: { path: 'src/pay.ts', line: 3, project: EXAMPLE_IDS.project },
  smartSearch: { query: 'pay', project: EXAMPLE_IDS.project, limit: 5 },
  smartOutline: { path: 'src/pay.ts', project: EXAMPLE_IDS.project },
  smartUnfold: { symbol: 'pay', path: 'src/pay.ts', project: EXAMPLE_IDS.project },
  events: { last: 5, follow: false },
  import: { dryRun: true, since: '7d' },
  llm: { plan: true },
  rebuild: { what: 'patterns' },
  settled: { timeoutMs: 30_000 },
};

/** Values of fields by their names, where the type alone says too little. */
const VALUES: Readonly<Record<string, JsonValue>> = {
  id: EXAMPLE_IDS.observation,
  ids: [EXAMPLE_IDS.observation],
  anchor: EXAMPLE_IDS.observation,
  session: EXAMPLE_IDS.session,
  sessionId: EXAMPLE_IDS.session,
  project: EXAMPLE_IDS.project,
  event: EXAMPLE_IDS.event,
  eventId: EXAMPLE_IDS.event,
  collection: 'releases',
  question: 'Who signs a release?',
  query: 'payments',
  agent: 'claude-code',
  kind: 'observation',
  title: 'The payment test resets its clock',
  text: 'The payment test resets its clock before each run.',
  snippet: 'resets its clock before each run',
  path: 'src/pay.ts',
  file: 'src/pay.ts',
  code: 'none',
  message: 'What happened, in a sentence.',
  fix: 'What helps.',
  nextCursor: 'aXRlbXMgMTc2NzI2MjY0MCA0Mg',
  cursor: 'aXRlbXMgMTc2NzI2MjY0MCA0Mg',
  url: 'http://127.0.0.1:38417/',
};

const WHEN = '2026-01-01T10:04:00.000Z';

/** An input of a call, by its row: the one that is shown everywhere, and that tests send. */
export function exampleInput(call: string, fields: Fields): JsonObject {
  const shown = (INPUTS as Readonly<Record<string, object | undefined>>)[call];
  if (shown !== undefined) return { ...shown } as JsonObject;
  const needed = Object.entries(fields).filter(([, { required }]) => required === true);
  return Object.fromEntries(needed.map(([name, field]) => [name, VALUES[name] ?? sampleOf(field)]));
}

function sampleOf(field: Field): JsonValue {
  if (field.type === 'text') return field.choices?.[0] ?? 'text';
  if (field.type === 'integer' || field.type === 'number') return field.least;
  if (field.type === 'boolean') return true;
  if (field.type === 'time') return WHEN;
  return field.type === 'object' ? {} : [];
}

/** A value that a JSON Schema of the answers allows, made from the schema: every field, and one entry of each list. */
export function exampleValue(schema: JsonObject, parts: Readonly<Record<string, JsonObject>>, name = ''): JsonValue {
  return valueFor(schema, { parts, name, within: [] });
}

interface ExamplePlace {
  parts: Readonly<Record<string, JsonObject>>;
  name: string;
  /** Parts that this one is in: of one that holds itself, the inner one is left out. */
  within: readonly string[];
}

function valueFor(schema: JsonObject, place: ExamplePlace): JsonValue {
  if (typeof schema.$ref === 'string') {
    const part = schema.$ref.split('/').at(-1) ?? '';
    return valueFor(place.parts[part] ?? {}, { ...place, within: [...place.within, part] });
  }
  const [choice] = [schema.anyOf, schema.oneOf].flatMap((choices) => (Array.isArray(choices) ? choices : []));
  if (isJsonObject(choice)) return valueFor(choice, place);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array')
    return isJsonObject(schema.items) && !isWithin(schema.items, place) ? [valueFor(schema.items, place)] : [];
  if (type === 'object') return objectFor(schema, place);
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 3);
  if (type === 'boolean') return true;
  if (type !== 'string') return {};
  if (schema.format === 'date-time') return WHEN;
  const named = VALUES[place.name];
  return typeof named === 'string' ? named : 'text';
}

function objectFor(schema: JsonObject, place: ExamplePlace): JsonObject {
  const needed: readonly JsonValue[] = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      isJsonObject(field) && (needed.includes(name) || !isWithin(field, place))
        ? [[name, valueFor(field, { ...place, name })]]
        : [],
    ),
  );
}

function isWithin(schema: JsonObject, { within }: ExamplePlace): boolean {
  return typeof schema.$ref === 'string' && within.includes(schema.$ref.split('/').at(-1) ?? '');
}
