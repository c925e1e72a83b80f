import { sha256Hex } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';
import { textsIn } from '../../core/json.ts';

const MAX_WAITING = 20;
const HASH_CHARS = 16;

/** Who said a text. */
export type Speaker = 'user' | 'agent';

/** How a rollout holds a message: as what happened, or as an item of the model's input or output. */
export type Family = 'event' | 'item';

/** Rollouts hold each message in both families, the one soon after the other. The first that is told is the only one. */
export interface SaidTexts {
  /** Notes that a text was told out of this family. */
  told(speaker: Speaker, family: Family, text: string): void;
  /** True when a text of this family was told out of the other one; each telling meets one. */
  isTold(speaker: Speaker, family: Family, text: string): boolean;
  /** True when there was an event with a text of this speaker. */
  hasEvents(speaker: Speaker): boolean;
  /** Hashes of the texts that wait for their other telling. */
  state(): JsonObject;
}

/** The texts of a file from its start, or from where `state` was taken. */
export function createSaidTexts(state: JsonObject): SaidTexts {
  const waiting = { event: textsIn(state.event), item: textsIn(state.item) };
  const speakers = new Set(textsIn(state.speakers));
  return {
    told(speaker, family, text) {
      waiting[family] = [...waiting[family], hashOf(speaker, text)].slice(-MAX_WAITING);
    },
    isTold(speaker, family, text) {
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
