import type { IconName } from './icons.ts';

/** What of a memory says what it is called in a row, and which icon it has. */
export interface KindOf {
  kind: string;
  sort?: string;
  failed?: true;
}

const OF_KIND: Readonly<Record<string, { says: string; icon: IconName }>> = {
  prompt: { says: 'prompt', icon: 'prompt' },
  message: { says: 'message', icon: 'message' },
  summary: { says: 'summary', icon: 'summary' },
  checkpoint: { says: 'checkpoint', icon: 'checkpoint' },
  topic: { says: 'topic', icon: 'topic' },
  snippet: { says: 'snippet', icon: 'snippet' },
  commit: { says: 'commit', icon: 'commit' },
  pattern: { says: 'pattern', icon: 'patterns' },
  session: { says: 'session', icon: 'sessions' },
  project: { says: 'project', icon: 'projects' },
  collection: { says: 'collection', icon: 'collections' },
  knowledge: { says: 'knowledge', icon: 'knowledge' },
  observation: { says: 'tool', icon: 'tool' },
  event: { says: 'event', icon: 'today' },
};

const OF_SORT: Readonly<Record<string, { says: string; icon: IconName }>> = {
  'file-read': { says: 'read', icon: 'read' },
  'file-write': { says: 'edit', icon: 'edit' },
  command: { says: 'command', icon: 'command' },
  research: { says: 'research', icon: 'research' },
  delegation: { says: 'subagent', icon: 'delegation' },
  'tool-use': { says: 'tool', icon: 'tool' },
  note: { says: 'note', icon: 'note' },
  constraint: { says: 'constraint', icon: 'constraint' },
  decision: { says: 'decision', icon: 'decision' },
  heuristic: { says: 'heuristic', icon: 'heuristic' },
  rejected: { says: 'rejected', icon: 'rejected' },
  error: { says: 'error', icon: 'failure' },
  fix: { says: 'fix', icon: 'solved' },
  tripwire: { says: 'tripwire', icon: 'tripwire' },
};

/** What a memory is called in a row, in one word, and the icon that says the same. */
export function nameKind({ kind, sort, failed }: KindOf): { says: string; icon: IconName } {
  if (failed === true) return { says: 'failure', icon: 'failure' };
  return OF_SORT[sort ?? ''] ?? OF_KIND[kind] ?? { says: kind, icon: 'unknown' };
}
