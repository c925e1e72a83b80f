import { sha256Hex } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';
import { textsIn } from '../../core/json.ts';

const MAX_WAITING = 20;
const HASH_CHARS = 16;

/** Who wrote a text. */
export type Speaker = 'user' | 'agent';

/** The two forms in which a rollout contains a message: as an event, or as an item of the model's input or output. */
export type Family = 'event' | 'item';

/**
 * Deduplicates messages, since a rollout contains each in both families within a few lines: the first one read is
 * reported.
 */
export interface MessageDuplicates {
  /** Records that a text of this family was reported. */
  add(speaker: Speaker, family: Family, text: string): void;
  /** True when the text was already reported from the other family; each report cancels one duplicate. */
  isReported(speaker: Speaker, family: Family, text: string): boolean;
  /** True when an event with a text of this speaker was read. */
  hasEvents(speaker: Speaker): boolean;
  /** Hashes of the reported texts whose duplicate was not read yet. */
  state(): JsonObject;
}

/** The deduplication of a file, from its start or from a saved `state`. */
export function createMessageDuplicates(state: JsonObject): MessageDuplicates {
  const waiting = { event: textsIn(state.event), item: textsIn(state.item) };
  const speakers = new Set(textsIn(state.speakers));
  return {
    add(speaker, family, text) {
      waiting[family] = [...waiting[family], hashOf(speaker, text)].slice(-MAX_WAITING);
    },
    isReported(speaker, family, text) {
      if (family === 'event') speakers.add(speaker);
      const others = waiting[family === 'event' ? 'item' : 'event'];
      const at = others.indexOf(hashOf(speaker, text));
      if (at >= 0) others.splice(at, 1);
      return at >= 0;
    },
    hasEvents: (speaker) => speakers.has(speaker),
    state: () => ({ event: [...waiting.event], item: [...waiting.item], speakers: [...speakers] }),
  };
}

function hashOf(speaker: Speaker, text: string): string {
  return sha256Hex(`${speaker}\0${text}`).slice(0, HASH_CHARS);
}
