import type { JsonObject } from '../../core/json.ts';

/** The names that a type itself has, without those that an index signature allows. */
type KnownSchema<Shape> = keyof { [Name in keyof Shape as string extends Name ? never : Name]: Shape[Name] };
type Optional<Shape> = {
  [Name in KnownSchema<Shape>]: Record<never, never> extends Pick<Shape, Name> ? Name : never;
}[KnownSchema<Shape>];
type Needed<Shape> = Exclude<KnownSchema<Shape>, Optional<Shape>>;

/** The schema of a text. */
export const text: JsonObject = { type: 'string' };
/** The schema of a whole number. */
export const integer: JsonObject = { type: 'integer' };
/** The schema of a number. */
export const number: JsonObject = { type: 'number' };
/** The schema of true or false. */
export const boolean: JsonObject = { type: 'boolean' };
/** The schema of a time in ISO 8601. */
export const time: JsonObject = { type: 'string', format: 'date-time' };
/** The schema of any object. */
export const anything: JsonObject = { type: 'object' };
/** The schema of whole numbers by name. */
export const counts: JsonObject = { type: 'object', additionalProperties: integer };
/** The schema of a list of texts. */
export const texts = listOf(text);

/** The schema of one of some texts. */
export function oneOf(choices: readonly string[]): JsonObject {
  return { type: 'string', enum: [...choices] };
}

/** The schema of a list. */
export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** A schema that the document has by name. */
export function refer(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of an object of a type: its fields by name, those that may be absent in `optional`. */
export function shape<Shape>(
  needed: { [Name in Needed<Shape>]: JsonObject },
  optional: { [Name in Optional<Shape>]: JsonObject },
): JsonObject {
  return { type: 'object', properties: { ...needed, ...optional }, required: Object.keys(needed) };
}
