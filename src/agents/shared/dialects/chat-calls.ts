import { asObject, asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts';

/** A tool call in the form of OpenAI's chat completions, also without the `function` object around it. */
export interface ChatCall {
  id: string;
  tool: string;
  input: JsonObject;
}

/** The calls of a message: `[{id, function: {name, arguments}}]` or `[{id, name, arguments}]`, arguments as text or object. */
export function chatCallsOf(calls: JsonValue | undefined): ChatCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isJsonObject).flatMap((call) => {
    const named = isJsonObject(call.function) ? call.function : call;
    const id = asString(call.id) ?? '';
    const tool = asString(named.name) ?? '';
    return id === '' || tool === '' ? [] : [{ id, tool, input: inputOf(named.arguments) }];
  });
}

function inputOf(value: JsonValue | undefined): JsonObject {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(parsed)
    ? parsed
    : typeof value === 'string' && value !== ''
      ? { arguments: value }
      : asObject(value);
}
