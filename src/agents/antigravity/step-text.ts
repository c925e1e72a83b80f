import { asObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';

/** The lines with the times of a step, before its text. */
const TIMES = /^(?:(?:Created|Completed) At: [^\n]*\n+)+/;
const RAN =
  /^The command (?:completed successfully\.|(?:failed|exited) with (?:exit )?(?:code|status):? (-?\d{1,10})\.?)(?:\n|$)(?:Output:(?:\n|$)|Stdout:\n+Stderr:\n*$)?/;
/** The whole message that tells the model how a background command ended, whose number is that of the command's step. */
const TASK_END =
  /<SYSTEM_MESSAGE>\n\[Message\] timestamp=\S+ sender=\S+\/task-(\d{1,10}) priority=\S+ content=Task id "[^"\n]*\/task-\1" finished with result:\n\n([\s\S]*)\n\nLog: file:\/\/\S+\/task-\1\.log\n<\/SYSTEM_MESSAGE>\s*$/y;
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

/**
 * The arguments of a call. In the transcript with cut texts each is JSON text of its own; in the full one only where an
 * older version wrote them so: all of them, and one a text in quotes.
 */
export function inputOf(args: JsonValue | undefined, isFull: boolean): JsonObject {
  const given = asObject(args);
  const parsed = Object.entries(given).map(([key, value]) => {
    return [key, typeof value === 'string' ? parseJson(value) : undefined] as const;
  });
  const isEncoded = parsed.every(([, value]) => value !== undefined) && parsed.some(([, value]) => isText(value));
  if (isFull && !isEncoded) return given;
  return Object.fromEntries(parsed.map(([key, value]) => [key, value === undefined ? (given[key] ?? null) : value]));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** The end of a background command that a message to the model tells of: the command's step, and a result as steps have it. */
export function taskEndOf(content: string): { step: number; content: string } | undefined {
  // The first alone: one within a result is the command's own output.
  TASK_END.lastIndex = Math.max(0, content.indexOf('<SYSTEM_MESSAGE>\n[Message]'));
  const [, step, result] = TASK_END.exec(content) ?? [];
  return step === undefined || result === undefined ? undefined : { step: Number(step), content: result };
}

/** The tool's name for a type of step. */
export function nameOf(type: string): string {
  return type.toLowerCase();
}
