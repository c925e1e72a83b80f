import type { Agent, ContextNeed, Dialect, HookReading } from '../agents/shared/contract.ts';
import { CairnError } from '../core/errors.ts';
import {
  ACT_KINDS,
  type CleanEvent,
  type EventKind,
  type EventSource,
  type RawEvent,
  type Skipped,
} from '../core/model/event.ts';
import { type EventId, type ProjectId, type SessionId, sessionId } from '../core/model/ids.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { now } from '../platform/clock.ts';
import { redactionsIn } from '../privacy/redactions-in.ts';
import type { ProjectConfigs } from '../projects/project-config.ts';
import type { ProjectResolver } from '../projects/resolve-project.ts';
import { createSessionProjects, type SessionProjects } from '../projects/session-projects.ts';
import type { Injection } from '../store/contract/items.ts';
import type { AppendBatch, Appended, Log, ProjectRow } from '../store/contract/log.ts';
import { type CleanEvents, type CleanedEvents, createCleaner } from './clean-events.ts';
import type { Door } from './door.ts';
import { entryOfHook } from './entry-of-hook.ts';
import type { JournalEntry } from './journal.ts';
import type { InjectionLedger } from './ledger.ts';
import { addLines, type LineCounts, weekOf } from './line-counts.ts';
import { narrowEvent } from './narrow-event.ts';
import { parseHook } from './parse-hook.ts';
import type { Happened } from './pauses.ts';
import { type EventWithProject, isPaused, RETELLS, withoutPaused } from './retold.ts';

const ACTS: ReadonlySet<EventKind> = new Set(ACT_KINDS);
/** Kinds of hooks' events with which the branch is read. */
const NAMES_BRANCH: ReadonlySet<EventKind> = new Set(['session.start', 'prompt']);
/** Valid name of an agent's hook event. */
const EVENT_NAME = /^[\w.-]{1,60}$/;

/**
 * The result of a batch: the outcome of each event in order (`excluded`: the door refused it), and whether the delivery
 * was a repetition.
 */
export interface IntakeResult {
  outcomes: (Appended['outcome'] | 'excluded')[];
  ids: (EventId | undefined)[];
  /** Kinds in the order of `outcomes`. */
  kinds: (EventKind | undefined)[];
  repeated: boolean;
  /** Events that were left out, by reason. */
  leftOut?: Skipped;
}

/** A hook's request for context, with the project of its events and the root of that here. */
export type PlacedNeed = ContextNeed & { project?: ProjectId; root?: string };

/** The result of a hook: the parsed payload, and what was appended. */
export interface HookIntakeResult {
  dialect: Dialect;
  reading: HookReading & { need?: PlacedNeed };
  taken: IntakeResult;
}

/**
 * A hook's payload as it arrived, `undefined` when it exceeded the limit; `delivery` identifies this arrival, `at` is
 * in milliseconds since 1970.
 */
export interface HookPayload {
  agent: string;
  event: string;
  payload: string | undefined;
  delivery: string;
  at: number;
}

/** An event of another memory, with its id, project and authority there where they are known. */
export interface ImportedEvent {
  raw: RawEvent;
  id?: EventId;
  /** `none`: it belongs to no project. Absent: the project of its folder. */
  project?: ProjectRow | 'none';
  alsoFrom?: readonly EventSource[];
  authority?: 1 | 2;
}

/** Evidence that hooks fire: the number of an agent's events of one kind, and the time of the last one. */
export interface HookActivity {
  agent: string;
  event: string;
  count: number;
  lastAt: number;
}

/** What is written in the same transaction as events: an offset, and the delivery that brought them. */
type AppendedWith = Pick<AppendBatch, 'offset' | 'delivery'>;
type AppendedHow = Omit<AppendBatch, 'events' | 'projects'> & { more?: boolean; leftOut?: Skipped };

/** The dependencies of an intake. */
export interface IntakeOptions {
  log: Log;
  door: Door;
  resolveProject: ProjectResolver;
  /** The git branch that is checked out in a folder. */
  branchOf: (folder: string) => string | undefined;
  findAgent: (name: string) => Agent | undefined;
  /** The ledger: loaded before the door sees a session's events; results of own tools are added to it. */
  ledger: InjectionLedger;
  recordInjection: (injection: Injection) => Promise<void>;
  /** True when the disk has no room for new events. */
  isFull?: () => boolean;
  /** True for an event of a time in which nothing is recorded. */
  isPaused?: (happened: Happened) => boolean;
  /** The settings of a project, which can leave out more than the door did. */
  configOf?: ProjectConfigs;
  /** Called with what a pause or a project's own settings leave out or shorten, as it came; nothing of it may be written. */
  onWithheld?: (event: CleanEvent) => void;
  /** Called after every append that added or completed an event. */
  onAppended: () => void;
}

/** Takes events in: through the door, with their project, into the log. An event is durable when the call resolves. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #skipped: Skipped = {};
  readonly #redactions: Record<string, number> = {};
  readonly #lines: Record<string, number> = {};
  readonly #evidence = new Map<string, HookActivity>();
  readonly #projects: SessionProjects;
  /** Brings events through the door; nothing of them is written yet. */
  readonly clean: CleanEvents;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#projects = createSessionProjects(options.log, options.resolveProject);
    this.clean = createCleaner(options);
  }

  /**
   * Takes a hook's payload in; `undefined` for a payload of no known agent, which is counted. `onReading` is called
   * once it is parsed, before anything is written.
   */
  async hook(
    hook: HookPayload,
    onReading?: (read: Pick<HookIntakeResult, 'dialect' | 'reading'>) => void,
  ): Promise<HookIntakeResult | undefined> {
    const dialect = this.#options.findAgent(hook.agent)?.dialect;
    const payload = parseHook(dialect, hook.payload);
    if (dialect === undefined || typeof payload === 'string') {
      this.#count({ [`${payload}`]: 1 });
      return undefined;
    }
    const reading = dialect.readHook(hook.event, payload, { at: hook.at, delivery: hook.delivery });
    this.#count(reading.skipped);
    // A payload that another agent sent is no evidence that this agent's hooks fire.
    if (reading.sentBy === undefined) this.#noteHook(dialect.name, hook.event, hook.at);
    onReading?.({ dialect, reading });
    const cleaned = await this.clean(reading.events.map((raw) => this.#withBranch(raw)));
    const taken = await this.cleaned(cleaned, { delivery: { id: hook.delivery, at: hook.at } });
    const { need } = reading;
    if (need === undefined) return { dialect, reading, taken };
    return { dialect, reading: { ...reading, need: await this.#placeNeed(dialect.name, need) }, taken };
  }

  /**
   * Takes a journal entry in; its events passed the door already. Throws `invalid_input` for one that no hook writes, which is
   * counted.
   */
  async journal(given: JournalEntry): Promise<IntakeResult> {
    const entry = entryOfHook(given);
    if (entry === undefined) {
      this.#count({ 'journal entry that no hook writes': 1 });
      throw new CairnError('invalid_input', 'An entry is none that a hook writes: nothing of it is taken in.', {
        fix: 'cairn doctor',
      });
    }
    this.#count(entry.skipped);
    if (entry.sentBy === undefined) this.#noteHook(entry.agent, entry.event, entry.at);
    const { events } = entry;
    const redactions = events.map(({ body }) => redactionsIn(body));
    return this.#append({ events, redactions }, { delivery: { id: entry.delivery, at: entry.at } });
  }

  /**
   * Takes events of a transcript or a caller in; `offset` is written in the same transaction, and a known `delivery`
   * adds nothing. `alsoFrom`: further sources by which they came.
   */
  async events(
    raws: readonly RawEvent[],
    extra: AppendedWith = {},
    alsoFrom?: readonly EventSource[],
  ): Promise<IntakeResult> {
    return this.cleaned(await this.clean(raws), extra, alsoFrom);
  }

  /** The same for events that passed the door already, here or in another thread. */
  async cleaned(
    cleaned: CleanedEvents,
    extra: AppendedWith = {},
    alsoFrom?: readonly EventSource[],
  ): Promise<IntakeResult> {
    for (const event of cleaned.events) if (event !== undefined && alsoFrom !== undefined) event.alsoFrom = alsoFrom;
    await this.#announce(cleaned);
    return this.#append(cleaned, extra);
  }

  /**
   * Takes events of another memory in, through the door like all others. With `more` to come nobody is woken to derive them: who
   * brings them does that at the end.
   */
  async brought(entries: readonly ImportedEvent[], { more = false } = {}): Promise<IntakeResult> {
    const cleaned = await this.clean(entries.map(({ raw }) => raw));
    await this.#announce(cleaned);
    await this.#projects.load(cleaned.events.filter((event) => event !== undefined));
    const placed = cleaned.events.map((event, i) => {
      const { id, project, alsoFrom, authority } = entries[i] ?? {};
      if (event === undefined) return undefined;
      if (id !== undefined) event.key = { id };
      if (alsoFrom !== undefined) event.alsoFrom = alsoFrom;
      if (authority !== undefined) event.authority = authority;
      if (project === undefined) return this.#place(event);
      return project === 'none' ? { event } : { event: { ...event, project: project.id }, project };
    });
    const narrowed = placed.map((one) => one && this.#narrow(one));
    // What comes without an id is a row of another product; what has one is known by that.
    const brought = entries.every(({ id }) => id === undefined) ? 'rows' : 'events';
    return this.#appendPlaced(narrowed, cleaned.redactions, { more, brought });
  }

  /** Number of secrets that the door replaced, by kind. */
  redacted(): Record<string, number> {
    return { ...this.#options.door.redacted() };
  }

  /** Number of marks of secrets in the events added, each by `DAY AGENT EVENT SECRET`: day in UTC, kinds of event and secret. */
  redactions(): Record<string, number> {
    return { ...this.#redactions };
  }

  /** Number of skipped inputs, by type. */
  skipped(): Skipped {
    return { ...this.#skipped };
  }

  /** Counts what a reading of a transcript gave. */
  noteLines(agent: string, counts: LineCounts): void {
    addLines(this.#lines, { agent, week: weekOf(now()) }, counts);
  }

  /** Number of lines of transcripts that were read, each by `AGENT WEEK WHAT`, as `parseLineCount` takes it. */
  lines(): Record<string, number> {
    return { ...this.#lines };
  }

  /** The hooks that fired since the worker started. */
  hooks(): HookActivity[] {
    return [...this.#evidence.values()];
  }

  /** Adds the branch to what begins a session or a turn: the agent's own, or the one checked out now. */
  #withBranch(raw: RawEvent): RawEvent {
    const { body, cwd } = raw;
    if (raw.branch !== undefined || cwd === undefined || !NAMES_BRANCH.has(body.kind)) return raw;
    return { ...raw, ...omitUndefined({ branch: this.#options.branchOf(cwd) }) };
  }

  /** Counts what the door refused, and enters into the ledger what events brought into their sessions, before they are written. */
  async #announce({ events, injections }: CleanedEvents): Promise<void> {
    const { ledger, recordInjection, isFull } = this.#options;
    if (isFull?.() === true) refuseNew(events);
    for (const event of events) if (event === undefined) this.#count({ 'excluded project': 1 });
    for (const injection of injections) {
      ledger.add(injection);
      await recordInjection(injection);
    }
  }

  async #append(cleaned: Omit<CleanedEvents, 'injections'>, extra: AppendedWith): Promise<IntakeResult> {
    await this.#projects.load(cleaned.events.filter((event) => event !== undefined));
    const leftOut: Skipped = {};
    const withheldOf = new Set<SessionId>();
    const kept: (EventWithProject | undefined)[] = [];
    for (const event of cleaned.events) {
      if (event === undefined) addTo(leftOut, 'excluded project');
      const unpaused = event && this.#unlessPaused(this.#place(event), leftOut);
      const narrowed = unpaused && this.#narrow(unpaused, leftOut);
      if (event !== undefined && narrowed === undefined) withheldOf.add(event.session);
      const told = narrowed && (await withoutPaused(narrowed, this.#options));
      if (told !== narrowed) addTo(leftOut, RETELLS);
      kept.push(told);
    }
    // A hook in a pause leaves not even its delivery: its transcript says again what was left out.
    const withheld = extra.delivery === undefined && withheldOf.size > 0 && { withheldOf: [...withheldOf] };
    return {
      ...(await this.#appendPlaced(kept, cleaned.redactions, { ...extra, ...withheld, ...forkOf(extra), leftOut })),
      leftOut,
    };
  }

  async #appendPlaced(
    placed: readonly (EventWithProject | undefined)[],
    redactions: CleanedEvents['redactions'],
    { more = false, leftOut = {}, ...extra }: AppendedHow,
  ): Promise<IntakeResult> {
    const clean = placed.flatMap((entry) => (entry === undefined ? [] : [withTargets(entry.event)]));
    const projects = new Map(placed.flatMap((entry) => (entry?.project ? [[entry.project.id, entry.project]] : [])));
    const batch = { ...extra, events: clean, projects: [...projects.values()] };
    const isEmpty = clean.length === 0 && extra.offset === undefined && extra.withheldOf === undefined;
    const { results, repeated } = isEmpty ? { results: [], repeated: false } : await this.#options.log.append(batch);
    const isNews = results.some(({ outcome }) => outcome === 'added' || outcome === 'completed');
    if (isNews && !more) this.#options.onAppended();
    for (const { isCut } of results) if (isCut === true) addTo(leftOut, RETELLS);
    const queue = [...results];
    const each = placed.map((entry) => (entry === undefined ? undefined : queue.shift()));
    for (const [i, result] of each.entries()) {
      const event = placed[i]?.event;
      if (event !== undefined && result?.outcome === 'added') this.#countRedactions(event, redactions[i]);
    }
    return {
      outcomes: each.map((result, i) => result?.outcome ?? (placed[i] === undefined ? 'excluded' : 'duplicate')),
      ids: each.map((result) => result?.id),
      kinds: placed.map((entry) => entry?.event.body.kind),
      repeated,
    };
  }

  #unlessPaused(placed: EventWithProject, leftOut: Skipped): EventWithProject | undefined {
    const { event } = placed;
    const { untimed } = event;
    if (!isPaused(placed, untimed, this.#options)) return placed;
    const reason = untimed === undefined ? 'paused' : 'perhaps of a pause';
    this.#count({ [reason]: 1 });
    addTo(leftOut, reason);
    this.#options.onWithheld?.(event);
    return undefined;
  }

  /** What the project's own settings leave of an event. */
  #narrow(placed: EventWithProject, leftOut: Skipped = {}): EventWithProject | undefined {
    const config = this.#options.configOf?.(placed.project?.root);
    if (config === undefined) return placed;
    const event = narrowEvent(placed.event, config);
    if (event === undefined) {
      this.#count({ 'paused by its project': 1 });
      addTo(leftOut, 'paused by its project');
    }
    if (event !== placed.event) this.#options.onWithheld?.(placed.event);
    return event && { ...placed, event };
  }

  #place(event: CleanEvent): EventWithProject {
    const project = this.#projects.take(event);
    return project === undefined ? { event } : { event: { ...event, project: project.id }, project };
  }

  async #placeNeed(agent: string, need: ContextNeed): Promise<PlacedNeed> {
    const place = { agent, ...need };
    await this.#projects.load([place]);
    const project = this.#projects.of(place);
    return { ...need, ...omitUndefined({ project: project?.id, root: project?.root }) };
  }

  #noteHook(agent: string, event: string, at: number): void {
    if (this.#options.findAgent(agent) === undefined || !EVENT_NAME.test(event)) return;
    const key = `${agent} ${event}`;
    const known = this.#evidence.get(key);
    this.#evidence.set(key, { agent, event, count: (known?.count ?? 0) + 1, lastAt: Math.max(at, known?.lastAt ?? 0) });
  }

  #countRedactions({ at, agent, body }: CleanEvent, redactions: Readonly<Record<string, number>> = {}): void {
    for (const [kind, n] of Object.entries(redactions)) {
      const name = `${new Date(at).toISOString().slice(0, 10)} ${agent.replace(/\s/g, '_')} ${body.kind} ${kind}`;
      this.#redactions[name] = (this.#redactions[name] ?? 0) + n;
    }
  }

  #count(reasons: Skipped): void {
    for (const [reason, n] of Object.entries(reasons)) this.#skipped[reason] = (this.#skipped[reason] ?? 0) + n;
  }
}

/** The session that a transcript forks, as its reader knows. */
function forkOf({ offset }: AppendedWith): Pick<AppendBatch, 'forkOf'> {
  const session = offset?.state.forkOf;
  return typeof session === 'string' ? { forkOf: sessionId(offset?.agent ?? '', session) } : {};
}

function addTo(counts: Skipped, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}

/** Throws when the disk is full. Acts are taken in regardless, and so is the journal, which is on the disk already. */
function refuseNew(events: readonly (CleanEvent | undefined)[]): void {
  if (events.every((event) => event === undefined || ACTS.has(event.body.kind))) return;
  throw new CairnError('low_disk', 'The disk is nearly full: Cairn stores nothing new.', {
    fix: 'Free some space, or: cairn prune --older-than 180d --now',
  });
}

function withTargets(event: CleanEvent): CleanEvent {
  const targets = targetsOf(event);
  return targets.length === 0 ? event : { ...event, targets };
}
