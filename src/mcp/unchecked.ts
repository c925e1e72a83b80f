import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonObject } from '../core/json.ts';

/** A schema that is shown but checks nothing: who takes the input checks it and says what would help. */
export function unchecked(schema: JsonObject): StandardSchemaWithJSON<unknown, unknown> {
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { version: 1, vendor: 'cairn', validate: (value) => ({ value }), jsonSchema } };
}
