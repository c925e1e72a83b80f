// api/schema: what the calls answer, as JSON Schema (2020-12), for the OpenAPI document. Nothing here checks a
// value: the compiler holds the fields to the types of the answers, and a test holds real answers to the schemas.

import type { JsonObject } from '../../core/json.ts';
import type { Parts } from './parts.ts';

/** A JSON Schema that the notation has no word for. `value` is never there: it carries the type of what is described. */
export class Schema<Value> {
  readonly json: JsonObject;
  declare readonly value?: Value;

  constructor(json: JsonObject) {
    this.json = json;
  }
}

/**
 * How a `Value` is described: a word for a simple value, a list as a list of one, an object field by field, a part of
 * answers by its name.
 */
export type Notation<Value> =
  | Schema<Value>
  | ([Value] extends [string]
      ? 'text' | 'time'
      : [Value] extends [number]
        ? 'integer' | 'number'
        : [Value] extends [boolean]
          ? 'boolean'
          : Value extends readonly (infer One)[]
            ? readonly [Notation<One>]
            : 'object' | 'counts' | PartOf<Value> | FieldsOf<Value>);

/** The fields of an object by name: those that may be absent with `?` at the end, none for an index signature. */
export type FieldsOf<Value> = {
  readonly [Name in keyof Value as NameOf<Value, Name>]-?: Notation<Exclude<Value[Name], undefined>>;
};
type NameOf<Value, Name extends keyof Value> = string extends Name
  ? never
  : Record<never, never> extends Pick<Value, Name>
    ? `${Name & string}?`
    : Name;
type PartOf<Value> = { [Name in keyof Parts]: Value extends Parts[Name] ? Name : never }[keyof Parts];

const WORDS: Readonly<Record<string, JsonObject>> = {
  text: { type: 'string' },
  time: { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  counts: { type: 'object', additionalProperties: { type: 'integer' } },
};

/** The JSON Schema of what a notation describes. */
export function toJsonSchema(notation: unknown): JsonObject {
  if (typeof notation === 'string') return WORDS[notation] ?? { $ref: `#/components/schemas/${notation}` };
  if (notation instanceof Schema) return notation.json;
  if (Array.isArray(notation)) return { type: 'array', items: toJsonSchema(notation[0]) };
  const fields = Object.entries(notation as object).map(([name, field]) => [name, toJsonSchema(field)] as const);
  const needed = fields.filter(([name]) => !name.endsWith('?'));
  const optional = fields.filter(([name]) => name.endsWith('?')).map(([name, schema]) => [name.slice(0, -1), schema]);
  return {
    type: 'object',
    properties: Object.fromEntries([...needed, ...optional]),
    required: needed.map(([name]) => name),
  };
}

/** The JSON Schemas of what a table of notations describes. */
export function toJsonSchemas<Name extends string>(table: Readonly<Record<Name, unknown>>): Record<Name, JsonObject> {
  const schemas = Object.entries(table).map(([name, notation]) => [name, toJsonSchema(notation)]);
  return Object.fromEntries(schemas) as Record<Name, JsonObject>;
}

/** One of some texts. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Schema<Choice> {
  return new Schema({ type: 'string', enum: [...choices] });
}

/** What a notation describes, with a sentence on it. */
export function described<Value>(notation: Notation<Value>, description: string): Schema<Value> {
  return new Schema({ ...toJsonSchema(notation), description });
}

/** A value of one of some parts. */
export function anyOf<Name extends keyof Parts>(...names: readonly Name[]): Schema<Parts[Name]> {
  return new Schema({ anyOf: names.map(toJsonSchema) });
}
