import type { PromptOrigin } from '../../../core/model/event.ts';

/**
 * What a payload or line states about a prompt: `source` is how it came in (`promptSource`), `origin` where it is from
 * (`origin.kind`).
 */
export interface PromptClaim {
  text: string;
  source?: string | undefined;
  origin?: string | undefined;
  /** The line's `entrypoint`: how the program was started. */
  entrypoint?: string | undefined;
  /** The line's `version`. */
  version?: string | undefined;
  /** The file begins with a prompt taken from a queue: a program wrote it there, or an IDE. */
  fed?: boolean | undefined;
}

const BY_PROGRAM = 'sdk';
/** `-p` and the SDKs. */
const PROGRAMS = /^sdk\b/;
/** The first version seen to write `promptSource`; 2.1.88 was the last one seen without. */
const SOURCE_SINCE = [2, 1, 161] as const;
/** How words begin that the program itself, another session or a member of a team put into the user's place. */
const NOT_TYPED =
  /^(?:<(?:\w+-notification|teammate-message|cross-session-message|scheduled-task|channel|user-prompt-submit-hook|fork-boilerplate)[\s>]|This session is being continued from a previous conversation|\w+ hook feedback:|Another Claude session sent a message:)/;
/** How the prompt begins that the program composes of the agent's plan once it was approved. */
const PLAN_HANDED_OVER = /^Implement the following plan:\s*\n\s*#/;
const BY_PERSON = 'human';
/** Words that mean the composer: in `promptSource` of a prompt, `turnOrigin` of a slash command, `source` of a hook. */
const TYPED = new Set(['typed', 'queued', BY_PERSON, 'user']);

const REMINDER_OPENS = '<system-reminder>';
const REMINDER_CLOSES = '</system-reminder>';

/** A prompt's text on which hook and transcript agree: without the agent's additions and surrounding white space. */
export function promptText(raw: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const start = raw.indexOf(REMINDER_OPENS, at);
    const end = start < 0 ? -1 : raw.indexOf(REMINDER_CLOSES, start);
    if (end < 0) return (text + raw.slice(at)).trim();
    text += raw.slice(at, start);
    at = end + REMINDER_CLOSES.length;
  }
}

/** True for the prompt that notifies an agent that its background task ended. */
export function isTaskNotification(text: string): boolean {
  return text.startsWith('<task-notification>');
}

/**
 * Who typed a prompt of a main thread, by the transcript. A `source` of typed, queued, human or user, or without a source
 * an `origin` of human, is a person at the composer; sdk is a program (`-p`, an SDK), whatever the origin; any other word
 * is the agent's own (task notifications, wake-ups, messages of other sessions). Where the version did not write a source
 * yet, a line is a person's, unless its session was `fed` (`-p`, an SDK); else no word is `unknown`.
 */
export function promptOrigin({ text, source, origin, entrypoint, version, fed }: PromptClaim): PromptOrigin {
  if (NOT_TYPED.test(text) || (origin !== undefined && origin !== BY_PERSON)) return 'system';
  if (source === BY_PROGRAM || isProgram(entrypoint)) return 'program';
  if (PLAN_HANDED_OVER.test(text)) return 'unknown';
  if (source !== undefined) return TYPED.has(source) ? 'person' : 'system';
  return origin === BY_PERSON || (isBeforeSources(version) && fed !== true) ? 'person' : 'unknown';
}

/** True for words beside which an IDE put what its user looks at. */
export function isFromIde(text: string): boolean {
  return /<ide_\w+>/.test(text);
}

/** True for a session that a program runs. */
export function isProgram(entrypoint: string | undefined): boolean {
  return PROGRAMS.test(entrypoint ?? '');
}

/** True for a version that did not write yet how a prompt came in. */
function isBeforeSources(version: string | undefined): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);
  if (parts === undefined) return false;
  const at = SOURCE_SINCE.findIndex((part, i) => part !== parts[i]);
  return at >= 0 && (parts[at] ?? 0) < (SOURCE_SINCE[at] ?? 0);
}

/** The same from a hook's payload, which is no evidence of a person: any program can send one. */
export function hookPromptOrigin(claim: PromptClaim): PromptOrigin {
  const origin = promptOrigin(claim);
  return origin === 'person' ? 'unknown' : origin;
}
