import { sha256Hex } from '../core/hash.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { Item } from '../core/model/item.ts';
import { homeTarget, type SharedItem } from '../core/model/shared-memory.ts';
import { sharedDetail } from '../derive/event/shared-item.ts';
import { PRIVACY_VERSION } from '../privacy/own-words.ts';
import { sanitize } from '../privacy/sanitize.ts';
import { type EventRecord, SYNC_LIMITS } from './wire.ts';

/** Whose home a memory leaves. */
export interface Leaving {
  /** The home's id, and the folder of its person, which is shown as `~`. */
  home: string;
  userHome: string;
}

const HASH_DIGITS = 32;
/** Longest text of a detail that is too long as a whole. */
const SHORT_CHARS = 2_000;
/** An absolute path, or one from a home folder: of this machine alone. */
const OWN_PATH = /^(?:[/~\\]|[A-Za-z]:[\\/])/;
const PATHS = ['filesRead', 'filesChanged'] as const;

/**
 * The hash (hex) of what would leave of a memory, before it is redacted: an equal hash is an equal record. Other rules of
 * redaction give others.
 */
export function sharedHash(item: Item): string {
  const { kind, author, exposed, rule, at, title, text } = item;
  const detail = sharedDetail(kind, item.detail as JsonObject);
  const said = canonicalJson({ kind, author, exposed, rule, at, title, text, detail });
  return sha256Hex(`${PRIVACY_VERSION}\n${said}`).slice(0, HASH_DIGITS);
}

/** A memory as it leaves: redacted again, without paths of this machine; of one that is too long without its lists. */
export function toMemory(item: Item, leaving: Leaving): Omit<EventRecord['memory'], 'version'> {
  const { kind, author, exposed, rule, at, title, text } = item;
  const detail = bounded(withoutOwnPaths(sharedDetail(kind, item.detail as JsonObject)));
  const said = withoutHome({ kind, author, exposed, rule, at, title, text, detail }, leaving.userHome);
  const { value } = sanitize(said, { maxChars: LIMITS.indexedChars });
  const from = { ...(item.event && { event: item.event }), ...(item.session && { session: item.session }) };
  return { target: targetOf(item, leaving.home), item: value as unknown as SharedItem, from };
}

/**
 * The public id of a memory on all members: its own. A pattern and a memory with a caller's name have ids that another home can
 * have as well for its own, so theirs are made of the home, too.
 */
export function targetOf({ id, kind, detail }: Pick<Item, 'id' | 'kind' | 'detail'>, home: string): string {
  return kind === 'pattern' || detail.ref !== undefined ? homeTarget(id, home) : id;
}

function bounded(detail: JsonObject): JsonObject {
  if (JSON.stringify(detail).length <= SYNC_LIMITS.itemBytes / 4) return detail;
  return Object.fromEntries(
    Object.entries(detail).filter(([, value]) => String(value).length <= SHORT_CHARS && !Array.isArray(value)),
  );
}

function withoutOwnPaths(detail: JsonObject): JsonObject {
  const kept = { ...detail };
  for (const name of PATHS) {
    const paths = kept[name];
    if (Array.isArray(paths)) kept[name] = paths.filter((path) => typeof path === 'string' && !OWN_PATH.test(path));
  }
  return kept;
}

/** Names the home folder of the person `~` in every text. */
export function withoutHome(value: JsonValue, userHome: string): JsonValue {
  if (userHome.length < 2) return value;
  if (typeof value === 'string') return value.replaceAll(userHome, '~');
  if (Array.isArray(value)) return value.map((one) => withoutHome(one, userHome));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutHome(one, userHome)]));
}
