import type { JsonObject } from '../core/json.ts';

/** The schema of a text. */
export function text(description?: string): JsonObject {
  return { type: 'string', ...(description === undefined ? {} : { description }) };
}

/** The schema of one of some words. */
export function choice(among: readonly string[]): JsonObject {
  return { type: 'string', enum: [...among] };
}

/** The schema of a whole number. */
export function integer(description: string): JsonObject {
  return { type: 'integer', description };
}

/** The schema of a list. */
export function list(items: JsonObject, description?: string): JsonObject {
  return { type: 'array', items, ...(description === undefined ? {} : { description }) };
}

/** The schema of a tool's arguments. */
export function object(properties: Record<string, JsonObject>, ...required: string[]): JsonObject & { type: 'object' } {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}
