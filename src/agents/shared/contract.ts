// agents/shared: the contract of an agent, and what several dialects have in common: readers of lines, editors of
// configuration files. Nothing that only one agent needs, and no decision about memory.

import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { EventKind, EventSource, RawEvent, Skipped } from '../../core/model/event.ts';
import type { PastSession } from './past-session.ts';

/** What an agent can do, and the authority for each kind of its events; shown by `cairn doctor` and the docs. */
export interface Capabilities {
  /**
   * The source (hook or transcript) that is the authority for each kind of event; a missing kind never comes from this
   * agent.
   */
  authority: Partial<Record<EventKind, Extract<EventSource, 'hook' | 'transcript'>>>;
  /** Hook events whose output the agent adds to the model's context. */
  contextOn: readonly string[];
  /** Upper bound, in UTF-8 bytes, on the context that reaches the model from one hook. */
  contextBytes: number;
  /**
   * True where its transcripts tell a prompt that a person typed from one that a program gave (`-p`, an SDK). Absent: what
   * its transcripts say of a person is no evidence of one, and counts as an agent's until a person confirms it.
   */
  tellsWhoTyped?: true;
  /** Its limits, in sentences. */
  cannot: readonly string[];
  /** What the user has to do once after set-up, in one sentence; absent when there is nothing to do. */
  afterSetup?: string;
  /** Hook events that set-up registers; empty for an agent whose transcripts alone are read. */
  hooks: readonly string[];
  /** The settings in which set-up registers the MCP server only where they are there already, in a form for people. */
  serverIn?: string;
  /** Where it stores its sessions, in a form for people: `~/.codex/sessions/…`. Absent when they cannot be read. */
  transcripts?: string;
  /**
   * What these statements rest on: `live`, runs of the real program in Cairn's tests; `recorded`, payloads and files of
   * the real program; `facts`, its documentation and source; the versions, and when that was seen last: `2026-11-27`, or a month.
   */
  evidence: { how: 'live' | 'recorded' | 'facts'; versions: string; seen: string };
}

/**
 * The part of an agent that a hook needs: its payloads and replies, without transcripts and settings.
 * @example
 * const { events, need } = dialect.readHook('UserPromptSubmit', payload, { at: now, delivery });
 * if (need !== undefined) print(dialect.reply('UserPromptSubmit', context));
 */
export interface Dialect {
  /** Name of the agent, in commands, events and ids. */
  name: string;
  authority: Capabilities['authority'];
  /**
   * Reads one hook payload that arrived at `at` (milliseconds since 1970) as `delivery`. Never throws: unknown input is
   * counted in `skipped`.
   */
  readHook(event: string, payload: JsonValue, arrival: { at: number; delivery: string }): HookReading;
  /**
   * What the hook prints to inject `context`; an empty string prints nothing. With `refusal` the call does not run, for
   * that reason, if the agent takes a refusal on this event (`refusesOn`).
   */
  reply(event: string, context: string, refusal?: string): string;
  /**
   * Hook events on which a tripwire can speak up at a tool call; absent when it can only do so at prompts, or nowhere.
   */
  speaksOn?: readonly string[];
  /** Hook events on which the agent lets a hook refuse the tool call. */
  refusesOn?: readonly string[];
  /** Hook events on which the agent shows its user, and not the model, what a hook says to it. */
  showsOn?: readonly string[];
  /** What the hook prints to show `notice` to the user, besides `reply`, which may be empty. Set with `showsOn`. */
  withNotice?(reply: string, notice: string): string;
}

/** A tool call as a hook reports it; `output` is set only when the call has ended. */
export interface CallAtHand {
  tool: string;
  input: JsonObject;
  output?: string;
  success?: boolean;
  exitCode?: number;
}

/**
 * The context that a hook asks for. `call`: only tripwires and known errors of a tool call; `refusal`: only whether the
 * call may run. `tool` is for an agent that takes context only around tool calls: what is known of the call's file and,
 * before it, the context of the session's start unless it was injected already. `prompt` includes the latter in the
 * same way.
 */
export interface ContextNeed {
  occasion: 'start' | 'prompt' | 'file' | 'tool' | 'call' | 'refusal';
  agentSession: string;
  cwd?: string;
  /** The prompt's text, for `prompt`; a subagent's task, with `subagent`. */
  prompt?: string;
  /** True for the task of a subagent as `prompt`: it gets only what bears on that, and nothing of a session's start. */
  subagent?: true;
  /** Absolute path, for `file`, and for `tool` when the call has one. */
  file?: string;
  /** The call, for every occasion except `start` and `prompt`. */
  call?: CallAtHand;
  /** `startup`, `resume`, `clear`, `compact` …, for `start`. */
  trigger?: string;
}

/** The meaning of one hook payload. */
export interface HookReading {
  events: RawEvent[];
  /** The context to inject; set when the agent takes context on this event. */
  need?: ContextNeed;
  /** Path of the transcript, which is read when `reconcile` says so. */
  transcript?: string;
  /** The agent's own id of the session, by which its transcript is found when the payload does not name it. */
  session?: string;
  /** Name of another agent that runs this agent's hooks and sent the payload. */
  sentBy?: string;
  /** When to read the transcript. `now`: the agent finished something; `later`: it is at work. */
  reconcile: 'now' | 'later' | 'never';
  /** True when the event may start a worker (session start, prompt). */
  startsWorker: boolean;
  skipped: Skipped;
}

/** A transcript file that was found or that a hook named. Times are in milliseconds since 1970. */
export interface TranscriptFile {
  agent: string;
  path: string;
  sizeBytes: number;
  modifiedAt: number;
}

/**
 * Reads one transcript line by line. Pure except for its own state; a later reading resumes from `position`.
 * @example
 * const parser = agent.createParser({ path });
 * const events = parser.line(text, offset);
 */
export interface TranscriptParser {
  /** `offset` is the byte at which the line starts. Never throws: an unreadable line is skipped and counted. */
  line(text: string, offset: number): RawEvent[];
  /**
   * Where and with what state to resume, when all up to byte `offset` was read. The state contains ids and the folder,
   * no text.
   */
  position(offset: number): { resumeAt: number; state: JsonObject };
  /** Number of lines that gave or completed an event, of the others by type, and of those that name a format by its version. */
  counts(): { read: number; skipped: Skipped; formats?: Skipped };
}

/**
 * Reads a source that is no append-only file: a file that is rewritten whole, or a database. When it changed, it is
 * read again from its beginning or from `state`; known events are recognised by their identity.
 * @example
 * for (const events of reader.steps()) append(events);
 * const state = reader.state();
 */
export interface SnapshotReader {
  /** The events of each message or row, in order, in small steps. Throws a `CairnError` when the store cannot be read. */
  steps(): Iterable<RawEvent[]>;
  /** The state that spares the next reading what was read, once `steps` has ended. Ids, times and counts, no text. */
  state(): JsonObject;
  /** Number of messages or rows that gave or completed an event, and of the others by type. */
  counts(): { read: number; skipped: Skipped; formats?: Skipped };
}

/** The folders and variables by which an agent's files are found. Absolute paths. */
export interface AgentEnvironment {
  home: string;
  /** The environment variables that move an agent's folders, by name. */
  variables: Readonly<Record<string, string | undefined>>;
}

/** What makes a session the agent's own. */
export interface WrittenSession {
  /** Files that are not there yet; absolute paths. */
  files: readonly { path: string; text: string }[];
  /** Texts for the ends of files that may be there. */
  added?: readonly { path: string; text: string }[];
  /** A command of the agent that takes the files in, to be run in the session's folder. */
  takeIn?: readonly string[];
}

/**
 * Writes sessions in an agent's own form, such that the agent resumes them. Plans only: no file is written here.
 * @example
 * const id = writer.idOf(`${session} codex`);
 * if (writer.find(id, environment) === undefined) save(writer.write({ ...past, id }, environment).files);
 */
export interface SessionWriter {
  /** The agent's id of a session of another agent: the same for the same seed. */
  idOf(seed: string): string;
  /** Where a session of this id lies already; `undefined` for none. */
  find(id: string, environment: AgentEnvironment): string | undefined;
  write(session: PastSession, environment: AgentEnvironment): WrittenSession;
}

/** A change to one file, as `setup` shows and writes it. With `after` undefined the file is removed. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** The purpose of the change, in one sentence. */
  why: string;
  /** Permissions of a new file when they are not 0600: a program has 0700. */
  mode?: number;
}

/** The commands and places that an agent writes into its files. Commands are complete shell commands. */
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
  /**
   * Version of what its transcripts are read into, from 1. With the next one, which a reader that finds more in the same
   * lines gets, every transcript is read once more; absent: 0.
   */
  readerVersion?: number;
  /** Absent for an agent without hooks that Cairn knows. */
  dialect?: Dialect;
  /** Other names by which set-up takes it: of a product that took its place and reads its files. */
  otherNames?: readonly string[];
  /** Name of its program, as a person types it. */
  command?: string;
  /** The command by which a person resumes a session; `{id}` is replaced by the agent's own id of the session. */
  resume?: string;
  /** True when the agent was used here: its folder exists. */
  detect(environment: AgentEnvironment): boolean;
  /**
   * Folders into which only the agent writes, not set-up, while it works: a change in them is evidence that it was
   * used. Absent when its hooks are that evidence.
   */
  workFolders?(environment: AgentEnvironment): string[];
  /** All transcripts of the agent on this machine, in no order. A database with many sessions counts as one. */
  findTranscripts(environment: AgentEnvironment): TranscriptFile[];
  /** The transcript of a session, for an agent whose hooks do not name it; `undefined` when there is none. */
  transcriptOf?(session: string, environment: AgentEnvironment): string | undefined;
  /**
   * Transcripts of a session's subagents, by the path of its main transcript; absolute paths, in no order. Absent for an
   * agent that keeps a session in one place.
   */
  companions?(path: string): string[];
  createParser(file: { path: string }, state?: JsonObject): TranscriptParser;
  /** Days after which it deletes a transcript that it no longer writes to, as its settings say; absent: never. */
  keepsDays?(environment: AgentEnvironment): number;
  /** Writes past sessions such that it resumes them; absent where Cairn cannot. */
  sessionWriter?: SessionWriter;
  /**
   * The reader of a transcript that is no append-only file; `undefined` for one that is. `state` is that of an earlier
   * reading.
   */
  createSnapshot?(file: { path: string }, state?: JsonObject): SnapshotReader | undefined;
  /**
   * The changes that set Cairn up; empty when all is in place. Absent for an agent with transcripts only. Throws
   * `unsupported` for a `project` when the agent reads no files of a repository.
   */
  planSetup?(target: SetupTarget): FileChange[];
  /** The changes that remove only Cairn's own lines. */
  planUninstall?(target: SetupTarget): FileChange[];
}
