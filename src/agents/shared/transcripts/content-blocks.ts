import { type JsonObject, objectsIn } from '../../../core/json.ts';

/** The blocks of a message's content, which is a list of blocks or a plain text; empty for anything else. */
export function contentBlocks(content: unknown): JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
}
