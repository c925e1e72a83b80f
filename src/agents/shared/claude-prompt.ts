import type { PromptOrigin } from '../../core/event.ts';

/** Who a prompt says it is from: `source` names how it came in, `origin` what it came from. */
export interface PromptClaim {
  text: string;
  source?: string | undefined;
  origin?: string | undefined;
}

/** `promptSource` of the composer: typed, typed while the agent worked; `user` is the hook's word for both. */
const TYPED = new Set(['typed', 'queued', 'user']);
const BY_PROGRAM = 'sdk';
const BY_PERSON = 'human';

/** True for the prompt with which an agent is told that its background task ended. */
export function isTaskNotification(text: string): boolean {
  return text.startsWith('<task-notification>');
}

/**
 * Who typed a prompt, by what the transcript says: `promptSource` typed, queued or user, or an `origin.kind` of human, is
 * a person at the composer; sdk is a program (`-p`, an SDK); every other word is the agent's own (task notifications,
 * wake-ups, messages of other sessions); no word is `unknown`.
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
