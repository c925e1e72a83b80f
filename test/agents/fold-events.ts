import type { Capabilities } from '../../src/agents/shared/contract.ts';
import type { EventSource, RawEvent } from '../../src/core/model/event.ts';
import { type EventReport, mergeEvent } from '../../src/core/model/merge-event.ts';

/** An event as the tellings of all sources leave it. */
export interface Folded extends EventReport {
  key: string;
  agentSession: string;
  sources: EventSource[];
}

/** What a log makes of tellings: one event per identity, by the authority of its sources. Sorted by key. */
export function foldEvents(events: readonly RawEvent[], authority: Capabilities['authority']): Folded[] {
  const origins = new Map<string, string[]>();
  const folded = new Map<string, Folded>();
  for (const event of events) {
    const { agentSession, source, body } = event;
    const key = JSON.stringify([agentSession, body.kind, numberOf(event, origins)]);
    const telling = { ...event, authority: authority[body.kind] === source ? 2 : 1 } as const;
    const known = folded.get(key);
    const merged = known === undefined ? telling : mergeEvent(known, telling).merged;
    const { agent, at, cwd, prompt, subagent } = merged;
    const place = { agent, at, ...(cwd === undefined ? {} : { cwd }), ...(prompt === undefined ? {} : { prompt }) };
    folded.set(key, {
      ...place,
      ...(subagent === undefined ? {} : { subagent }),
      key,
      agentSession,
      body: merged.body,
      authority: merged.authority,
      sources: [...new Set([...(known?.sources ?? []), source])].sort(),
    });
  }
  return [...folded.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function numberOf({ agentSession, identity, source, body }: RawEvent, origins: Map<string, string[]>): string {
  if ('number' in identity) return identity.number;
  const { content, origin = '' } = identity;
  const kind = JSON.stringify([agentSession, body.kind, content, source === 'transcript']);
  const known = origins.get(kind) ?? [];
  if (!known.includes(origin)) origins.set(kind, [...known, origin]);
  return `${content} ${origins.get(kind)?.indexOf(origin)}`;
}
