import * as LIMITS from '../core/limits.ts';
import type { StoredEvent } from '../core/model/event.ts';
import type { SessionId } from '../core/model/ids.ts';
import { type AskedFor, announcesText, asksFor, expectedNext, type SpokenTurn } from '../derive/claim/handed-over.ts';
import type { Log } from '../store/contract/log.ts';

/** What was said in a session, as an event of it holds it; `undefined` for all else, as what programs and subagents said. */
function saidIn({ body, subagent }: StoredEvent): SpokenTurn | undefined {
  if (subagent !== undefined) return undefined;
  if (body.kind === 'message' && body.from !== 'tool') return { by: 'agent', text: body.text };
  return body.kind === 'prompt' && body.origin !== 'system' ? { by: 'person', text: body.text } : undefined;
}

/** What the person was asked for before a prompt, by all that was said in its session until then. */
export async function expectedBefore(log: Pick<Log, 'select'>, prompt: StoredEvent): Promise<AskedFor | undefined> {
  const filter = { session: prompt.session, kinds: ['prompt', 'message'], until: prompt.at } as const;
  const before: { at: number; seq: number; said: SpokenTurn }[] = [];
  for (let after = 0; ; ) {
    const events = await log.select(filter, { after, limit: LIMITS.batchEvents });
    for (const event of events) {
      const said = event.id === prompt.id ? undefined : saidIn(event);
      if (said !== undefined) before.push({ at: event.at, seq: event.seq, said });
    }
    after = events.at(-1)?.seq ?? after;
    if (events.length < LIMITS.batchEvents) break;
  }
  before.sort((one, other) => one.at - other.at || one.seq - other.seq);
  return expectedNext(before.map(({ said }) => said));
}

/**
 * Marks prompts that were derived before something of their past arrived that asked for them, so that they are derived again.
 * Call it before these events count as derived.
 */
export async function markAnswers(log: Pick<Log, 'markUnderivedOf'>, events: readonly StoredEvent[]): Promise<void> {
  const asking = new Map<SessionId, { since: number; until: number }>();
  for (const event of events) {
    if (!asks(saidIn(event))) continue;
    const { since, until } = asking.get(event.session) ?? { since: event.at, until: event.seq };
    asking.set(event.session, { since: Math.min(since, event.at), until: Math.max(until, event.seq) });
  }
  const now = new Set(events.map(({ seq }) => seq));
  for (const [session, { since, until }] of asking) {
    const except = (seq: number): boolean => seq >= until || now.has(seq);
    const filter = { session, kinds: ['prompt'], since } as const;
    let next: number | undefined = 0;
    while (next !== undefined) {
      const marked: { next?: number } = await log.markUnderivedOf(filter, {
        after: next,
        limit: LIMITS.batchEvents,
        except,
      });
      next = marked.next;
    }
  }
}

function asks(said: SpokenTurn | undefined): boolean {
  if (said === undefined) return false;
  return said.by === 'agent' ? asksFor(said.text) !== undefined : announcesText(said.text);
}
