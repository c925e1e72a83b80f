import type { Field, Fields } from '../api/calls/fields.ts';
import type { JsonObject } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';

/** The JSON Schema (2020-12) of an object with these fields, and no others unless `open`. */
export function objectSchema(fields: Fields, options: { open?: boolean } = {}): JsonObject {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required === true ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length === 0 ? {} : { required }),
    ...(options.open === true ? {} : { additionalProperties: false }),
  };
}

/** The JSON Schema of a field, with its help as the description. */
export function fieldSchema(field: Field): JsonObject {
  return { ...typeSchema(field), description: field.help };
}

/** An entry of a list that is taken one by one: what does not fit keeps none of the others out. */
const SKIPPED: JsonObject = { description: 'Anything else is skipped, with the reason in the answer.' };

function typeSchema(field: Field): JsonObject {
  switch (field.type) {
    case 'text':
      return textSchema(field.choices);
    case 'texts':
      return { type: 'array', items: textSchema(field.choices), minItems: field.least, maxItems: field.most };
    case 'number':
    case 'integer':
      return { type: field.type, minimum: field.least, maximum: field.most };
    case 'boolean':
      return { type: 'boolean' };
    case 'time':
      return { type: ['string', 'number'], minimum: LIMITS.times.least, maximum: LIMITS.times.most };
    case 'object':
      return field.fields === undefined ? { type: 'object' } : objectSchema(field.fields);
    case 'objects':
      return {
        type: 'array',
        items: { anyOf: [objectSchema(field.fields, { open: true }), SKIPPED] },
        maxItems: field.most,
      };
  }
}

function textSchema(choices: readonly string[] | undefined): JsonObject {
  return choices === undefined ? { type: 'string' } : { type: 'string', enum: [...choices] };
}
