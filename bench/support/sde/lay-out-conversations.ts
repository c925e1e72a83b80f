import { writeClaudeSession } from '../claude-transcript.ts';
import type { Conversation } from './conversations.ts';

const HOUR_MS = 3_600_000;

/** Writes each conversation as a typed session of Claude Code, six hours apart, the last one ended at `until`; gives the sessions' ids. */
export function layOutConversations(
  conversations: readonly Conversation[],
  { home, project, until }: { home: string; project: string; until: number },
): Map<string, Conversation> {
  const byId = new Map<string, Conversation>();
  for (const [place, conversation] of conversations.entries()) {
    const steps = conversation.turns.map(({ role, text }) => (role === 'user' ? { typed: text } : { said: text }));
    const endsAt = until - (conversations.length - 1 - place) * 6 * HOUR_MS;
    const { session } = writeClaudeSession(steps, { home, project, name: conversation.id, endsAt });
    byId.set(session, conversation);
  }
  return byId;
}
