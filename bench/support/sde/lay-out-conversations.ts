import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../../src/core/hash.ts';
import type { Conversation } from './conversations.ts';

const TURN_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Writes each conversation as a typed session of Claude Code, six hours apart, the last one ended at `until`; gives the sessions' ids. */
export function layOutConversations(
  conversations: readonly Conversation[],
  { home, project, until }: { home: string; project: string; until: number },
): Map<string, Conversation> {
  const folder = join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const byId = new Map<string, Conversation>();
  for (const [place, conversation] of conversations.entries()) {
    const session = uuidOf(conversation.id);
    const endsAt = until - (conversations.length - 1 - place) * 6 * HOUR_MS;
    const lines = linesOf(conversation, { session, project, endsAt });
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    utimesSync(path, endsAt / 1_000, endsAt / 1_000);
    byId.set(session, conversation);
  }
  return byId;
}

function linesOf(
  { id, turns }: Conversation,
  { session, project, endsAt }: { session: string; project: string; endsAt: number },
): string[] {
  let parentUuid: string | null = null;
  return turns.map(({ role, text }, n) => {
    const uuid = uuidOf(`${id} ${n}`);
    const timestamp = new Date(endsAt - (turns.length - 1 - n) * TURN_MS).toISOString();
    const common = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd: project,
      sessionId: session,
      version: '2.1.330',
      gitBranch: 'main',
      uuid,
      timestamp,
    };
    parentUuid = uuid;
    return JSON.stringify(
      role === 'user'
        ? {
            ...common,
            type: 'user',
            promptSource: 'typed',
            origin: { kind: 'human' },
            message: { role, content: text },
          }
        : {
            ...common,
            type: 'assistant',
            message: { id: `msg_${uuid}`, type: 'message', role, model: 'a-model', content: [{ type: 'text', text }] },
          },
    );
  });
}

function uuidOf(name: string): string {
  const hex = sha256Hex(name).slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
