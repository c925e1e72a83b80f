import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';

/** A command that checks the work: its name, and whether it passed. */
export interface Verification {
  /** Program with its subcommand: `npm test`. */
  name: string;
  /** The concept of the check: testing, build or lint. */
  kind: string;
  passed: boolean;
}

/** Concepts of commands that verify the work. */
export const VERIFYING: ReadonlySet<string> = new Set(['testing', 'build', 'lint']);
/** Output of failing checks whose exit code a pipe hides; searched in the last 600 characters only. */
const FAILED = [
  /\b[1-9]\d{0,5} (?:\w+ ){0,2}(?:fail(?:ed|ures?|ing)|errors?)\b/i,
  /\b(?:fail(?:ed|ures?)|errors?):? *[1-9]\d{0,5}\b/i,
  /^(?:--- )?FAIL(?:ED)?\b/m,
  /\bTests? failed\b/i,
  /\b(?:exit(?:ed)?|exit status|exit code)(?: with)?(?: status| code)? [1-9]\d{0,2}\b/i,
  /\berror TS\d{3,5}:|^error(?:\[E\d+\])?: /m,
  /\bfound [1-9]\d{0,5} \w+(?: \w+){0,2} (?:issues?|problems?|errors?)\b/i,
  /\b(?:command not found|No such file or directory)\b/,
];
const NONE_FAILED = /\b(?:0|no) (?:\w+ )?(?:fail(?:ed|ures?|ing)|errors?|issues?|problems?|warnings?)\b/gi;
/** Formatters, which verify nothing. */
const FORMATS = /\b(?:fmt|format|prettier|gofmt)\b/;
const TAIL_CHARS = 600;

/** The check that a command ran; `undefined` for other items, refused or interrupted ones, and those of subagents. */
export function verificationOf(item: Item): Verification | undefined {
  const { observation, subtitle, concepts, success, subagent } = detailOfKind(item, 'observation');
  if (observation !== 'command' || subtitle === undefined || subagent !== undefined) return undefined;
  const kind = concepts?.find((concept) => VERIFYING.has(concept));
  if (kind === undefined || FORMATS.test(subtitle) || /refused by the user|was interrupted$/.test(item.title))
    return undefined;
  return { name: subtitle, kind, passed: success === true && !printsFailure(item.text) };
}

/** True when the end of a command's output reports failures, whatever its exit code was. */
function printsFailure(text: string): boolean {
  const tail = text
    .slice(text.indexOf('\n$ ') + 1)
    .slice(-TAIL_CHARS)
    .replace(NONE_FAILED, '');
  return FAILED.some((pattern) => pattern.test(tail));
}
