// ingest: the way in: the door (redact, bound, identify), the intake, the journal, the ledger of injected words.
// Nothing here derives, ranks, packs or answers.

import { hashBase32, hmacHex } from '../core/hash.ts';
import type { JsonObject } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import { toBranch } from '../core/model/branch-name.ts';
import type {
  CleanEvent,
  EventBody,
  EventSource,
  Message,
  Prompt,
  RawEvent,
  Skipped,
  ToolEnd,
} from '../core/model/event.ts';
import { numberedEventId, sessionId } from '../core/model/ids.ts';
import type { FolderTrace, Untimed } from '../core/model/untold.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { Exclusion } from '../privacy/exclude.ts';
import { type InjectedWords, PRIVACY_VERSION, stripOwnWords } from '../privacy/own-words.ts';
import { redact } from '../privacy/redact.ts';
import { type Sanitized, sanitize } from '../privacy/sanitize.ts';
import { splitSystemTags } from '../privacy/system-tags.ts';
import { withoutExcluded } from './excluded/without-excluded.ts';
import { isOwnResult, keepIdsOnly } from './own-tool-results.ts';

/** Words of a tool result from which its repetition could be recognised. */
const LEAST_WORDS = 4;
/** Longest valid id of a session, prompt or subagent, and longest path, in characters. */
const NAME_CHARS = 4_096;
/** Share of a text's shingles in the ledger from which the text is an echo. */
const ECHO_SHARE = 0.5;
/**
 * Kinds of events about tool calls, and the characters of each that are kept while the disk is short of room, since no
 * long text is derived from them.
 */
const TOOLS: ReadonlySet<string> = new Set(['tool.start', 'tool.end', 'permission', 'subagent.end']);
const SHORT_CHARS = 900;
/** Upper bound on the sessions of which the ids of outputs that were left out are known. */
const SESSIONS_MAX = 200;
/** Characters of the hash of a line's place. */
const PLACE_CHARS = 12;
/** Upper bound on runs of words between system tags that are remembered of one tool result. */
const TAGGED = 500;

/** The dependencies of the door: the keys, the exclusion rules, and the authority by kind of event. */
export interface DoorOptions {
  /** The keys of 32 bytes under which identities without a number are hashed, first that of the home. */
  keys: readonly [Uint8Array, ...Uint8Array[]];
  exclusion: Exclusion;
  /** Whether the folder behind a trace can be an excluded project; absent for hooks, which name folders. */
  isExcludedTrace?: (trace: FolderTrace) => boolean;
  /** Upper bound in characters on one stored string. */
  maxChars: number;
  /** True while the disk is so short of room that only head and tail of tool input and output are kept. */
  isShort?: () => boolean;
  authority: (agent: string, kind: EventBody['kind'], source: EventSource) => 1 | 2;
  /** Hashes of at most `max` shingles; text between system tags is remembered only by them. */
  shinglesOf?: (text: string, max: number) => Iterable<number>;
  /** What was injected into a session up to a time, from the ledger. */
  ledger?: (session: string, at: number) => InjectedWords | undefined;
}

/** The function that every event passes before it is written, with counts of what it removed, by reason. */
export interface Door {
  /** The event as it may be written; `undefined` when its project is excluded. Linear in the size of the event. */
  clean(raw: RawEvent): CleanEvent | undefined;
  /** Secrets replaced so far, by kind. */
  redacted(): Readonly<Record<string, number>>;
  skipped(): Skipped;
}

/** Builds the door. Its only state are its counts, and the ids of outputs that were left out of the latest sessions. */
export function createDoor(options: DoorOptions): Door {
  const redacted: Record<string, number> = {};
  const skipped: Skipped = {};
  const outputs = new Map<string, Set<string>>();
  const outputsOf = ({ agent, agentSession }: RawEvent): Set<string> => {
    const session = `${agent} ${agentSession}`;
    const known = outputs.get(session) ?? new Set();
    if (outputs.size >= SESSIONS_MAX && !outputs.has(session)) outputs.clear();
    outputs.set(session, known);
    return known;
  };
  return {
    clean: (raw) => {
      if (isExcluded(raw, options)) {
        skipped['excluded project'] = (skipped['excluded project'] ?? 0) + 1;
        return undefined;
      }
      const exclusion = { ...options.exclusion, hiddenOutputs: outputsOf(raw) };
      return cleanEvent(raw, { ...options, exclusion }, redacted);
    },
    redacted: () => redacted,
    skipped: () => skipped,
  };
}

function isExcluded({ cwd, trace }: RawEvent, { exclusion, isExcludedTrace }: DoorOptions): boolean {
  return cwd === undefined ? trace !== undefined && isExcludedTrace?.(trace) === true : exclusion.project(cwd);
}

function cleanEvent(raw: RawEvent, options: DoorOptions, redacted: Record<string, number>): CleanEvent {
  const agent = redact(raw.agent).text;
  const agentSession = redact(raw.agentSession.slice(0, NAME_CHARS)).text;
  const clean: CleanEvent = {
    key: keyOf({ ...raw, agent, agentSession }, options.keys),
    agent,
    agentSession,
    session: sessionId(agent, agentSession),
    at: soundTime(raw.at),
    source: raw.source,
    authority: options.authority(raw.agent, raw.body.kind, raw.source),
    body: cleanBody(raw, options, redacted),
    privacy: PRIVACY_VERSION,
    ...omitUndefined({ untimed: raw.untimed, trace: raw.trace }),
  };
  for (const field of ['cwd', 'prompt', 'subagent'] as const) {
    const value = raw[field];
    if (value !== undefined && value.length < NAME_CHARS) clean[field] = redact(value).text;
  }
  const branch = toBranch(raw.branch);
  if (branch !== undefined) clean.branch = redact(branch).text;
  return clean;
}

/** A time as whole milliseconds within the storable range: transcripts contain arbitrary numbers. */
function soundTime(at: number): number {
  const { least, most } = LIMITS.times;
  return Number.isNaN(at) ? 0 : Math.round(Math.min(Math.max(at, least), most));
}

function keyOf({ agent, agentSession, body, identity }: RawEvent, keys: DoorOptions['keys']): CleanEvent['key'] {
  const phase = body.kind;
  if ('number' in identity) {
    return { id: numberedEventId({ agent, session: agentSession, phase, number: identity.number }) };
  }
  const what = [agent, agentSession, phase, identity.content].join('\0');
  const [fingerprint, ...others] = keys.map((key) => hmacHex(key, what)) as [string, ...string[]];
  return { fingerprint, origin: redact(identity.origin ?? '').text, ...(others.length > 0 && { others }) };
}

function cleanBody(raw: RawEvent, options: DoorOptions, redacted: Record<string, number>): EventBody {
  const shown = withoutExcluded(raw.body, options.exclusion, raw.cwd);
  const { kind, ...fields } = shown;
  const ledger = options.ledger?.(sessionId(raw.agent, raw.agentSession), raw.at);
  const result = sanitize(fields as unknown as JsonObject, {
    maxChars: TOOLS.has(kind) && options.isShort?.() === true ? SHORT_CHARS : options.maxChars,
    ...omitUndefined({ ledger }),
  });
  for (const [name, count] of Object.entries(result.redacted)) redacted[name] = (redacted[name] ?? 0) + count;
  if (isHidden(result)) delete (result.value as JsonObject).fileHash;
  const isPartial =
    raw.body.kind === 'tool.end' && ((shown !== raw.body && hasWords(raw.body)) || isWithheld(raw.body, result));
  const value = { kind, ...(result.value as JsonObject) };
  const body = value as unknown as EventBody;
  if (isOwnResult(body)) return keepIdsOnly(body);
  if (raw.untimed !== undefined) Object.assign(value, { place: placeOf(raw, raw.untimed) });
  const tagged = raw.body.kind === 'tool.end' ? taggedIn(raw.body, options) : [];
  if (tagged.length > 0) Object.assign(value, { tagged });
  if (isPartial) return { ...value, withheld: true } as unknown as ToolEnd;
  return isEcho(body, ledger) ? { ...body, echo: true } : body;
}

/** Hash of where a line without a time stands: what identifies it may be the agent's own words. */
function placeOf({ identity }: RawEvent, { place }: Untimed): string {
  return hashBase32([place ?? ('number' in identity ? identity.number : (identity.origin ?? ''))], PLACE_CHARS);
}

/** True when something was left out that the hash of a file would tell of. */
function isHidden({ redacted, privateRemoved }: Sanitized): boolean {
  return privateRemoved > 0 || Object.keys(redacted).length > 0;
}

/**
 * True when words of a tool result were dropped other than secrets and other systems' tags: private, Cairn's own, or
 * beyond the limit.
 */
function isWithheld(end: ToolEnd, { privateRemoved, truncated }: Sanitized): boolean {
  if (privateRemoved > 0 || truncated.some(({ path }) => /^(?:output|result)\b/.test(path))) return true;
  const answer = answerOf(end);
  return stripOwnWords(answer) !== answer;
}

/** True for a tool result of enough words that their repetition could be recognised. */
function hasWords(end: ToolEnd): boolean {
  return answerOf(end).trim().split(/\s+/).length >= LEAST_WORDS;
}

/** The words of a tool result: its text, or where it has none its structured answer. */
function answerOf({ output, result }: ToolEnd): string {
  return output === '' && result !== undefined ? JSON.stringify(result) : output;
}

/** Hashes of the shingles between system tags in a tool result. */
function taggedIn(end: ToolEnd, { shinglesOf }: DoorOptions): number[] {
  if (shinglesOf === undefined) return [];
  const { taken } = splitSystemTags(answerOf(end));
  return taken === '' ? [] : [...new Set(shinglesOf(redact(taken).text, TAGGED))];
}

/** True for a text most of which had been injected: it is stored, since somebody says it, but counts for nothing. */
function isEcho(body: EventBody, ledger: InjectedWords | undefined): body is Prompt | Message {
  if (ledger === undefined || (body.kind !== 'prompt' && body.kind !== 'message')) return false;
  return ledger.overlap(body.text) >= ECHO_SHARE;
}
