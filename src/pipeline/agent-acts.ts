import { canonicalJson } from '../core/json.ts';
import type { EventSource, Revoked, StoredEvent, ToolEnd } from '../core/model/event.ts';
import type { EventId } from '../core/model/ids.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import {
  type DatedAct,
  type EndedCall,
  guardReachOf,
  isBeforeEnd,
  isDetached,
  isDoneBy,
  mayAct,
  reachOf,
} from '../derive/tool/act-of-call.ts';
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
export type WithheldCall = Pick<StoredEvent, 'id' | 'agent' | 'at' | 'body' | 'sources'> &
  Partial<Pick<StoredEvent, 'session'>>;

/** True for a transcript that lies where its agent keeps its own. */
export type IsOwnTranscript = (agent: string, path: string) => boolean;

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

/** A call with the start of it that was seen, if one was. */
interface SeenCall {
  call: ToolCall;
  start?: StoredEvent;
}

/** Finds acts in a person's name that a tool call of an agent did, whichever of both arrived first. */
export class AgentActs {
  readonly #log: Store['log'];
  readonly #items: Store['items'];
  /** What is not kept is compared in memory alone: first with the acts before it, later with those that follow. */
  readonly #fresh: ToolCall[] = [];
  #withheld: ToolCall[] = [];

  readonly #isOwn: IsOwnTranscript;

  /** Without `isOwnTranscript` every transcript is taken for its agent's own. */
  constructor({
    log,
    items,
    isOwnTranscript = () => true,
  }: Pick<Store, 'log' | 'items'> & { isOwnTranscript?: IsOwnTranscript | undefined }) {
    this.#log = log;
    this.#items = items;
    this.#isOwn = isOwnTranscript;
  }

  /** Takes a call that is not kept, which `find` looks at next. */
  withhold(call: WithheldCall): boolean {
    const isActing = isActingCall(call);
    if (isActing) this.#fresh.push(call);
    return isActing;
  }

  /** The times of the calls among some events, and of those that are not kept, that may have changed a guard for a person. */
  async guardReaches(events: readonly StoredEvent[]): Promise<{ from: number; until: number }[]> {
    const calls = await this.#seen([...events.filter(isActingCall), ...this.#fresh]);
    return calls.flatMap((seen) => guardReachOf(ranFor(seen)) ?? []);
  }

  /** The acts that turn out to be an agent's now that these events are there; some may have been found before. */
  async find(events: readonly StoredEvent[]): Promise<FoundAct[]> {
    const found = new Map<EventId, FoundAct>();
    const fresh = this.#fresh.splice(0);
    this.#withheld = [...this.#withheld, ...fresh].filter(({ at }) => at >= now() - AROUND_MS).slice(-WITHHELD);
    const unseen = new Set<EventId>(this.#withheld.map(({ id }) => id));
    const note = async (act: StoredEvent, seen: SeenCall): Promise<void> => {
      const ids = await this.#idsOf(act);
      const [target] = ids;
      const { call: by } = seen;
      if (target === undefined || !isDoneBy(toAct(act, ids), ranFor(seen, act))) return;
      if (found.get(act.id)?.revoked.unproven === undefined && found.has(act.id)) return;
      if (await this.#isSpent(by, { act, target, found })) return;
      const unproven = (await this.#isProven(by)) ? undefined : true;
      found.set(act.id, {
        at: by.at,
        act,
        revoked: {
          ...{ kind: 'revoked', target, act: act.id, by: by.id, person: false },
          ...omitUndefined({ unproven }),
        },
        ...(unseen.has(by.id) && { agent: by.agent }),
      });
    };
    for (const seen of await this.#seen([...events.filter(isActingCall), ...fresh])) {
      for (const act of await this.#actsAround(ranFor(seen))) await note(act, seen);
    }
    // What was brought from another home was looked at there.
    for (const act of events.filter((event) => isPersons(event) && !event.sources.includes('import'))) {
      for (const seen of await this.#seen(await this.#callsAround(act))) await note(act, seen);
    }
    return [...found.values()];
  }

  /** Whether the agent's own transcript shows a call: any program can send a hook, or have a file of its own read. */
  async #isProven({ id, agent, sources }: ToolCall): Promise<boolean> {
    if (!sources.includes('transcript')) return false;
    return (await this.#log.transcriptsOf([id])).every((path) => this.#isOwn(agent, path));
  }

  /** The calls with the starts of them that hooks reported. */
  async #seen(calls: readonly ToolCall[]): Promise<SeenCall[]> {
    const seen: SeenCall[] = [];
    for (const call of calls) {
      const { session, at, sources, body } = call;
      const isTimed = session !== undefined && sources.includes('hook') && (body.durationMs ?? 0) > 0;
      const filter = { session, kinds: ['tool.start'], since: at - (body.durationMs ?? 0), until: at } as const;
      const starts = isTimed ? await this.#log.select(omitUndefined(filter), { after: 0, limit: MOST.calls }) : [];
      seen.push({ call, ...omitUndefined({ start: starts.findLast((start) => isStartOf(start, call)) }) });
    }
    return seen;
  }

  /**
   * True when a call did an act alike already, and a person who does it again is not the agent: after the call's end, or after
   * the first was found to be the agent's. What a call left running goes on at its own terminal.
   */
  async #isSpent(
    by: ToolCall,
    { act, target, found }: { act: StoredEvent; target: string; found: ReadonlyMap<EventId, FoundAct> },
  ): Promise<boolean> {
    const about = await this.#log.about([target]);
    const before = about.filter(({ body }) => body.kind === 'revoked' && body.by === by.id);
    const ids = new Set<string>(before.flatMap(({ body }) => (body.kind === 'revoked' ? [body.act] : [])));
    const known = new Map([...about, ...[...found.values()].map((one) => one.act)].map((event) => [event.id, event]));
    for (const { revoked } of found.values())
      if (revoked.by === by.id && revoked.target === target) ids.add(revoked.act);
    const alike = [...known.values()].filter(
      ({ id, body }) => ids.has(id) && id !== act.id && body.kind === act.body.kind,
    );
    if (alike.length === 0) return false;
    const wasFound = before.some(({ seq, body }) => seq < act.seq && body.kind === 'revoked' && body.act !== act.id);
    if (!wasFound && isBeforeEnd(act.at, by)) return false;
    const terminal = terminalOf(act);
    return !(isDetached(by.body) && terminal !== undefined && alike.some((one) => terminalOf(one) === terminal));
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

/**
 * A call as it surely ran: how long it took by a hook's own word counts only back to its start, if that came in before the act.
 */
function ranFor({ call, start }: SeenCall, act?: StoredEvent): EndedCall {
  const { at, body, sources } = call;
  if (!sources.includes('hook')) return { at, body };
  const isBefore = start !== undefined && (act === undefined || start.seq < act.seq);
  return { at, body: { ...body, durationMs: isBefore ? at - start.at : 0 } };
}

function isStartOf({ at, body }: StoredEvent, call: ToolCall): boolean {
  if (body.kind !== 'tool.start' || body.tool !== call.body.tool || at > call.at) return false;
  return canonicalJson(body.input) === canonicalJson(call.body.input);
}

function terminalOf({ body }: StoredEvent): string | undefined {
  return 'terminal' in body ? body.terminal : undefined;
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
