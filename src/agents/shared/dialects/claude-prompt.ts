import type { PromptOrigin } from '../../../core/model/event.ts';

/**
 * What a payload or line states about a prompt: `source` is how it came in (`promptSource`), `origin` where it is from
 * (`origin.kind`).
 */
export interface PromptClaim {
  text: string;
  source?: string | undefined;
  origin?: string | undefined;
}

const BY_PROGRAM = 'sdk';
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
 * Who typed a prompt, by the transcript. A `source` of typed, queued, human or user, or without a source an `origin` of
 * human, is a person at the composer; sdk is a program (`-p`, an SDK), whatever the origin; any other word is the
 * agent's own (task notifications, wake-ups, messages of other sessions); no word is `unknown`.
 */
export function promptOrigin({ text, source, origin }: PromptClaim): PromptOrigin {
  if (isTaskNotification(text) || (origin !== undefined && origin !== BY_PERSON)) return 'system';
  if (source === BY_PROGRAM) return 'program';
  if (source === undefined) return origin === BY_PERSON ? 'person' : 'unknown';
  return TYPED.has(source) ? 'person' : 'system';
}

/** The same from a hook's payload, which is no evidence of a person: any program can send one. */
export function hookPromptOrigin(claim: PromptClaim): PromptOrigin {
  const origin = promptOrigin(claim);
  return origin === 'person' ? 'unknown' : origin;
}
