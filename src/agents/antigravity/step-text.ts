import { asObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';

/** The lines with the times of a step, before its text. */
const TIMES = /^(?:(?:Created|Completed) At: [^\n]*\n+)+/;
const RAN =
  /^The command (?:completed successfully\.|(?:failed|exited) with (?:exit )?(?:code|status):? (-?\d{1,10})\.?)(?:\n|$)(?:Output:(?:\n|$))?/;
const FILE = /file:\/\/(\/[^\s`)]+)/;

/** The result of a step: its text without the frame around it, and the outcome that it states. */
export interface StepAnswer {
  output: string;
  exitCode?: number;
  /** Absolute path of the first file that it names. */
  file?: string;
}

/** Reads the text of a tool's step; `exitCode` is the step's own field and overrides the code in the text. */
export function answerOf(content: string, exitCode?: number): StepAnswer {
  const text = content.replace(TIMES, '');
  const ran = RAN.exec(text);
  const output = (ran === null ? text : text.slice(ran[0].length)).trim();
  const file = FILE.exec(text)?.[1];
  const code = exitCode ?? (ran === null ? undefined : Number(ran[1] ?? 0));
  return {
    output,
    ...omitUndefined({ exitCode: code, file }),
  };
}

/** The arguments of a call: each is JSON text of its own. */
export function inputOf(args: JsonValue | undefined): JsonObject {
  const entries = Object.entries(asObject(args)).map(([key, value]) => {
    const parsed = typeof value === 'string' ? parseJson(value) : undefined;
    return [key, parsed === undefined ? value : parsed] as const;
  });
  return Object.fromEntries(entries);
}

/** The tool's name for a type of step. */
export function nameOf(type: string): string {
  return type.toLowerCase();
}
