import { asObject, asString, type JsonObject } from '../../core/json.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';

/**
 * A block of a prompt or a result; a document or a result of a search whose text it holds becomes a part that shows a file
 * (`core/text/shown-parts`), which no text in it can end.
 */
export function shownDocument(block: JsonObject): JsonObject {
  if (block.type !== 'document' && block.type !== 'search_result') return block;
  const source = asObject(block.source);
  const text = source.type === 'text' ? asString(source.data) : textOfContent(source.content ?? block.content);
  if (text === undefined || text === '') return block;
  const name = (asString(block.title) ?? '').replace(/["<>\s]+/g, ' ');
  const shown = `<document title="${name}">\n${text.replace(/<(?=\/?document)/g, '< ')}\n</document>`;
  return { type: block.type, resource: { text: shown } };
}
