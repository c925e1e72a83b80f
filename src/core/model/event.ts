import type { JsonObject, JsonValue } from '../json.ts';
import type { EventId, ProjectId, SessionId } from './ids.ts';
import type { ItemDetail } from './item.ts';
import type { KnowledgeKind } from './kinds.ts';

/** Who told of an event. */
export type EventSource = 'hook' | 'transcript' | 'sdk' | 'mcp' | 'cli' | 'http' | 'import';

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
  /** Who speaks, in a conversation of several. */
  speaker?: string;
  /** The caller's own name for it. */
  ref?: string;
  /** Most of it is what Cairn had injected into the session before. */
  echo?: true;
}
/** What the agent said, or (`from`) what a tool gave back of which no more is known. */
export interface Message {
  kind: 'message';
  text: string;
  model?: string;
  from?: 'tool';
  /** As of a prompt. */
  speaker?: string;
  ref?: string;
  /** As of a prompt. */
  echo?: true;
}
/** A tool is about to run. */
export interface ToolStart {
  kind: 'tool.start';
  tool: string;
  input: JsonObject;
}
/** A tool ran, well (`success`) or not. `output` is text; `result` is the structured result where there is one. */
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
  /** Words of the answer were left out that the agent read: nobody can tell any more whether it says them again. */
  withheld?: true;
  /** Hashes of the runs of words that stood between system tags: they are not kept, and are not the agent's own either. */
  tagged?: number[];
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
/** The agent told its user something. */
export interface Notification {
  kind: 'notification';
  message: string;
  type?: string;
}
/** The agent asked for leave to use a tool, or was refused it. */
export interface Permission {
  kind: 'permission';
  tool: string;
  input: JsonObject;
  denied: boolean;
  reason?: string;
}
/** A person or an agent stated something to remember. */
export interface Noted {
  kind: 'noted';
  text: string;
  title?: string;
  knowledge?: KnowledgeKind;
  /** True with evidence of a person. */
  person: boolean;
  /** Whose words they are, where they are neither a person's nor those of the agent that tells them. */
  author?: 'tool' | 'repo';
  /** What it is, where another memory kept it as that; default a note or, with `knowledge`, a rule. */
  item?: (typeof NOTED_ITEMS)[number];
  detail: Pick<
    ItemDetail,
    'severity' | 'alternatives' | 'reason' | 'confidence' | 'concepts' | 'ref' | 'metadata' | 'filesChanged'
  > &
    BroughtDetail;
}

/** What a memory brought from elsewhere can be. */
export const NOTED_ITEMS = ['observation', 'summary', 'checkpoint', 'topic', 'snippet', 'pattern'] as const;

/** What else another memory may know of what it kept. */
type BroughtDetail = Pick<
  ItemDetail,
  'observation' | 'meaning' | 'category' | 'subtitle' | 'facts' | 'filesRead' | 'tokens' | 'checkpoint'
>;

/** What of a stated memory may be changed; `note`: it states no rule any more. */
export type NoteChanges = Partial<Pick<Noted, 'text' | 'title'>> &
  Partial<Omit<Noted['detail'], keyof BroughtDetail>> & { knowledge?: KnowledgeKind | 'note' };
/** A person or an agent changed the words of a stated memory. */
export interface Revised {
  kind: 'revised';
  /** Public id of the memory. */
  target: string;
  changes: NoteChanges;
  person: boolean;
}
/**
 * A person or an agent judged a memory: it holds (`confirmed`), it holds no more (`withdrawn`), it shall not be shown
 * (`hidden`), or be shown again (`shown`). The latest of each pair counts.
 */
export interface Judged {
  kind: 'confirmed' | 'withdrawn' | 'hidden' | 'shown';
  /** Public id of the memory. */
  target: string;
  person: boolean;
}
/** A person called a project by another name. */
export interface Renamed {
  kind: 'renamed';
  /** Public id of the project. */
  target: string;
  /** Empty: by its own name again. */
  name: string;
  person: boolean;
}
/**
 * Memories were taken out of sight together, until they are pruned or that is taken back (`restored`): they are neither
 * found nor told, and given by id alone.
 */
export interface Retired {
  kind: 'retired' | 'restored';
  /** Public ids of the memories. */
  targets: string[];
  /** Names all that was retired at once, over several events. */
  batch: string;
  /** Of `retired`: too old, too many, or said again by another. */
  reason?: 'age' | 'count' | 'repeats';
  /** Memories that stand for others which only repeat them: how many they are now, and when first and last (ms). */
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
  /** What it was made from: a question and what narrows it, as `search` takes them. */
  query?: JsonObject;
  /** True: it holds what answers its question at the time it is read. */
  live?: boolean;
  /** Public ids of memories that come to it, or leave it, by hand. */
  add?: string[];
  remove?: string[];
  /** True: there is no such collection any more; false: there is again. */
  dropped?: boolean;
}

/**
 * Events of a session are about to be erased because of their age: what was made of all of the session, which nobody could
 * make of the rest any more.
 */
export interface Pruned {
  kind: 'pruned';
  /** Public id of the session. */
  target: string;
  /** Items and findings as they are, but for the session. */
  items: JsonObject[];
  findings: JsonObject[];
  person: boolean;
}

/** What an event says, by kind. A closed union: what an agent says beside these is skipped and counted. */
export type EventBody =
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
  | Renamed
  | Retired
  | Collected
  | Pruned;

/** A kind of event. */
export type EventKind = EventBody['kind'];

/** Kinds of what is done with memories. */
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
] as const satisfies readonly EventKind[];

/** All kinds of events. */
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
  ...ACT_KINDS,
];

/** Where and when something happened, in the agent's own words. `at` is in milliseconds since 1970. */
export interface EventContext {
  agent: string;
  /** The agent's own session id. */
  agentSession: string;
  at: number;
  cwd?: string;
  /** The agent's own id of the prompt it belongs to. */
  prompt?: string;
  /** The agent's own id of the subagent in which it happened. */
  subagent?: string;
}

/**
 * How one event is told from another. `number`: the agent's own number within session and phase (tool call id, prompt id).
 * `content`: for what has no number; equal contents are told apart by their order within one source, in which `origin`
 * (the transcript line's own id, the hook's delivery id) names the occurrence, so that reading twice counts once.
 */
export type EventIdentity = { number: string } | { content: string; origin?: string };

/** An event as an agent's dialect gives it: before the door, so it may hold secrets and is never written. */
export type RawEvent = EventContext & { identity: EventIdentity; source: EventSource; body: EventBody };

/** An event that passed the door: clean, bounded, with its key; ready to be appended. */
export interface CleanEvent extends EventContext {
  key: { id: EventId } | { fingerprint: string; origin: string };
  source: EventSource;
  /** Further sources that told of it, of an event that another home brings. */
  alsoFrom?: readonly EventSource[];
  /** 2 when this source is the authority for this kind of event (agent's capabilities), else 1. */
  authority: 1 | 2;
  session: SessionId;
  project?: ProjectId;
  body: EventBody;
  /** Public ids of what it is about, for what people and agents do with memories (`derive/event/targets-of.ts`). */
  targets?: readonly string[];
  /** `PRIVACY_VERSION` of the door it passed. */
  privacy: number;
}

/** An event as the log holds it. `seq` grows with every append. */
export interface StoredEvent extends EventContext {
  id: EventId;
  seq: number;
  session: SessionId;
  project?: ProjectId;
  /** The sources that told of it. */
  sources: EventSource[];
  /** Authority of the best source so far. */
  authority: 1 | 2;
  body: EventBody;
  privacy: number;
}

/** Counts of what was skipped, by type: unknown lines, events and fields. */
export type Skipped = Record<string, number>;

/** How a session begins of which the agent no longer knows what it was told before: `reopened` with its history alone. */
const LOSING = new Set(['clear', 'compact', 'reopened']);

/** True for a trigger of a session's start that takes earlier injections out of the agent's context. */
export function losesContext(trigger: string | undefined): boolean {
  return trigger !== undefined && LOSING.has(trigger);
}
