import { sha256Hex } from '../core/hash.ts';
import { asObject, canonicalJson, type JsonObject, type JsonValue } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { Item } from '../core/model/item.ts';
import type { SharedItem } from '../core/model/shared-memory.ts';
import { sharedDetail } from '../derive/event/shared-item.ts';
import { sanitize } from '../privacy/sanitize.ts';
import { type EventRecord, homeTarget, SYNC_LIMITS } from './wire.ts';

/** Whose home a memory leaves. */
export interface Leaving {
  /** The home's id, and the folder of its person, which is shown as `~`. */
  home: string;
  userHome: string;
}

const HASH_DIGITS = 32;
/** An absolute path, or one from a home folder: of this machine alone. */
const OWN_PATH = /^(?:[/~\\]|[A-Za-z]:[\\/])/;
const PATHS = ['filesRead', 'filesChanged'] as const;

/**
 * A memory as it leaves: redacted again, without paths of this machine; `undefined` for one that is too long. `hash` (hex) is
 * of what it says.
 */
export function toMemory(
  item: Item,
  leaving: Leaving,
): { memory: Omit<EventRecord['memory'], 'version'>; hash: string } | undefined {
  const { kind, author, exposed, rule, at, title, text } = item;
  const detail = withoutOwnPaths(sharedDetail(kind, toJson(item.detail)));
  const said = withoutHome({ kind, author, exposed, rule, at, title, text, detail }, leaving.userHome);
  const { value } = sanitize(said, { maxChars: LIMITS.indexedChars });
  if (JSON.stringify(value).length > SYNC_LIMITS.itemBytes / 2) return undefined;
  const from = { ...(item.event && { event: item.event }), ...(item.session && { session: item.session }) };
  return {
    memory: { target: targetOf(item, leaving.home), item: value as unknown as SharedItem, from },
    hash: sha256Hex(canonicalJson(value)).slice(0, HASH_DIGITS),
  };
}

/**
 * The public id of a memory on all members: its own. A pattern and a memory with a caller's name have ids that another home can
 * have as well for its own, so theirs are made of the home, too.
 */
export function targetOf({ id, kind, detail }: Pick<Item, 'id' | 'kind' | 'detail'>, home: string): string {
  return kind === 'pattern' || detail.ref !== undefined ? homeTarget(id, home) : id;
}

function toJson(value: object): JsonObject {
  return asObject(JSON.parse(JSON.stringify(value)));
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
function withoutHome(value: JsonValue, userHome: string): JsonValue {
  if (userHome.length < 2) return value;
  if (typeof value === 'string') return value.replaceAll(userHome, '~');
  if (Array.isArray(value)) return value.map((one) => withoutHome(one, userHome));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutHome(one, userHome)]));
}
