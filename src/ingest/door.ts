// ingest: the way in: the door (redact, bound, identify), the intake, the journal, the ledger of injected words.
// Nothing here derives, ranks, packs or answers.

import { hmacHex } from '../core/hash.ts';
import type { JsonObject } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
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
import type { Exclusion } from '../privacy/exclude.ts';
import { overlap, PRIVACY_VERSION, type Shingles, stripOwnWords } from '../privacy/own-words.ts';
import { redact } from '../privacy/redact.ts';
import { type Sanitized, sanitize } from '../privacy/sanitize.ts';
import { splitSystemTags } from '../privacy/system-tags.ts';
import { isOwnResult, keepIdsOnly } from './own-tool-results.ts';
import { withoutExcluded } from './without-excluded.ts';

/** Characters from which a session's, prompt's or subagent's id is none, and a path no folder. */
const NAME_CHARS = 4_096;
/** Share of a text's shingles that stand in the ledger from which it is an echo. */
const ECHO_SHARE = 0.5;
/** What tells of calls of tools, and characters of it that are kept while the disk has little room: no body is made of them. */
const TOOLS: ReadonlySet<string> = new Set(['tool.start', 'tool.end', 'permission', 'subagent.end']);
const SHORT_CHARS = 900;
/** Runs of words between system tags that are remembered of one answer. */
const TAGGED = 500;

/** What the door needs: the key of the home, the rules of exclusion, and who is the authority for what. */
export interface DoorOptions {
  /** 32 bytes; the key under which identities without a number are hashed. */
  key: Uint8Array;
  exclusion: Exclusion;
  /** Characters of one string that are kept. */
  maxChars: number;
  /** True while the disk has so little room that of what tools read and wrote only head and tail are kept. */
  isShort?: () => boolean;
  authority: (agent: string, kind: EventBody['kind'], source: EventSource) => 1 | 2;
  /** Hashes of runs of words, of at most `max`: what stood between system tags is remembered by them alone. */
  shinglesOf?: (text: string, max: number) => Iterable<number>;
  /** Hashes of the shingles that were injected into a session up to a time, of the ledger of own words. */
  ledger?: (session: string, at: number) => Shingles | undefined;
}

/** The one function before every write, and what it left out so far, by reason. */
export interface Door {
  /** The event as it may be written; `undefined` when its project is excluded. Linear in the size of the event. */
  clean(raw: RawEvent): CleanEvent | undefined;
  /** Secrets replaced so far, by kind. */
  redacted(): Readonly<Record<string, number>>;
  skipped(): Skipped;
}

/** Builds the door. It is pure but for its counts. */
export function createDoor(options: DoorOptions): Door {
  const redacted: Record<string, number> = {};
  const skipped: Skipped = {};
  return {
    clean: (raw) => {
      if (raw.cwd !== undefined && options.exclusion.project(raw.cwd)) {
        skipped['excluded project'] = (skipped['excluded project'] ?? 0) + 1;
        return undefined;
      }
      return cleanEvent(raw, options, redacted);
    },
    redacted: () => redacted,
    skipped: () => skipped,
  };
}

function cleanEvent(raw: RawEvent, options: DoorOptions, redacted: Record<string, number>): CleanEvent {
  const agent = redact(raw.agent).text;
  const agentSession = redact(raw.agentSession.slice(0, NAME_CHARS)).text;
  const clean: CleanEvent = {
    key: keyOf({ ...raw, agent, agentSession }, options.key),
    agent,
    agentSession,
    session: sessionId(agent, agentSession),
    at: soundTime(raw.at),
    source: raw.source,
    authority: options.authority(raw.agent, raw.body.kind, raw.source),
    body: cleanBody(raw, options, redacted),
    privacy: PRIVACY_VERSION,
  };
  for (const field of ['cwd', 'prompt', 'subagent'] as const) {
    const value = raw[field];
    if (value !== undefined && value.length < NAME_CHARS) clean[field] = redact(value).text;
  }
  return clean;
}

/** Whole milliseconds of a time that can be stored and written: transcripts hold any number. */
function soundTime(at: number): number {
  const { least, most } = LIMITS.times;
  return Number.isNaN(at) ? 0 : Math.round(Math.min(Math.max(at, least), most));
}

function keyOf({ agent, agentSession, body, identity }: RawEvent, key: Uint8Array): CleanEvent['key'] {
  const phase = body.kind;
  if ('number' in identity) {
    return { id: numberedEventId({ agent, session: agentSession, phase, number: identity.number }) };
  }
  const parts = [agent, agentSession, phase, identity.content];
  return { fingerprint: hmacHex(key, parts.join('\0')), origin: redact(identity.origin ?? '').text };
}

function cleanBody(raw: RawEvent, options: DoorOptions, redacted: Record<string, number>): EventBody {
  const shown = withoutExcluded(raw.body, options.exclusion);
  const { kind, ...fields } = shown;
  const ledger = options.ledger?.(sessionId(raw.agent, raw.agentSession), raw.at);
  const result = sanitize(fields as unknown as JsonObject, {
    maxChars: TOOLS.has(kind) && options.isShort?.() === true ? SHORT_CHARS : options.maxChars,
    ...(ledger === undefined ? {} : { ledger }),
  });
  for (const [name, count] of Object.entries(result.redacted)) redacted[name] = (redacted[name] ?? 0) + count;
  const isPartial = raw.body.kind === 'tool.end' && (shown !== raw.body || isWithheld(raw.body, result));
  const value = { kind, ...(result.value as JsonObject) };
  const body = value as unknown as EventBody;
  if (isOwnResult(body)) return keepIdsOnly(body);
  const tagged = raw.body.kind === 'tool.end' ? taggedIn(raw.body, options) : [];
  if (tagged.length > 0) Object.assign(value, { tagged });
  if (isPartial) return { ...value, withheld: true } as unknown as ToolEnd;
  return isEcho(body, ledger) ? { ...body, echo: true } : body;
}

/** True when a tool's answer held words that are not kept, secrets and other systems' tags aside: private, ours, or too many. */
function isWithheld({ output, result }: ToolEnd, { privateRemoved, truncated }: Sanitized): boolean {
  if (privateRemoved > 0 || truncated.some(({ path }) => /^(?:output|result)\b/.test(path))) return true;
  const answer = output === '' && result !== undefined ? JSON.stringify(result) : output;
  return stripOwnWords(answer) !== answer;
}

/** Hashes of the runs of words between system tags in what a tool answered. */
function taggedIn({ output, result }: ToolEnd, { shinglesOf }: DoorOptions): number[] {
  if (shinglesOf === undefined) return [];
  const answer = output === '' && result !== undefined ? JSON.stringify(result) : output;
  const { taken } = splitSystemTags(answer);
  return taken === '' ? [] : [...new Set(shinglesOf(redact(taken).text, TAGGED))];
}

/** True for words of which most had been injected: they are kept, since someone says them, and count for nothing. */
function isEcho(body: EventBody, ledger: Shingles | undefined): body is Prompt | Message {
  if (ledger === undefined || (body.kind !== 'prompt' && body.kind !== 'message')) return false;
  return overlap(body.text, ledger) >= ECHO_SHARE;
}
