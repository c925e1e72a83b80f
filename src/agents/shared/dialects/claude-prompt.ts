import type { PromptOrigin } from '../../../core/model/event.ts';

/** What is said of a prompt: `source` names how it came in (`promptSource`), `origin` what it is from (`origin.kind`). */
export interface PromptClaim {
  text: string;
  source?: string | undefined;
  origin?: string | undefined;
}

const BY_PROGRAM = 'sdk';
const BY_PERSON = 'human';
/** Words for the composer: `promptSource` of a prompt, `turnOrigin` of a slash command, `source` of a hook. */
const TYPED = new Set(['typed', 'queued', BY_PERSON, 'user']);

const REMINDER_OPENS = '<system-reminder>';
const REMINDER_CLOSES = '</system-reminder>';

/** A prompt's text as hook and transcript agree on it: without what the agent put in, and without white space around it. */
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

/** True for the prompt with which an agent is told that its background task ended. */
export function isTaskNotification(text: string): boolean {
  return text.startsWith('<task-notification>');
}

/**
 * Who typed a prompt, by what the transcript says: a source of typed, queued, human or user, or without a source an origin
 * of human, is a person at the composer; sdk is a program (`-p`, an SDK), whatever it says of the origin; every other word
 * is the agent's own (task notifications, wake-ups, messages of other sessions); no word is `unknown`.
 */
export function promptOrigin({ text, source, origin }: PromptClaim): PromptOrigin {
  if (isTaskNotification(text) || (origin !== undefined && origin !== BY_PERSON)) return 'system';
  if (source === BY_PROGRAM) return 'program';
  if (source === undefined) return origin === BY_PERSON ? 'person' : 'unknown';
  return TYPED.has(source) ? 'person' : 'system';
}

/** The same by a hook's payload, which is no evidence of a person: any program can send one. */
export function hookPromptOrigin(claim: PromptClaim): PromptOrigin {
  const origin = promptOrigin(claim);
  return origin === 'person' ? 'unknown' : origin;
}
