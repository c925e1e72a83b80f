import type { JsonObject, JsonValue } from '../json.ts';
import type { DoneBy, Merged, Renamed } from '../project-acts.ts';
import type { HeldMatcher } from './finding.ts';
import type { EventId, FingerprintKey, ProjectId, SessionId } from './ids.ts';
import type { ItemDetail } from './item.ts';
import type { KnowledgeKind } from './kinds.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { FolderTrace, Placed, Untimed } from './untold.ts';

/** Who reported an event. */
export type EventSource = 'hook' | 'transcript' | 'sdk' | 'mcp' | 'cli' | 'http' | 'import' | 'sync';

/** Who typed a prompt, as far as the agent says so; only `person` is evidence of a person. */
export type PromptOrigin = 'person' | 'program' | 'system' | 'unknown';

/** The agent's session began, resumed, was cleared, forked, or goes on after a compaction. */
export interface SessionStart {
  kind: 'session.start';
  trigger: string;
  model?: string;
}
/** The agent's session ended. */
export interface SessionEnd {
  kind: 'session.end';
  reason: string;
}
/** What was asked of the agent. */
export interface Prompt {
  kind: 'prompt';
  text: string;
  origin: PromptOrigin;
  /** The speaker, in a conversation of several. */
  speaker?: string;
  /** The caller's own name for the prompt. */
  ref?: string;
  /** Most of the text had been injected into the session by Cairn. */
  echo?: true;
  /** The options of the agent's last message that the prompt picks by number or letter, in its order. */
  picked?: string[];
}
/** What the agent wrote, or (`from`) the result of a tool about which nothing else is known. */
export interface Message extends Pick<Prompt, 'speaker' | 'ref' | 'echo'> {
  kind: 'message';
  text: string;
  model?: string;
  from?: 'tool';
  /** The agent said it on its way: it goes on working, and answers later. */
  interim?: true;
}
/** A tool is about to run. */
export interface ToolStart {
  kind: 'tool.start';
  tool: string;
  input: JsonObject;
}
/** A tool ran, successfully (`success`) or not. `output` is text; `result` is the structured result where there is one. */
export interface ToolEnd {
  kind: 'tool.end';
  tool: string;
  input: JsonObject;
  output: string;
  success: boolean;
  result?: JsonValue;
  exitCode?: number;
  interrupted?: boolean;
  durationMs?: number;
  reply?: Reply;
  /** Part of the output that the agent read was left out, so it cannot be decided whether the agent quotes it. */
  withheld?: true;
  /** The call can run programs, and words of its input were left out: it cannot be decided what it did. */
  hidden?: true;
  /** `fileHash` of the content of a file that the call read or wrote as a whole. */
  fileHash?: string;
  /** Hashes of the word runs between system tags: the text itself is not stored, and is not the agent's own either. */
  tagged?: number[];
}
/** An agent's question and the answer to it; words of `answer` are those of an offered option, or free. */
export interface AnsweredQuestion {
  question: string;
  answer: string;
  /** What the agent had written about the picked option. */
  about?: string;
}
/** What the agent's user replied to a tool call, instead of or besides its output. */
export interface Reply {
  /** Whose reply it is, as of a prompt. */
  origin: PromptOrigin;
  /** True: the call was refused, so that it did not run. */
  refused?: true;
  /** The words given with the refusal. */
  text?: string;
  /** Answers to the questions that the call asked. */
  answers?: AnsweredQuestion[];
}
/** A subagent began its task. */
export interface SubagentStart {
  kind: 'subagent.start';
  type: string;
  task?: string;
}
/** A subagent ended. */
export interface SubagentEnd {
  kind: 'subagent.end';
  type: string;
  result?: string;
}
/** The agent is about to compact its context. */
export interface CompactStart {
  kind: 'compact.start';
  trigger: string;
}
/** The agent compacted its context. Token counts are the agent's own. */
export interface CompactEnd {
  kind: 'compact.end';
  trigger: string;
  summary?: string;
  tokensBefore?: number;
  tokensAfter?: number;
}
/** The agent finished a turn. */
export interface TurnEnd {
  kind: 'turn.end';
}
/** A turn ended with an error. */
export interface TurnFailed {
  kind: 'turn.failed';
  error: string;
}
/** The agent notified its user. */
export interface Notification {
  kind: 'notification';
  message: string;
  type?: string;
}
/** The agent asked for permission to use a tool, or was refused it. */
export interface Permission {
  kind: 'permission';
  tool: string;
  input: JsonObject;
  denied: boolean;
  reason?: string;
}
/** A person or an agent stated something to remember. */
export interface Noted extends DoneBy {
  kind: 'noted';
  text: string;
  title?: string;
  knowledge?: KnowledgeKind;
  /** Whose words they are, when neither a person's nor the reporting agent's. */
  author?: 'tool' | 'repo';
  /** The kind of item that was stated or imported; default a note or, with `knowledge`, a rule. */
  item?: (typeof NOTED_ITEMS)[number];
  detail: Pick<
    ItemDetail,
    'severity' | 'alternatives' | 'reason' | 'confidence' | 'concepts' | 'ref' | 'metadata' | 'filesChanged'
  > &
    BroughtDetail;
}
/** Kinds that a stated or imported item can have. */
export const NOTED_ITEMS = ['observation', 'summary', 'checkpoint', 'topic', 'snippet', 'pattern'] as const;

/** Further details that a caller or another memory product may know of an item. */
type BroughtDetail = Pick<
  ItemDetail,
  'observation' | 'meaning' | 'category' | 'subtitle' | 'facts' | 'filesRead' | 'tokens' | 'checkpoint' | 'stated'
>;

/** The fields of a stated memory that can be changed; `note`: it no longer states a rule. */
export type NoteChanges = Partial<Pick<Noted, 'text' | 'title'>> &
  Partial<Omit<Noted['detail'], keyof BroughtDetail>> & { knowledge?: KnowledgeKind | 'note' };
/** A person or an agent changed the words of the memory `target`. */
export interface Revised extends DoneBy {
  kind: 'revised';
  target: string;
  changes: NoteChanges;
  /** The earlier revision that it takes back; then it changes nothing itself. */
  undoes?: EventId;
}
/**
 * A person or an agent judged a memory: it holds (`confirmed`), no longer holds (`withdrawn`), gave way (`superseded`), is as it
 * was (`reopened`), is not shown (`hidden`) or again (`shown`), told in no block (`muted`) or again (`unmuted`). The latest counts.
 */
export interface Judged extends DoneBy {
  kind: 'confirmed' | 'withdrawn' | 'superseded' | 'reopened' | 'hidden' | 'shown' | 'muted' | 'unmuted';
  /** Public id of the memory. */
  target: string;
  /** Public id of the memory that it gave way to. */
  by?: string;
  /** For `confirmed`: the `wordsStamp` of the words that it is for. */
  of?: string;
  /** The rules that a judged tripwire rests on, which a person alone changes while it is confirmed, and what it refuses then. */
  rules?: string[];
  holds?: HeldMatcher;
  /** Whose act it is, when neither a person's nor an agent's: a file of the repository says so. It judges that file's memory alone. */
  author?: 'repo';
}
/**
 * An act in a person's name that an agent turned out to have run: from then on it counts as the agent's. With `unproven` only
 * what any program can write shows that, a hook or a file outside of the agent's folders: the act goes on to count as the
 * person's, who is asked.
 */
export interface Revoked {
  kind: 'revoked';
  unproven?: true;
  /** Public id of the memory. */
  target: string;
  /** The act, or the note that stated the memory. */
  act: EventId;
  /** The event that shows the agent running it. */
  by: EventId;
  person: false;
}
/**
 * Memories were retired together, until they are pruned or `restored`: they are neither found nor injected, and are
 * returned by id alone.
 */
export interface Retired {
  kind: 'retired' | 'restored';
  /** Public ids of the memories. */
  targets: string[];
  /** Identifies what was retired at once, over several events. */
  batch: string;
  /** For `retired`: the memories were too old, too many, or repetitions of another. */
  reason?: 'age' | 'count' | 'repeats';
  /** Memories that represent their retired repetitions: how many, and when first and last (milliseconds since 1970). */
  standing?: { id: string; count: number; firstAt: number; lastAt: number }[];
  person: boolean;
}
/** A person or an agent put memories together under a name, or changed that. */
export interface Collected {
  kind: 'collected';
  /** Public id of the collection. */
  target: string;
  person: boolean;
  name?: string;
  description?: string;
  /** The question and filters that it was made from, as `search` takes them. */
  query?: JsonObject;
  /** True: a live collection, whose members are the answers to its question at the time of reading. */
  live?: boolean;
  /** Public ids of memories added or removed by hand. */
  add?: string[];
  remove?: string[];
  /** True: the collection is deleted; false: it is restored. */
  dropped?: boolean;
}

/**
 * Events of a session are about to be erased because of their age. Keeps the aggregates of the whole session, which
 * could not be derived from the remaining events.
 */
export interface Pruned {
  kind: 'pruned';
  /** Public id of the session. */
  target: string;
  /** Items and findings as stored, without the session. */
  items: JsonObject[];
  findings: JsonObject[];
  person: boolean;
}

/** The body of an event, by kind. A closed union: anything else that an agent reports is skipped and counted. */
export type EventBody = Placed &
  (
    | SessionStart
    | SessionEnd
    | Prompt
    | Message
    | ToolStart
    | ToolEnd
    | SubagentStart
    | SubagentEnd
    | CompactStart
    | CompactEnd
    | TurnEnd
    | TurnFailed
    | Notification
    | Permission
    | Noted
    | Revised
    | Judged
    | Revoked
    | Renamed
    | Merged
    | Retired
    | Collected
    | Pruned
    | SharedMemory
  );

/** A kind of event. */
export type EventKind = EventBody['kind'];

/** Kinds of acts: what people and agents do with memories. */
export const ACT_KINDS = [
  'revised',
  'confirmed',
  'withdrawn',
  'hidden',
  'shown',
  'renamed',
  'retired',
  'restored',
  'collected',
  'pruned',
  'muted',
  'unmuted',
  'revoked',
  'reopened',
  'superseded',
  'merged',
] as const satisfies readonly EventKind[];

/** All kinds of events. Databases hold their places in this list, which only grows at its end. */
export const EVENT_KINDS: readonly EventKind[] = [
  'session.start',
  'session.end',
  'prompt',
  'message',
  'tool.start',
  'tool.end',
  'subagent.start',
  'subagent.end',
  'compact.start',
  'compact.end',
  'turn.end',
  'turn.failed',
  'notification',
  'permission',
  'noted',
  ...ACT_KINDS.slice(0, -1),
  'shared',
  'merged',
];

/** Where and when something happened, in the agent's own words. `at` is in milliseconds since 1970. */
export interface EventContext {
  agent: string;
  /** The agent's own session id. */
  agentSession: string;
  at: number;
  cwd?: string;
  /** Name of the git branch that was checked out; absent for a detached HEAD, and where nobody said. */
  branch?: string;
  /** The agent's own id of the prompt that the event belongs to. */
  prompt?: string;
  /** The agent's own id of the subagent in which it happened. */
  subagent?: string;
  /** Set where its line has no time: then `at` only keeps the order. Not kept; the door leaves `place` in the body for it. */
  untimed?: Untimed;
  /** What is known of the folder where `cwd` is not; not kept. */
  trace?: FolderTrace;
}

/**
 * How one event is distinguished from another. `number`: the agent's own number within session and phase (tool call id,
 * prompt id). `content`: for events without a number; equal contents are distinguished by their order within one
 * source, in which `origin` (the transcript line's own id, the hook's delivery id) identifies the occurrence, so that
 * reading twice counts once.
 */
export type EventIdentity = { number: string } | { content: string; origin?: string };

/** An event as an agent's dialect returns it: before the door, so it may contain secrets and is never written. */
export type RawEvent = EventContext & { identity: EventIdentity; source: EventSource; body: EventBody };

/** An event that passed the door: clean, bounded, with its key; ready to be appended. */
export interface CleanEvent extends EventContext {
  key: { id: EventId } | FingerprintKey;
  source: EventSource;
  /** Further sources that reported it, for an event imported from another home. */
  alsoFrom?: readonly EventSource[];
  /** It comes from a file that lies outside of its agent's folders; not kept. */
  isElsewhere?: true;
  /** 2 when this source is the authority for this kind of event (agent's capabilities), else 1. */
  authority: 1 | 2;
  session: SessionId;
  project?: ProjectId;
  body: EventBody;
  /** Public ids of the memories, projects or collections that an act is about (`derive/event/targets-of.ts`). */
  targets?: readonly string[];
  /** `PRIVACY_VERSION` of the door that it passed. */
  privacy: number;
}

/** An event as stored in the log. `seq` grows with every append. */
export interface StoredEvent extends EventContext {
  id: EventId;
  seq: number;
  session: SessionId;
  project?: ProjectId;
  /** The sources that reported it. */
  sources: EventSource[];
  /** Authority of the best source so far. */
  authority: 1 | 2;
  body: EventBody;
  privacy: number;
}

/** Counts of what was skipped, by type: unknown lines, events and fields. */
export type Skipped = Record<string, number>;
