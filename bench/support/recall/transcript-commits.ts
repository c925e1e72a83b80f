import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as LIMITS from '../../../src/core/limits.ts';
import type { StoredEvent } from '../../../src/core/model/event.ts';
import type { SessionId } from '../../../src/core/model/ids.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { withImported } from '../recorded/imported.ts';
import type { Corpus, Doc, Question } from './corpus.ts';

const FOLDERS = ['claude-code', 'claude-code-team', 'codex', 'kimi', 'cline'];
const GROUP = 'transcripts';
const WORDS = 3;
/** What the title of a commit says beside its subject. */
const COMMIT = /^Commit [0-9a-f]+: /;
const MOST = 1_000;

/**
 * Recorded sessions as a corpus: what was said and done, and each commit's subject as the question for the session that
 * made it. The call that made a commit, which holds the subject, is left out.
 */
export async function readTranscriptCommits(folder: string): Promise<Corpus> {
  const there = new Set(readdirSync(folder));
  const paths = FOLDERS.filter((name) => there.has(name)).map((name) => join(folder, name));
  return withImported(paths, async (store) => {
    const sessions = await store.log.sessions({ limit: MOST });
    const names = new Map(sessions.map((session) => [session.id, session.agentSession]));
    const commits = await store.items.list({ kinds: ['commit'] }, { limit: MOST });
    const questions = commits.flatMap((commit): Question[] => {
      const session = commit.session === undefined ? undefined : names.get(commit.session);
      const query = commit.title.replace(COMMIT, '');
      if (session === undefined || query.split(/\s+/).length < WORDS) return [];
      return [{ group: GROUP, id: commit.id, query, gold: [], gold_sessions: [session], cat: 'commit' }];
    });
    const told = new Set(commits.map(({ event }) => event));
    return { name: GROUP, docs: await docsOf(store, names, (event) => told.has(event.id)), questions };
  });
}

async function docsOf(
  store: Store,
  names: ReadonlyMap<SessionId, string>,
  isLeftOut: (event: StoredEvent) => boolean,
): Promise<Doc[]> {
  const docs: Doc[] = [];
  for (let after = 0; ; ) {
    const events = await store.log.since(after, LIMITS.batchEvents);
    const last = events.at(-1);
    if (last === undefined) break;
    after = last.seq;
    for (const event of events) {
      const said = isLeftOut(event) ? undefined : await saidIn(store, event);
      const session = names.get(event.session);
      if (said !== undefined && session !== undefined) {
        docs.push({ group: GROUP, id: event.id, session, at: new Date(event.at).toISOString(), ...said });
      }
    }
  }
  return docs.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

async function saidIn(store: Store, event: StoredEvent): Promise<Pick<Doc, 'role' | 'text'> | undefined> {
  const { body } = event;
  if (body.kind === 'prompt') return { role: body.origin === 'system' ? 'system' : 'user', text: body.text };
  if (body.kind === 'message') return { role: 'assistant', text: body.text };
  if (body.kind !== 'tool.end') return undefined;
  const [item] = await store.items.ofEvent(event.id);
  return item === undefined ? undefined : { role: 'tool', text: `${item.title}\n${item.text}` };
}
