import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { baseName, cutText } from '../../core/text/text.ts';
import type { Ranked } from '../../retrieval/ranking/rank.ts';
import { rankSessions } from '../../retrieval/ranking/rank-sessions.ts';
import { nameOf, programOf } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { type BlockRequest, isUsable } from './block-request.ts';
import { type ContextLine, dateOf, factLine } from './context-line.ts';

/** Upper bounds on sessions shown, and on what is read of each. */
const SESSIONS = 12;
const SESSION_ITEMS = 300;
const FILES = 18;
const COMMANDS = 6;
const LINE_CHARS = 480;
const WORTH = 8;

/**
 * A line for each session that bears most on a prompt: the files it changed and read and the programs it ran, most
 * frequent first. Facts that Cairn composes, for blocks with room for more than statements.
 */
export async function sessionLines(
  store: Store,
  ranked: readonly Ranked[],
  request: BlockRequest,
): Promise<ContextLine[]> {
  const usable = ranked.filter(({ item }) => isUsable(item, request));
  const lines: ContextLine[] = [];
  for (const { sessionId } of rankSessions(usable).slice(0, SESSIONS)) {
    const best = usable.find(({ item }) => item.session === sessionId)?.item;
    const within = {
      session: sessionId,
      kinds: ['observation'] as const,
      ...omitUndefined({ project: request.project }),
    };
    const items = await store.items.list(within, { limit: SESSION_ITEMS });
    const did = best === undefined ? '' : doneIn(items);
    if (best === undefined || did === '') continue;
    const text = cutText(`Session of ${dateOf(best.at)}: ${did}`, LINE_CHARS);
    lines.push(factLine(best, { section: 'sessions', worth: WORTH - lines.length / SESSIONS, text }));
  }
  return lines;
}

function doneIn(items: readonly Item[]): string {
  const changed = mostOften(items.flatMap(({ detail }) => detail.filesChanged ?? []).map(toName), FILES);
  const seen = mostOften(items.flatMap(({ detail }) => detail.filesRead ?? []).map(toName), FILES);
  const read = seen.filter((name) => !changed.includes(name)).slice(0, Math.max(FILES - changed.length, 0));
  const commands = items
    .filter((item) => item.kind === 'observation')
    .filter(({ detail }) => detail.observation === 'command');
  const ran = mostOften(
    commands.map(({ detail }) => programOf(detail)).filter((name) => name !== 'Command'),
    COMMANDS,
  );
  const parts = [
    ['changed', changed],
    ['read', read],
    ['ran', ran],
  ] as const;
  return parts.flatMap(([verb, names]) => (names.length === 0 ? [] : `${verb} ${names.join(', ')}`)).join('; ');
}

function toName(path: string): string {
  return nameOf(baseName(path));
}

/** The most frequent names, in falling order. */
function mostOften(names: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name]) => name);
}
