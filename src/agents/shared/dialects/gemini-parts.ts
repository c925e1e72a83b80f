import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';

/** The parts of a message or of a tool's result in the form of the Gemini API; a plain text is one part. */
export function partsOf(content: JsonValue | undefined): JsonObject[] {
  if (typeof content === 'string') return [{ text: content }];
  if (isJsonObject(content)) return [content];
  return Array.isArray(content) ? content.map((part) => (isJsonObject(part) ? part : { text: part })) : [];
}

/** The text of parts, without thoughts, joined as Gemini CLI and Qwen Code join it for their hooks. */
export function textOfParts(parts: readonly JsonObject[]): string {
  return parts.map((part) => (part.thought === true ? '' : (asString(part.text) ?? ''))).join('');
}

/** The same, with a marker for each image or document. */
export function textWithMarks(parts: readonly JsonObject[]): string {
  const marks = parts.map(markOf).filter((mark) => mark !== '');
  return [textOfParts(parts).trim(), ...marks].filter((text) => text !== '').join('\n');
}

function markOf({ inlineData, fileData }: JsonObject): string {
  const data = isJsonObject(inlineData) ? inlineData : fileData;
  return isJsonObject(data) ? `[${asString(data.mimeType) ?? 'data'}]` : '';
}
