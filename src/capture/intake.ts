import type { Agent, HookReading } from '../agents/shared/contract.ts';
import type { CleanEvent, EventKind, RawEvent, Skipped } from '../core/event.ts';
import type { EventId, SessionId } from '../core/ids.ts';
import { sessionId } from '../core/ids.ts';
import { isJsonObject, parseJson } from '../core/json.ts';
import type { Appended, Log, Offset, ProjectRow } from '../store/contract.ts';
import type { Door } from './door.ts';
import type { JournalEntry } from './journal.ts';
import type { ProjectResolver } from './project.ts';

/** What came of a batch: the outcome of each event in order (`excluded`: the door let it not in), and whether it was a repetition. */
export interface Taken {
  outcomes: (Appended['outcome'] | 'excluded')[];
  ids: (EventId | undefined)[];
  /** Kinds in the order of `outcomes`. */
  kinds: EventKind[];
  repeated: boolean;
}

/** What came of a hook: how it was read, and what was appended. */
export interface HookTaken {
  agent: Agent;
  reading: HookReading;
  taken: Taken;
}

/** Takes events in: through the door, with their project, into the log. Durable when it resolves. */
export interface Intake {
  hook(hook: {
    agent: string;
    event: string;
    payload: string;
    delivery: string;
    at: number;
  }): Promise<HookTaken | undefined>;
  journal(entry: JournalEntry): Promise<Taken>;
  events(raws: readonly RawEvent[], extra?: { offset?: Offset; delivery?: { id: string; at: number } }): Promise<Taken>;
  /** Secrets that the door replaced so far, by kind. */
  redacted(): Record<string, number>;
  /** What was skipped so far, by type. */
  skipped(): Skipped;
  /** Which hooks were seen to fire. */
  hooks(): readonly HookEvidence[];
}

/** Evidence that hooks fire: how often an event of an agent came, and when last. */
export interface HookEvidence {
  agent: string;
  event: string;
  count: number;
  lastAt: number;
}

/** What an intake is made of. */
export interface IntakeOptions {
  log: Log;
  door: Door;
  resolveProject: ProjectResolver;
  findAgent: (name: string) => Agent | undefined;
  /** Called with the sessions of events before the door sees them. */
  prepare: (sessions: readonly SessionId[]) => Promise<void>;
  /** Called after every append that added or completed something. */
  onAppended: (sessions: readonly SessionId[]) => void;
}

/** Builds an intake over a log and a door. */
export function createIntake(options: IntakeOptions): Intake {
  const skipped: Skipped = {};
  const evidence = new Map<string, HookEvidence>();
  const firstFolders = new Map<string, string>();
  const count = (reasons: Skipped): void => {
    for (const [reason, n] of Object.entries(reasons)) skipped[reason] = (skipped[reason] ?? 0) + n;
  };

  const place = (event: CleanEvent): { event: CleanEvent; project?: ProjectRow } => {
    if (event.cwd === undefined) return { event };
    const first = firstFolders.get(event.session) ?? event.cwd;
    if (firstFolders.size > 10_000) firstFolders.clear();
    firstFolders.set(event.session, first);
    const project = options.resolveProject(event.cwd, first);
    return project === undefined ? { event } : { event: { ...event, project: project.id }, project };
  };

  const append = async (
    events: readonly (CleanEvent | undefined)[],
    extra: { offset?: Offset; delivery?: { id: string; at: number } },
  ): Promise<Taken> => {
    const placed = events.map((event) => (event === undefined ? undefined : place(event)));
    const clean = placed.flatMap((entry) => (entry === undefined ? [] : [entry.event]));
    const projects = new Map(placed.flatMap((entry) => (entry?.project ? [[entry.project.id, entry.project]] : [])));
    if (clean.length === 0 && extra.offset === undefined) return nothingTaken(events.length);
    const { results, repeated } = await options.log.append({
      ...extra,
      events: clean,
      projects: [...projects.values()],
    });
    const fresh = clean.filter((_, i) => results[i]?.outcome === 'added' || results[i]?.outcome === 'completed');
    if (fresh.length > 0) options.onAppended([...new Set(fresh.map((event) => event.session))]);
    const queue = [...results];
    const each = placed.map((entry) => (entry === undefined ? undefined : queue.shift()));
    return {
      outcomes: each.map((result) => result?.outcome ?? (repeated ? 'duplicate' : 'excluded')),
      ids: each.map((result) => result?.id),
      kinds: placed.map((entry) => entry?.event.body.kind ?? 'noted'),
      repeated,
    };
  };

  const clean = async (raws: readonly RawEvent[]): Promise<(CleanEvent | undefined)[]> => {
    await options.prepare([...new Set(raws.map((raw) => sessionId(raw.agent, raw.agentSession)))]);
    return raws.map(options.door.clean);
  };

  const noteHook = (agent: string, event: string, at: number): void => {
    const key = `${agent} ${event}`;
    const known = evidence.get(key);
    evidence.set(key, { agent, event, count: (known?.count ?? 0) + 1, lastAt: Math.max(at, known?.lastAt ?? 0) });
  };

  return {
    async hook(hook) {
      const agent = options.findAgent(hook.agent);
      if (agent === undefined) {
        count({ [`unknown agent ${hook.agent.slice(0, 40)}`]: 1 });
        return undefined;
      }
      const payload = parseJson(hook.payload);
      if (!isJsonObject(payload)) {
        count({ [`${agent.name}: payload is no JSON object`]: 1 });
        return undefined;
      }
      const reading = agent.readHook(hook.event, payload, { at: hook.at, delivery: hook.delivery });
      count(reading.skipped);
      noteHook(agent.name, hook.event, hook.at);
      const delivery = { id: hook.delivery, at: hook.at };
      return { agent, reading, taken: await append(await clean(reading.events), { delivery }) };
    },
    async journal(entry) {
      count(entry.skipped);
      noteHook(entry.agent, entry.event, entry.at);
      return append(entry.events, { delivery: { id: entry.delivery, at: entry.at } });
    },
    events: async (raws, extra = {}) => append(await clean(raws), extra),
    redacted: () => ({ ...options.door.redacted() }),
    skipped: () => ({ ...skipped, ...options.door.skipped() }),
    hooks: () => [...evidence.values()],
  };
}

function nothingTaken(count: number): Taken {
  return {
    outcomes: Array.from({ length: count }, () => 'excluded' as const),
    ids: Array.from({ length: count }, () => undefined),
    kinds: Array.from({ length: count }, () => 'noted' as const),
    repeated: false,
  };
}
