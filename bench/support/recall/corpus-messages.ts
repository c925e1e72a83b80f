import type { MessageInput } from '../../../src/api/requests.ts';
import type { Doc } from './corpus.ts';
import { timesOf } from './corpus-time.ts';

const MESSAGES_AT_ONCE = 500;

/** A run of messages of one session, as `record` takes them; the `ref` of a message is its place among the docs given. */
export interface SessionRun {
  sessionId: string;
  messages: MessageInput[];
}

/**
 * The messages of one group as calls of `record`, in their order. Roles that are none of Cairn's are who speaks. Names of
 * sessions and messages are numbers of our own, since a corpus's may be anything.
 */
export function sessionRuns(docs: readonly Doc[]): { runs: SessionRun[]; sessions: string[] } {
  const times = timesOf(docs);
  const sessions = [...new Set(docs.map((doc) => doc.session))];
  const places = new Map(sessions.map((session, place) => [session, place]));
  const runs: SessionRun[] = [];
  for (const [n, doc] of docs.entries()) {
    const sessionId = `session-${places.get(doc.session)}`;
    let run = runs.at(-1);
    if (run?.sessionId !== sessionId || run.messages.length >= MESSAGES_AT_ONCE) {
      run = { sessionId, messages: [] };
      runs.push(run);
    }
    run.messages.push({ ...roleOf(doc), content: doc.text, at: times[n] ?? 0, ref: String(n) });
  }
  return { runs, sessions };
}

function roleOf({ role }: Doc): Pick<MessageInput, 'role' | 'name'> {
  switch (role.trim().toLowerCase()) {
    case 'user':
    case 'human':
    case '':
      return { role: 'user' };
    case 'assistant':
    case 'ai':
      return { role: 'assistant' };
    case 'tool':
      return { role: 'tool' };
    case 'system':
      return { role: 'system' };
    default:
      return { role: 'user', name: role };
  }
}
