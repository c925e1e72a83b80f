import type { CallName, InputOfCall } from '../../src/api/calls.ts';
import type { CallAnswers } from '../../src/api/methods.ts';
import { ask } from './ask.ts';

interface Shared {
  answer: Promise<unknown>;
  given: AbortController;
  waiting: number;
}

const asked = new Map<string, Shared>();

/** Asks a call, together with whoever asks the same now; the request is given up when all who wait for it have gone. */
export async function askOnce<Name extends CallName>(
  key: string,
  { call, input, signal }: { call: Name; input: InputOfCall<Name>; signal: AbortSignal },
): Promise<CallAnswers[Name]> {
  const shared = asked.get(key) ?? start(key, call, input);
  shared.waiting += 1;
  const leave = (): void => {
    shared.waiting -= 1;
    if (shared.waiting > 0) return;
    if (asked.get(key) === shared) asked.delete(key);
    shared.given.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    // The key names the call and its input.
    return (await shared.answer) as CallAnswers[Name];
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function start<Name extends CallName>(key: string, call: Name, input: InputOfCall<Name>): Shared {
  const given = new AbortController();
  const answer = ask(call, input, { signal: given.signal }).finally(() => asked.delete(key));
  const shared = { answer, given, waiting: 0 };
  asked.set(key, shared);
  return shared;
}
