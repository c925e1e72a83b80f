import type { GuardChange } from '../core/guard-change.ts';
import type { JsonObject } from '../core/json.ts';
import type { Skipped } from '../core/model/event.ts';
import type { StoreCounts } from '../core/model/store-counts.ts';
import type { Note } from './answers.ts';
import type { ModelStatus, VectorStatus } from './model-answers.ts';
import type { RetiredBatch } from './retire-answers.ts';

/** The value of a setting. */
export type SettingAnswer = string | number | boolean | readonly string[];

/** A setting with its value and the origin of it. */
export interface SettingEntry {
  key: string;
  /** Its value as it stands; of a secret only `(set)`. */
  value: SettingAnswer;
  default: SettingAnswer;
  /** The environment goes before `config.json`, and that before the default. */
  from: 'default' | 'file' | 'env';
  /** The variable that sets it, whether or not it does. */
  env?: string;
  type: 'text' | 'boolean' | 'number' | 'choice' | 'list';
  choices?: readonly string[];
  /** Bounds of a number. */
  least?: number;
  most?: number;
  /** The values that it takes, as a phrase. */
  allowed: string;
  help: string;
  secret?: true;
  /** True where it cannot be changed here: a variable sets it. */
  locked: boolean;
  /** True where only a person may loosen it. */
  guard: boolean;
  /** True while the worker still goes by another value: it reads the settings when it starts. */
  pending: boolean;
}

/** What `settings` answers. */
export interface SettingsResult {
  /** Path of `config.json`. */
  file: string;
  settings: SettingEntry[];
  /** Keys in the file that are no settings. */
  unknown: string[];
  /** The key that was changed. */
  changed?: string;
  notes: Note[];
}

/** A span of time that lasts, in which nothing is recorded that agents do. */
export interface PauseEntry {
  /** ISO 8601. */
  from: string;
  /** Absent: until it is ended. */
  until?: string;
  /** Absent: everywhere. */
  folder?: string;
}

/** What `pause` answers. */
export interface PauseResult {
  /** The pauses that last now. */
  paused: PauseEntry[];
  /** Root of the repository of the folder that was asked about. */
  folder?: string;
}

/** State of a memory and its worker. */
export interface StatusResult {
  version: string;
  home: string;
  counts: StoreCounts;
  /** Absent when the memory is embedded in the calling process. */
  owner?: { pid: number; startedAt: string; socket: string; version: string };
  /** Ignored errors since ever, by reason. */
  ignored: Record<string, number>;
  /** Hook events since ever, by agent and event, and when last: evidence that hooks fire. */
  hooks: { agent: string; event: string; count: number; lastAt: string }[];
  skipped: Skipped;
  /** Jobs that wait, those of each day aside, and jobs that were given up. */
  jobs: { waiting: number; dead: number };
  /** How many sessions and patterns are still to be derived again. */
  distilling: { sessions: number; patterns: number };
  /** Room on the disk: `low`, long texts are not kept; `full`, nothing new is. `grown`: the database, since a time of the last 30 days. */
  disk: { room: 'ample' | 'low' | 'full'; freeBytes?: number; grown?: { bytes: number; since: string } };
  /** The pauses that last: nothing is recorded then that agents do. */
  paused: PauseEntry[];
  journal: { files: number };
  vectors: VectorStatus;
  models: ModelStatus;
  /** Guards that were loosened in the last 30 days, by another way than by a person through Cairn, latest first. */
  guards: GuardChange[];
}

/** A line of the log of what Cairn did; it never holds text of a session. */
export interface LogEntry {
  /** ISO 8601. */
  at: string;
  level: 'error' | 'info' | 'debug';
  /** The program that wrote it. */
  process: string;
  pid: number;
  message: string;
}

/** What `log` answers: newest first. */
export interface LogResult {
  file: string;
  entries: LogEntry[];
  notes: Note[];
}

/** A run of sync: what was handed on and taken in, in numbers. Counts by reason are of what could not be. */
export interface SyncRunEntry {
  /** ISO 8601. */
  at: string;
  tookMs: number;
  /** Memories that were handed on, or changed; what was to be erased, and answers to that. */
  pushed: { memories: number; records: number; refused: Record<string, number> };
  /** Memories that came or changed, that were known, refused, and erased since another home took them back. */
  pulled: { added: number; known: number; refused: number; erased: number; skipped: Record<string, number> };
  /** True where events waited to be derived: what changed by them is handed on later. */
  waits: boolean;
  /** True where what was handed on before was gone, or older, so that all is handed on again. */
  again?: boolean;
  error?: { code: string; message: string };
}

/** How a home takes part in a team. */
export interface SyncResult {
  /** `failed`: the last run did not come to its end. */
  state: 'off' | 'ready' | 'paused' | 'failed';
  /** The id of this home, and the name that the others see. */
  home?: string;
  member?: string;
  /** `key`: a few characters by which members compare their keys. `insecure`: a server without TLS, which its person allowed. */
  remote?: { kind: 'folder' | 'server'; place: string; git: boolean; key?: string; insecure?: boolean };
  /** The projects that are shared, by their remotes, and how many memories of each kind are with the others. */
  shares: { project: string; kinds: string[]; shared: Record<string, number>; waiting: number }[];
  waiting: { memories: number; records: number };
  /** Memories of others that are here, with their versions. */
  received: number;
  /** The other homes, and when each was last heard of. */
  homes: { home: string; member: string; lastAt: string }[];
  /**
   * What was forgotten or is shared no more, latest first: `reached` once every other home, of which one at least is known, carried it out; else `missing` names
   * the members that have not.
   */
  forgotten: { id: string; at: string; memories: number; state: 'pending' | 'reached'; missing: string[] }[];
  lastRun?: SyncRunEntry;
  runs?: SyncRunEntry[];
  /** What would be shared of a project: `token` confirms it. `along`: what of it comes from projects that were merged into it. */
  plan?: {
    token: string;
    project: string;
    kinds: string[];
    counts: Record<string, number>;
    along: { project: string; name: string; memories: number }[];
    examples: { id: string; kind: string; title: string; text: string }[];
  };
  notes: Note[];
}

/** An address to which messages are sent, and how far it is. Times in ISO 8601. */
export interface WebhookEntry {
  /** Its host and path, without what can hold a secret. */
  address: string;
  /** Messages that wait, that were taken, and that were given up. */
  waiting: number;
  delivered: number;
  dropped: number;
  /** The last attempt, and what was wrong with it. */
  lastAt?: string;
  problem?: string;
  /** When the next attempt is made, where messages wait. */
  nextAt?: string;
}

/** What `webhooks` answers. */
export interface WebhooksResult {
  /** `failed`: the settings are wrong, so that nothing is sent. */
  state: 'off' | 'ready' | 'failed';
  problem?: string;
  /** What the messages to the addresses tell of. */
  kinds: string[];
  addresses: WebhookEntry[];
  /** What came of a test message to each address. */
  tests?: { address: string; delivered: boolean; tookMs: number; problem?: string }[];
  notes: Note[];
}

/** Secrets of one kind that Cairn replaced before it wrote anything. What they were stands nowhere. */
export interface RedactedKind {
  kind: string;
  count: number;
  /** The day of the last event with one, in UTC. */
  lastDay: string;
  /** In whose sessions, and in what kind of event. */
  where: { agent: string; event: string; count: number }[];
}

/** What `privacy` answers. */
export interface PrivacyResult {
  /** By kind, the most frequent first. */
  redacted: RedactedKind[];
  /** By day of the event in UTC, oldest first. */
  days: { day: string; count: number }[];
  /** What is left out: patterns of files and of project folders, and how many events of such projects came. */
  excluded: { paths: string[]; projects: string[]; events: number };
  /** What was erased for good, newest first: how many events and whole sessions at once; no words of it are left. */
  forgotten: { at: string; events: number; sessions: number }[];
  /** What a person forgot, and can bring back until then, newest first. */
  trash: { batch: string; at: string; events: number; until: string }[];
  /** What was retired, and can be brought back until it is pruned. */
  retired: RetiredBatch[];
  notes: Note[];
}

/** A job. `dueAt`: of one that is under way, when its lease ends. `progress`: as the work reported it last. */
export interface JobEntry {
  id: number;
  kind: string;
  key: string;
  state: 'ready' | 'leased' | 'dead';
  priority: number;
  attempts: number;
  dueAt: string;
  error?: string;
  progress?: JsonObject;
  /** It was asked to stop. */
  isCancelled?: true;
}

/** Jobs in the order in which they came, and what waits to be derived and distilled. */
export interface JobsResult {
  jobs: JobEntry[];
  waiting: { events: number; sessions: number; patterns: number };
}
