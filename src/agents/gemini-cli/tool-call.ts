import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { partsOf, textWithMarks } from '../shared/dialects/gemini-parts.ts';
import { readShellAnswer } from '../shared/dialects/gemini-shell.ts';
import { withoutHookContext } from './hook-context.ts';

/** The outcome of a tool call, from a hook or a transcript of Gemini CLI. */
export interface GeminiOutcome extends Omit<ToolOutcome, 'output' | 'result'> {
  /** The result that the model gets: a text or parts. */
  answer: JsonValue | undefined;
  /** The result that the user sees: a text, or a structure such as a file's change. */
  shown: JsonValue | undefined;
}

const SHELL = 'run_shell_command';
const UNTRUSTED = /<untrusted_context>\n?([\s\S]*?)\n?<\/untrusted_context>/g;

/**
 * The event of a tool call that ended. Gemini CLI does not count a failed command as a failed call: its exit code shows
 * it.
 */
export function geminiToolEnd({ answer, shown, failed, ...outcome }: GeminiOutcome): ToolEnd {
  const text = unwrap(withoutHookContext(textWithMarks(partsOf(answer)))).trim();
  const { output, exitCode } = outcome.tool === SHELL ? readShellAnswer(text) : { output: text };
  return toolEnd({
    ...outcome,
    output,
    exitCode,
    failed: failed || (exitCode !== undefined && exitCode !== 0),
    result: isJsonObject(shown) && isChange(shown) ? shown : undefined,
  });
}

function unwrap(text: string): string {
  // Behind the last end no mark is looked for, which would go to the end of the text from each.
  const end = text.lastIndexOf('</untrusted_context>') + '</untrusted_context>'.length;
  const [framed, rest] = [text.slice(0, end), text.slice(end)];
  return `${framed.replace(UNTRUSTED, (_all, inner: string) => inner)}${rest}`.replaceAll(
    '&lt;/untrusted_context&gt;',
    '</untrusted_context>',
  );
}

/** True for the change of a file or of a task list; other structures repeat the result for the screen. */
function isChange(shown: JsonObject): boolean {
  return shown.fileDiff !== undefined || shown.todos !== undefined;
}
