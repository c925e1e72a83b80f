import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../core/json.ts';
import { ACT_KINDS, type CleanEvent, EVENT_KINDS, type EventBody } from '../core/model/event.ts';
import { type EventId, sessionId } from '../core/model/ids.ts';
import { hasItsFields, validateBody } from '../core/model/validate-body.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { authorityOf } from './home-door.ts';
import type { JournalEntry } from './journal.ts';

/** What people and programs state and judge comes over the socket, where the worker sees who asks: no hook says it. */
const STATED: ReadonlySet<string> = new Set(['noted', 'shared', ...ACT_KINDS]);
const KINDS = EVENT_KINDS.filter((kind) => !STATED.has(kind));
/** Fields of a body that no hook writes: whose act it is, and what only a worker knows. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['person', 'terminal', 'echo']);
const EVENT_ID = /^e_[a-z2-7]+$/;

/**
 * An entry of the journal as a hook of its agent can have written it; `undefined` where one of its events is none of a hook's. Any
 * program that can write to the home can leave an entry, and whatever it claims, it is no more than what a hook says.
 */
export function entryOfHook(entry: JournalEntry): JournalEntry | undefined {
  const events = entry.events.map((event) => eventOfHook(asObject(event), entry.agent));
  const whole = events.filter((event) => event !== undefined);
  return whole.length < events.length ? undefined : { ...entry, events: whole };
}

function eventOfHook(given: JsonObject, agent: string): CleanEvent | undefined {
  const [at, privacy, agentSession] = [asNumber(given.at), asNumber(given.privacy), asString(given.agentSession)];
  const key = keyOf(asObject(given.key));
  if (at === undefined || privacy === undefined || agentSession === undefined || key === undefined) return undefined;
  const session = sessionId(agent, agentSession);
  const body = validateBody(asObject(given.body));
  const kind = KINDS.find((one) => one === body.kind);
  if (kind === undefined || !hasItsFields(body)) return undefined;
  if (given.source !== 'hook' || given.agent !== agent || given.session !== session) return undefined;
  const [cwd, branch, prompt, subagent] = [given.cwd, given.branch, given.prompt, given.subagent].map(asString);
  return {
    ...{ key, agent, agentSession, session, at, privacy, source: 'hook', authority: authorityOf(agent, kind, 'hook') },
    ...omitUndefined({ cwd, branch, prompt, subagent }),
    body: bodyOfHook(body),
  };
}

/** The body without what is evidence of a person, which a transcript alone can be. */
function bodyOfHook(body: JsonObject): EventBody {
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_WRITTEN.has(name)));
  const reply = isJsonObject(fields.reply) ? { reply: unproven(fields.reply) } : {};
  return { ...unproven(fields), ...reply } as unknown as EventBody;
}

function unproven(said: JsonObject): JsonObject {
  return said.origin === 'person' ? { ...said, origin: 'unknown' } : said;
}

function keyOf({ id, fingerprint, origin }: JsonObject): CleanEvent['key'] | undefined {
  if (typeof id === 'string') return EVENT_ID.test(id) ? { id: id as EventId } : undefined;
  return typeof fingerprint === 'string' && typeof origin === 'string' ? { fingerprint, origin } : undefined;
}
