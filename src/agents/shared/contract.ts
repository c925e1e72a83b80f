// agents/shared: what several agents' dialects share — the contract of an agent, readers of lines, editors of
// configuration files. Nothing of one agent alone, and no decision about memory.

import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { EventKind, EventSource, RawEvent, Skipped } from '../../core/model/event.ts';

/** What an agent can do and who is the authority for what, shown by `cairn doctor` and the docs. */
export interface Capabilities {
  /** Which source is the authority for each kind of event. A kind that is absent never comes from this agent. */
  authority: Partial<Record<EventKind, Extract<EventSource, 'hook' | 'transcript'>>>;
  /** Hook events on which the agent takes context. */
  contextOn: readonly string[];
  /** Most UTF-8 bytes of context that reach the model from one hook. */
  contextBytes: number;
  /** What it cannot do, in sentences. */
  cannot: readonly string[];
  /** What its user has to do once after set-up, in one sentence; absent for nothing. */
  afterSetup?: string;
  /** Hook events that set-up registers; none for an agent of which only transcripts are read. */
  hooks: readonly string[];
  /** Where it keeps its sessions, as people write it: `~/.codex/sessions/…`. Absent when they cannot be read. */
  transcripts?: string;
  /**
   * What this rests on: `live`, runs of the real program in Cairn's tests; `recorded`, payloads and files of the real
   * program; `facts`, its documentation and source. And of which versions.
   */
  evidence: { how: 'live' | 'recorded' | 'facts'; versions: string };
}

/**
 * What a hook needs of an agent: its payloads and replies, without transcripts and settings.
 * @example
 * const { events, need } = dialect.readHook('UserPromptSubmit', payload, { at: now, delivery });
 * if (need !== undefined) print(dialect.reply('UserPromptSubmit', context));
 */
export interface Dialect {
  /** Name of the agent, in commands, events and ids. */
  name: string;
  authority: Capabilities['authority'];
  /** Reads one hook payload. Throws never: what it does not know is in `skipped`. `at` is the arrival, `delivery` names it. */
  readHook(event: string, payload: JsonValue, arrival: { at: number; delivery: string }): HookReading;
  /**
   * What the hook prints to hand `context` to the agent; empty text prints nothing. With `refusal` the call does not run, for
   * that reason, where the agent takes a refusal on this event (`refusesOn`).
   */
  reply(event: string, context: string, refusal?: string): string;
  /** Hook events on which a tripwire speaks up at a tool call; of other agents it does at prompts alone, or nowhere. */
  speaksOn?: readonly string[];
  /** Hook events on which a tool call can be refused. */
  refusesOn?: readonly string[];
}

/** A tool call as a hook tells of it. `output` only when it has ended. */
export interface CallAtHand {
  tool: string;
  input: JsonObject;
  output?: string;
  success?: boolean;
  exitCode?: number;
}

/**
 * What a hook's answer should hold. `call`: only what speaks up at a tool call; `refusal`: only whether it may run. `tool` is
 * for an agent that takes context around tool calls alone: what is known of the call's file, and before it what a session
 * start should have said when nothing was said since. So does `prompt`.
 */
export interface ContextNeed {
  occasion: 'start' | 'prompt' | 'file' | 'tool' | 'call' | 'refusal';
  agentSession: string;
  cwd?: string;
  /** The prompt's text, for `prompt`. */
  prompt?: string;
  /** Absolute path, for `file`, and for `tool` where the call has one. */
  file?: string;
  /** The call, for all but `start` and `prompt`. */
  call?: CallAtHand;
  /** `startup`, `resume`, `clear`, `compact` …, for `start`. */
  trigger?: string;
}

/** What a hook payload means. */
export interface HookReading {
  events: RawEvent[];
  /** Set when the agent takes context on this event. */
  need?: ContextNeed;
  /** Path of the transcript, to be read when `reconcile` says so. */
  transcript?: string;
  /** The agent's own id of the session, by which its transcript is found where the payload does not name that. */
  session?: string;
  /** Name of the agent that sent the payload, where another one than the dialect's did, which runs its hooks as well. */
  sentBy?: string;
  /** `now`: the agent finished something; `later`: it is at work. */
  reconcile: 'now' | 'later' | 'never';
  /** True when the event may start an owner (session start, prompt). */
  startsOwner: boolean;
  skipped: Skipped;
}

/** A transcript file, as found or named by a hook. Times in milliseconds since 1970. */
export interface TranscriptFile {
  agent: string;
  path: string;
  sizeBytes: number;
  modifiedAt: number;
}

/**
 * Reads one transcript line by line. Pure but for its own state; `state()` may be given back to go on later.
 * @example
 * const parser = agent.createParser({ path });
 * const events = parser.line(text, offset);
 */
export interface TranscriptParser {
  /** `offset` is the byte at which the line starts. Never throws: an unreadable line is skipped and counted. */
  line(text: string, offset: number): RawEvent[];
  /** Where to resume and with what state, given that all up to `offset` was read. State holds ids and the folder, no words. */
  position(offset: number): { resumeAt: number; state: JsonObject };
  /** Lines that gave or completed an event, and the others by type. */
  counts(): { read: number; skipped: Skipped };
}

/**
 * Reads what is no file of appended lines: a file that is rewritten whole, or a database. Read again from its beginning or
 * from what `state` says when it changed: events that came before are recognised by their identity.
 * @example
 * for (const events of reader.steps()) append(events);
 * const state = reader.state();
 */
export interface SnapshotReader {
  /** What each message or row tells, in order, in small steps. Throws a `CairnError` when the store cannot be read. */
  steps(): Iterable<RawEvent[]>;
  /** What the next reading need not read again, once `steps` ran out. Ids, times and counts, no words. */
  state(): JsonObject;
  /** Messages or rows that gave or completed an event, and the others by type. */
  counts(): { read: number; skipped: Skipped };
}

/** Where an agent keeps what Cairn needs to know. Absolute folders. */
export interface AgentEnvironment {
  home: string;
  /** The agent's own variables that move its folders, by name. */
  variables: Readonly<Record<string, string | undefined>>;
}

/** A change to one file, as `setup` shows and writes it. `after` undefined: the file is removed. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** One sentence: what it is for. */
  why: string;
  /** Permissions of a file that is made, where they are not 0600: a program is 0700. */
  mode?: number;
}

/** What `setup` needs from an agent. Commands are full shell commands. */
export interface SetupTarget {
  environment: AgentEnvironment;
  /** Path of the hook script: absolute, or below `$HOME/` for files that a repository shares. */
  hookCommand: string;
  /** Program and arguments of the MCP server. */
  mcpCommand: { command: string; args: string[] };
  /** Absolute path of a repository whose own files are set up instead of the user's. */
  project?: string;
}

/**
 * One agent: a row of the registry.
 * @example
 * const files = agent.detect(environment) ? agent.findTranscripts(environment) : [];
 * const parsers = files.map((file) => agent.createParser(file));
 */
export interface Agent {
  name: string;
  title: string;
  capabilities: Capabilities;
  /** Absent for an agent that has no hooks, or none that Cairn knows. */
  dialect?: Dialect;
  /** Name of its program, as a person types it. */
  command?: string;
  /** What a person types to go on with a session; `{id}` stands for the agent's own id of it. */
  resume?: string;
  /** True when the agent was used here: it has its folder. */
  detect(environment: AgentEnvironment): boolean;
  /**
   * Folders into which the agent itself writes while it works, and set-up does not: a change in them is evidence that it was
   * used. Absent where the hooks are that evidence.
   */
  workFolders?(environment: AgentEnvironment): string[];
  /** All transcripts of the agent on this machine, in no order. A database with many sessions is one. */
  findTranscripts(environment: AgentEnvironment): TranscriptFile[];
  /** The transcript of a session, for an agent whose hooks do not name it; `undefined` when there is none. */
  transcriptOf?(session: string, environment: AgentEnvironment): string | undefined;
  /** Transcripts that belong to a session's main one: its subagents' files. Absolute paths, in no order. */
  companions(path: string): string[];
  createParser(file: { path: string }, state?: JsonObject): TranscriptParser;
  /** For a transcript that is no file of appended lines; `undefined` for one that is. `state` as a reading left it. */
  createSnapshot?(file: { path: string }, state?: JsonObject): SnapshotReader | undefined;
  /**
   * The changes that set Cairn up; empty when all is in place. Absent for an agent that only has transcripts. Throws
   * `unsupported` for a `project` where the agent has no files of a repository's own.
   */
  planSetup?(target: SetupTarget): FileChange[];
  /** The changes that take only Cairn's own lines out. */
  planUninstall?(target: SetupTarget): FileChange[];
}
