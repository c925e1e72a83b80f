import type { EventSource, Revoked, StoredEvent, ToolEnd } from '../core/model/event.ts';
import type { EventId } from '../core/model/ids.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { type DatedAct, type EndedCall, guardReachOf, isDoneBy, mayAct, reachOf } from '../derive/tool/act-of-call.ts';
import { now } from '../platform/clock.ts';
import type { ActPlace } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';

/** An act in a person's name that an agent ran, with the act itself and when that was seen (milliseconds since 1970). */
export interface FoundAct {
  at: number;
  act: StoredEvent;
  revoked: Revoked;
  /** The agent whose call it was, where that call is not in the log. */
  agent?: string;
}

/** A call that is not kept, or not whole: of a pause, or of a project that keeps less. */
export type WithheldCall = Pick<StoredEvent, 'id' | 'agent' | 'at' | 'body' | 'sources'>;

/** Upper bounds on the acts around a call, on the sessions around an act, and on the calls of each. */
const MOST = { acts: 100, sessions: 20, calls: 200 } as const;
/** Acts that one step reads. */
const PAGE = 20;
/** Milliseconds before and after an act in which a call is looked for. */
const AROUND_MS = 600_000;
/** Upper bound on the calls that are not kept and that acts are compared with all the same, for `AROUND_MS`. */
const WITHHELD = 200;

/** How a call comes here from the agent that made it. */
const SEEN_BY: ReadonlySet<EventSource> = new Set(['hook', 'transcript']);

type ToolCall = WithheldCall & { body: ToolEnd };

/** Finds acts in a person's name that a tool call of an agent did, whichever of both arrived first. */
export class AgentActs {
  readonly #log: Store['log'];
  readonly #items: Store['items'];
  /** What is not kept is compared in memory alone: first with the acts before it, later with those that follow. */
  readonly #fresh: ToolCall[] = [];
  #withheld: ToolCall[] = [];

  constructor({ log, items }: Pick<Store, 'log' | 'items'>) {
    this.#log = log;
    this.#items = items;
  }

  /** Takes a call that is not kept, which `find` looks at next. */
  withhold(call: WithheldCall): boolean {
    const isActing = isActingCall(call);
    if (isActing) this.#fresh.push(call);
    return isActing;
  }

  /** The times of the calls among some events, and of those that are not kept, that may have changed a guard for a person. */
  guardReaches(events: readonly StoredEvent[]): { from: number; until: number }[] {
    return [...events.filter(isActingCall), ...this.#fresh].flatMap((call) => guardReachOf(call) ?? []);
  }

  /** The acts that turn out to be an agent's now that these events are there; some may have been found before. */
  async find(events: readonly StoredEvent[]): Promise<FoundAct[]> {
    const found = new Map<EventId, FoundAct>();
    const fresh = this.#fresh.splice(0);
    this.#withheld = [...this.#withheld, ...fresh].filter(({ at }) => at >= now() - AROUND_MS).slice(-WITHHELD);
    const unseen = new Set<EventId>(this.#withheld.map(({ id }) => id));
    const note = async (act: StoredEvent, ids: readonly string[], by: ToolCall): Promise<void> => {
      const [target] = ids;
      if (target === undefined || (await this.#isSpent(by, { act, target, found }))) return;
      found.set(act.id, {
        at: by.at,
        act,
        revoked: { kind: 'revoked', target, act: act.id, by: by.id, person: false },
        ...(unseen.has(by.id) && { agent: by.agent }),
      });
    };
    for (const call of [...events.filter(isActingCall), ...fresh]) {
      for (const act of await this.#actsAround(call)) {
        const ids = await this.#idsOf(act);
        if (isDoneBy(toAct(act, ids), call)) await note(act, ids, call);
      }
    }
    // What was brought from another home was looked at there.
    for (const act of events.filter((event) => isPersons(event) && !event.sources.includes('import'))) {
      const ids = await this.#idsOf(act);
      for (const call of await this.#callsAround(act)) {
        if (isDoneBy(toAct(act, ids), call)) await note(act, ids, call);
      }
    }
    return [...found.values()];
  }

  /** True when a call did an act alike already: a person who does it again is not the agent. */
  async #isSpent(
    by: ToolCall,
    { act, target, found }: { act: StoredEvent; target: string; found: ReadonlyMap<EventId, FoundAct> },
  ): Promise<boolean> {
    const now = [...found.values()].filter(({ revoked }) => revoked.by === by.id && revoked.target === target);
    const about = await this.#log.about([target]);
    const before = about.flatMap(({ body }) => (body.kind === 'revoked' && body.by === by.id ? [body.act] : []));
    const kinds = new Map(about.map(({ id, body }) => [id, body.kind]));
    return [...now.map(({ revoked }) => revoked.act), ...before].some(
      (other) => other !== act.id && kinds.get(other) === act.body.kind,
    );
  }

  async #actsAround(call: EndedCall): Promise<StoredEvent[]> {
    const { from, until } = reachOf(call);
    const acts: StoredEvent[] = [];
    for (let before: ActPlace | undefined = { at: until + 1, seq: 0 }; before !== undefined; ) {
      const page: StoredEvent[] = await this.#log.acts({ before, limit: PAGE });
      acts.push(...page.filter((act) => act.at >= from && isPersons(act)));
      const last = page.at(-1);
      const isEnd = page.length < PAGE || acts.length >= MOST.acts || last === undefined || last.at < from;
      before = isEnd ? undefined : { at: last.at, seq: last.seq };
    }
    // The earliest first: a call did what came first of two acts alike.
    return acts.toReversed();
  }

  async #callsAround({ at }: StoredEvent): Promise<ToolCall[]> {
    const [since, until] = [at - AROUND_MS, at + AROUND_MS];
    const calls = this.#withheld.filter((call) => call.at >= since && call.at <= until);
    for (const { id: session, startedAt } of await this.#log.sessions({ since, limit: MOST.sessions })) {
      if (startedAt > until) continue;
      const filter = { session, kinds: ['tool.end'] as const, since, until };
      calls.push(...(await this.#log.select(filter, { after: 0, limit: MOST.calls })).filter(isActingCall));
    }
    return calls;
  }

  async #idsOf(act: StoredEvent): Promise<string[]> {
    const made = act.body.kind === 'noted' ? await this.#items.ofEvent(act.id) : [];
    return [...new Set([...made.map(({ id }) => id), ...targetsOf(act)])];
  }
}

function toAct({ at, body }: StoredEvent, ids: readonly string[]): DatedAct {
  return { at, body, ids };
}

function isPersons({ body }: StoredEvent): boolean {
  return 'person' in body && body.person;
}

/**
 * Whether a call may be evidence. Only what an agent's hook or transcript says is: whoever can record could else take back
 * what a person confirmed. Without a word of output it is not known yet whether it was refused.
 */
function isActingCall<Event extends WithheldCall>(event: Event): event is Event & ToolCall {
  const { body, sources } = event;
  if (body.kind !== 'tool.end' || !sources.some((source) => SEEN_BY.has(source))) return false;
  return (body.output !== '' || sources.includes('transcript')) && mayAct(body);
}
