import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { partsOf, textWithMarks } from '../shared/dialects/gemini-parts.ts';
import { readShellAnswer } from '../shared/dialects/gemini-shell.ts';

/** The outcome of a tool call, from a hook or a transcript of Qwen Code. */
export interface QwenOutcome extends Omit<ToolOutcome, 'output' | 'result'> {
  /** The result that the model gets: a text or parts. */
  answer: JsonValue | undefined;
  /** The result that the user sees: a text, or a structure such as a file's change. */
  shown: JsonValue | undefined;
}

const SHELL = 'run_shell_command';

/** The event of a tool call that ended. */
export function qwenToolEnd({ answer, shown, ...outcome }: QwenOutcome): ToolEnd {
  const text = textWithMarks(partsOf(answer));
  const { output, exitCode } = outcome.tool === SHELL ? readShellAnswer(text) : { output: text };
  return toolEnd({
    ...outcome,
    output,
    exitCode,
    // A shell's result is its output; its structure would repeat it.
    result: outcome.tool !== SHELL && isJsonObject(shown) ? shown : undefined,
  });
}
