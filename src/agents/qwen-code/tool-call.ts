import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { partsOf, textWithMarks } from '../shared/dialects/gemini-parts.ts';
import { readShellAnswer } from '../shared/dialects/gemini-shell.ts';

/** How a tool call ended, as a hook or a transcript of Qwen Code has it. */
export interface QwenOutcome extends Omit<ToolOutcome, 'output' | 'result'> {
  /** What the model is told: a text or parts. */
  answer: JsonValue | undefined;
  /** What the user is shown: a text, or a structure as of a change. */
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
    // The answer of a shell is its output; the structure of it would be the same once more.
    result: outcome.tool !== SHELL && isJsonObject(shown) ? shown : undefined,
  });
}
