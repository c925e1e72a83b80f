import { join } from 'node:path';
import { buildContext } from '../../../src/context/context.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { detailOfKind } from '../../../src/core/model/item.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import { countTokens } from '../../../src/core/text/tokens.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { cutSession, cutsOf, type RecordedSession, withSessions } from './distill-sessions.ts';
import { PLAIN_TELLINGS } from './distill-ways.ts';
import { finalStateOf, isNamed, itemsOfState, type StateItem } from './final-state.ts';

/** What a way of telling named of a final state, and what it cost. */
export interface Telling {
  session: string;
  way: string;
  named: StateItem[];
  missed: StateItem[];
  tokens: number;
  words: number;
}

/** Cairn's own ways: the block at the next session's start, the answer of `resume`, and the session's summary. */
export const BLOCK = 'block of the next start';
export const RESUME = 'resume, when asked';
export const SUMMARY = 'summary';

const HOUR = 3_600_000;
const MOST = 100_000;
const BRANCH = /("(?:gitBranch|branch)":)"[^"]*"/;
const DERIVED = new Set(['summary', 'checkpoint', 'topic', 'snippet', 'pattern']);

/** What each way names of where sessions stood, each of them cut where it might have ended. */
export async function measureStates(sessions: readonly RecordedSession[], scratch: string): Promise<Telling[]> {
  const tellings: Telling[] = [];
  for (const session of sessions) {
    for (const lines of cutsOf(session)) {
      const cut = cutSession(session, lines);
      const state = itemsOfState(finalStateOf(cut.files.flatMap((file) => file.lines)));
      if (state.length === 0) continue;
      const place = join(scratch, `${session.name}-${lines}`);
      const texts = await withSessions(place, [withoutBranch(cut)], textsOf);
      for (const [way, text] of texts) tellings.push(toTelling(text, { session: cut.name, way, state }));
    }
  }
  return tellings;
}

/**
 * A session as one outside of a repository. No checkout is recorded with these sessions, so that none can be on its branch, and
 * nothing that a line names can be looked up.
 */
function withoutBranch({ name, files }: RecordedSession): RecordedSession {
  const plain = (line: string): string => line.replace(BRANCH, '$1""');
  return { name, files: files.map((file) => ({ ...file, lines: file.lines.map(plain) })) };
}

async function textsOf({ store, memory }: OpenedMemory, budget: number): Promise<[string, string][]> {
  const rows = await store.log.sessions({ limit: MOST });
  const [row] = rows.toSorted((one, other) => other.lastAt - one.lastAt);
  if (row === undefined) return [];
  const now = row.lastAt + HOUR;
  const request = {
    occasion: 'start',
    trigger: 'startup',
    budget,
    now,
    ...omitUndefined({ project: row.project }),
  } as const;
  const block = await buildContext(store, request);
  const text = block.lines.map((line) => line.text).join('\n');
  const items = await store.items.list({}, { limit: MOST });
  const first = items.filter(({ kind }) => !DERIVED.has(kind));
  const resumed = await memory.resume({ sessionId: row.id });
  const summary = summaryOf(items, row.id);
  return [
    [BLOCK, text],
    ...plainTexts(first, { budget: block.tokens, like: BLOCK }),
    [RESUME, resumed.text],
    [SUMMARY, summary],
    ...plainTexts(first, { budget: countTokens(summary), like: SUMMARY }),
  ];
}

function plainTexts(items: readonly Item[], { budget, like }: { budget: number; like: string }): [string, string][] {
  return Object.entries(PLAIN_TELLINGS).map(([way, tell]) => [`${way}, as long as the ${like}`, tell(items, budget)]);
}

function summaryOf(items: readonly Item[], session: string): string {
  const summary = items.find((item) => item.session === session && detailOfKind(item, 'summary').summary !== undefined);
  return summary === undefined ? '' : `${summary.title}\n${summary.text}`;
}

function toTelling(text: string, about: { session: string; way: string; state: readonly StateItem[] }): Telling {
  const { session, way, state } = about;
  return {
    session,
    way,
    named: state.filter((item) => isNamed(item, text)),
    missed: state.filter((item) => !isNamed(item, text)),
    tokens: countTokens(text),
    words: text.split(/\s+/).filter((word) => word !== '').length,
  };
}
