import type { CleanEvent, RawEvent } from '../core/model/event.ts';
import { sessionId } from '../core/model/ids.ts';
import type { Shingles } from '../privacy/own-words.ts';
import { redactionsIn } from '../privacy/redactions-in.ts';
import type { Injection } from '../store/contract/items.ts';
import type { Door } from './door.ts';
import type { InjectionLedger } from './ledger.ts';
import { injectionOfOwnTool } from './own-tool-results.ts';

/** Events as they may be written, and what they brought with them. Plain data: a thread can hand it to another. */
export interface CleanedEvents {
  /** In the order of the events; `undefined` for one that the door refused. */
  events: readonly (CleanEvent | undefined)[];
  /** Results of Cairn's own tools among them that the ledger lacked: they enter it before the events are written. */
  injections: readonly Injection[];
  /** Number of marks of secrets in each event, by kind. */
  redactions: readonly Readonly<Record<string, number>>[];
}

/** Brings events through the door, one after the other. */
export type CleanEvents = (raws: readonly RawEvent[]) => Promise<CleanedEvents>;

/** Builds it over a door and the ledger that the door looks at: it is loaded before the door sees a session's events. */
export function createCleaner({ door, ledger }: { door: Pick<Door, 'clean'>; ledger: InjectionLedger }): CleanEvents {
  return async (raws) => {
    await ledger.load([...new Set(raws.map((raw) => sessionId(raw.agent, raw.agentSession)))]);
    const injections: Injection[] = [];
    const events = raws.map((raw) => {
      const own = injectionOfOwnTool(raw);
      if (own !== undefined && !isKnown(own, ledger.of(own.session, own.at))) {
        ledger.add(own);
        injections.push(own);
      }
      return door.clean(raw);
    });
    return { events, injections, redactions: events.map((event) => redactionsIn(event?.body)) };
  };
}

function isKnown({ shingles }: Injection, known: Shingles | undefined): boolean {
  return shingles.every((shingle) => known?.has(shingle));
}
