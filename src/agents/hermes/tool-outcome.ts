import { asNumber, asString, endOfObject, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { toolEnd } from '../shared/dialects/claude-tool-result.ts';

/** Replaces a result when the user stopped the agent. */
const STOPPED = /^\[Tool execution (?:cancelled|skipped) /;
const FAILED = /^Error executing tool /;

/**
 * The event of a tool call of Hermes that ended. A result is mostly the text of a JSON object, to which Hermes may
 * append words for the model in brackets: a command has `output`, `exit_code` and `error`, other tools only `success`
 * or `error`.
 */
export function hermesToolEnd(call: { tool: string; input: JsonObject; content: string; failed: boolean }): ToolEnd {
  const { tool, input, content } = call;
  const result = resultIn(content);
  if (result === undefined) {
    const interrupted = STOPPED.test(content);
    const failed = call.failed || interrupted || FAILED.test(content);
    return toolEnd({ tool, input, output: content, failed, interrupted });
  }
  const exitCode = asNumber(result.object.exit_code);
  const failed = call.failed || isFailure(result.object, exitCode);
  const known = exitCode !== undefined && exitCode >= 0 ? { exitCode } : {};
  return toolEnd({ tool, input, output: outputOf(result), failed, ...known });
}

interface Result {
  object: JsonObject;
  /** The object as it was written. */
  text: string;
}

function resultIn(content: string): Result | undefined {
  if (!content.startsWith('{')) return undefined;
  const end = endOfObject(content, 0) ?? content.length;
  const text = content.slice(0, end);
  const object = /^\s*(?:\[|$)/.test(content.slice(end)) ? parseJson(text) : undefined;
  return isJsonObject(object) ? { object, text } : undefined;
}

function isFailure({ success, error }: JsonObject, exitCode: number | undefined): boolean {
  if (exitCode !== undefined) return exitCode !== 0;
  return typeof success === 'boolean' ? !success : (asString(error) ?? '') !== '';
}

function outputOf({ object, text }: Result): string {
  const { output, content, error } = object;
  const parts = [asString(output) ?? asString(content), asString(error)].filter((part) => part !== undefined);
  return parts.length === 0 ? text : parts.filter((part) => part !== '').join('\n');
}
