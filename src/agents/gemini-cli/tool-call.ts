import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { partsOf, textWithMarks } from '../shared/dialects/gemini-parts.ts';
import { readShellAnswer } from '../shared/dialects/gemini-shell.ts';
import { withoutHookContext } from './hook-context.ts';

/** How a tool call ended, as a hook or a transcript of Gemini CLI has it. */
export interface GeminiOutcome extends Omit<ToolOutcome, 'output' | 'result'> {
  /** What the model is told: a text or parts. */
  answer: JsonValue | undefined;
  /** What the user is shown: a text, or a structure as of a change. */
  shown: JsonValue | undefined;
}

const SHELL = 'run_shell_command';
const UNTRUSTED = /<untrusted_context>\n?([\s\S]*?)\n?<\/untrusted_context>/g;

/** The event of a tool call that ended. A command that fails is no failed call to Gemini CLI: its exit code tells. */
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
  return text
    .replace(UNTRUSTED, (_all, inner: string) => inner)
    .replaceAll('&lt;/untrusted_context&gt;', '</untrusted_context>');
}

/** A change of a file or of a list of tasks; other structures repeat the answer for the screen. */
function isChange(shown: JsonObject): boolean {
  return shown.fileDiff !== undefined || shown.todos !== undefined;
}
