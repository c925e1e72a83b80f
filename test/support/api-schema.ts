import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { CODE_POINT } from './code-point.ts';

/** One operation of an OpenAPI document. */
export interface Operation {
  path: string;
  method: string;
  operation: JsonObject;
}

/** All operations of a document. */
export function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: { ...asObject(operation), responses: responsesOf(document, asObject(operation)) },
    })),
  );
}

/** The responses of an operation, those that the document has once written out. */
function responsesOf(document: JsonObject, operation: JsonObject): JsonObject {
  const shared = asObject(asObject(document.components).responses);
  const responses = Object.entries(asObject(operation.responses)).map(([status, response]) => {
    const { $ref } = asObject(response);
    return [status, typeof $ref === 'string' ? (shared[$ref.split('/').at(-1) ?? ''] ?? {}) : response];
  });
  return Object.fromEntries(responses) as JsonObject;
}

/** The schema of the JSON body that an operation takes; `undefined` when it takes none. */
export function requestSchema({ operation }: Operation): JsonObject | undefined {
  const content = asObject(asObject(operation.requestBody).content);
  const { schema } = asObject(content['application/json']);
  return isJsonObject(schema) ? schema : undefined;
}

/** Type and schema of what an operation answers with a status. Throws for one that the document does not tell of it. */
export function answerSchema({ operation, path }: Operation, status: number): { type: string; schema: JsonObject } {
  const responses = asObject(operation.responses);
  if (responses[status] === undefined) throw new Error(`${path} answered ${status}, which is not documented`);
  const [answer] = Object.entries(asObject(asObject(responses[status]).content));
  return { type: answer?.[0] ?? '', schema: asObject(asObject(answer?.[1]).schema) };
}

const validators = new WeakMap<JsonObject, Validator>();

/** The validator of a schema, which is part of one document: it reads all of the document's parts, so each is made once. */
function validatorOf(document: JsonObject, schema: JsonObject): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const root = closed({ ...schema, components: document.components ?? {} }) as Schema;
  const made = new Validator(root, '2020-12', false);
  validators.set(schema, made);
  return made;
}

/** What is wrong with a value by a schema of a document, whose objects may have no other fields; empty when nothing is. */
export function faultsOf(document: JsonObject, schema: JsonObject, value: unknown): string[] {
  const { valid, errors } = validatorOf(document, schema).validate(value);
  return valid ? [] : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

function closed(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isJsonObject(schema)) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isJsonObject(schema.properties) && schema.additionalProperties === undefined
    ? { ...inside, additionalProperties: false }
    : inside;
}

/** Values that a schema allows, of the few keywords that the document uses for what is asked; `texts` are used as texts. */
export function arbitraryOf(schema: JsonObject, texts: readonly string[]): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => ofType(type, schema, texts)));
}

function ofType(type: JsonValue | undefined, schema: JsonObject, texts: readonly string[]): fc.Arbitrary<unknown> {
  const min = typeof schema.minimum === 'number' ? schema.minimum : -1e15;
  const max = typeof schema.maximum === 'number' ? schema.maximum : 1e15;
  switch (type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...texts), fc.string({ unit: CODE_POINT, maxLength: 40 }));
    case 'integer':
      return fc.oneof(
        fc.constantFrom(min, max),
        fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
      );
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryOf(asObject(schema.items), texts), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 5,
      });
    default:
      return objectOf(schema, texts);
  }
}

function objectOf(schema: JsonObject, texts: readonly string[]): fc.Arbitrary<unknown> {
  if (!isJsonObject(schema.properties))
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, arbitraryOf(asObject(field), texts)]);
  const requiredKeys = (Array.isArray(schema.required) ? schema.required : []) as never[];
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

/** Objects that a schema allows, with one field of another value: most are wrong. */
export function brokenOf(schema: JsonObject, texts: readonly string[]): fc.Arbitrary<unknown> {
  const names = Object.keys(asObject(schema.properties));
  const name = fc.oneof(fc.constantFrom('other', '__proto__', 'constructor', ...names), fc.string({ maxLength: 8 }));
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e308, -0, 2 ** 53, true, [], {}, [null], [['x']], '\0', '\ud800'),
    fc.jsonValue({ maxDepth: 3 }),
  );
  return fc
    .tuple(arbitraryOf(schema, texts), name, value)
    .map(([input, field, other]) => Object.fromEntries([...Object.entries(input as object), [field, other]]));
}
