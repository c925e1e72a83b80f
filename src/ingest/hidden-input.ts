import type { JsonObject, JsonValue } from '../core/json.ts';
import type { ToolEnd } from '../core/model/event.ts';
import { canRun } from '../derive/tool/act-of-call.ts';
import { ACTING } from '../derive/tool/acting.ts';
import { stripOwnWords } from '../privacy/own-words.ts';
import { stripSystemTags } from '../privacy/system-tags.ts';
import type { Door } from './door.ts';

/** A private tag, however it is written: one that is not closed hides all that follows. */
const PRIVATE = /(?:<|u003c|&lt;|&#60;|&#x3c;)\s{0,8}(?:\\{0,8}\/)?\s{0,8}private\b/i;

/**
 * A door that notes of each call that can act whether words of its input are left out: nobody can see from the rest what the call did.
 * `maxChars`: characters of one text beyond which the door cuts it.
 */
export function marksHiddenInput(door: Door, maxChars: number): Door {
  const isCut = (value: JsonValue | undefined): boolean => {
    if (typeof value === 'string') return hides(value, maxChars);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, one]) => hides(name, maxChars) || isCut(one));
  };
  return {
    ...door,
    clean(raw) {
      const event = door.clean(raw);
      const { body } = raw;
      // What a call that runs nothing hides is no act: long texts that are written need no second look.
      const isHidden =
        event !== undefined &&
        body.kind === 'tool.end' &&
        canRun(body) &&
        (isCut(body.input) || actingWords(body.input) > actingWords((event.body as ToolEnd).input));
      return isHidden ? { ...event, body: { ...(event.body as ToolEnd), hidden: true } } : event;
    },
  };
}

/** How often an input names Cairn: fewer times than it was given where such words were taken for a secret. */
function actingWords(input: JsonObject): number {
  return Array.from(JSON.stringify(input).matchAll(new RegExp(ACTING, 'gi'))).length;
}

function hides(text: string, maxChars: number): boolean {
  return text.length > maxChars || PRIVATE.test(text) || stripSystemTags(text) !== text || stripOwnWords(text) !== text;
}
