import type { ToolEnd } from '../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from '../shared/dialects/claude-tool-result.ts';

const EXIT_CODE = /Command failed with exit code: (\d{1,3})\.?\s*$/;

/** The event of a tool call that ended; a shell's exit code is at the end of its output. */
export function kimiToolEnd(outcome: ToolOutcome): ToolEnd {
  const exitCode = outcome.failed ? EXIT_CODE.exec(outcome.output.slice(-200))?.[1] : undefined;
  return toolEnd({ ...outcome, exitCode: exitCode === undefined ? undefined : Number(exitCode) });
}
