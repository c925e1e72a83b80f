import type { CleanEvent } from '../../../src/core/model/event.ts';
import { numberedEventId } from '../../../src/core/model/ids.ts';
import { workedEvents } from './session-of-work.ts';

/** Events of one turn. */
export const TURN = 20;
/** Places in a turn of what hooks tell: the prompt, three commands, and what the agent says last. */
const BY_HOOK = new Set([0, 5, 6, 9, 19]);
/** A result that the last words of its turn say again. */
const SAID_AGAIN = 17;
/** Milliseconds between the two tellings of an event: of prompts the transcript's is the later one, of others the hook's. */
const APART_MS = 10;

/** A turn as its two sources tell it. */
export interface ReportedTurn {
  hooks: CleanEvent[];
  transcript: CleanEvent[];
}

/** One turn of a session by its number, as an agent with hooks and a transcript tells it. */
export function reportedTurn(number: number): ReportedTurn {
  const transcript = workedEvents(number * TURN, (number + 1) * TURN).map((event, place, all) =>
    place === TURN - 1 ? { ...event, body: lastWords(all[SAID_AGAIN]) } : event,
  );
  const hooks = transcript.flatMap((event, place) => (BY_HOOK.has(place) ? [reportedByHook(event, place)] : []));
  return { hooks, transcript };
}

/** Calls of one subagent, each a second after the one before; what it was given to do is its prompt. */
export function subagentEvents(name: string, { at, count }: { at: number; count: number }): CleanEvent[] {
  return workedEvents(0, count).map((event, i) => {
    const key = { agent: event.agent, session: event.session, phase: name, number: String(i) };
    return { ...event, key: { id: numberedEventId(key) }, subagent: name, at: at + i * 1_000 };
  });
}

function reportedByHook(event: CleanEvent, place: number): CleanEvent {
  const at = event.at + (place === 0 ? -APART_MS : APART_MS);
  return { ...event, source: 'hook', authority: 1, at };
}

function lastWords(read: CleanEvent | undefined): CleanEvent['body'] {
  const words = read?.body.kind === 'tool.end' ? read.body.output.slice(100, 300) : '';
  return { kind: 'message', text: `All of it is changed now, and the tests pass. The notes say: ${words}.` };
}
