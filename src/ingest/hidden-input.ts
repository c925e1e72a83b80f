import type { JsonObject, JsonValue } from '../core/json.ts';
import type { ToolEnd } from '../core/model/event.ts';
import { canRun } from '../derive/tool/act-of-call.ts';
import { CAIRN, namesAct, unescaped } from '../derive/tool/acting.ts';
import { stripOwnWords } from '../privacy/own-words.ts';
import { stripSystemTags } from '../privacy/system-tags.ts';
import type { Door } from './door.ts';

/** A private tag, however it is written: one that is not closed hides all that follows. */
const PRIVATE = /(?:<|u003c|&lt;|&#60;|&#x3c;)\s{0,8}(?:\\{0,8}\/)?\s{0,8}private\b/i;

const EACH_NAME = new RegExp(CAIRN, 'gi');

/**
 * A door that notes of each call that can act, and names Cairn and an act, whether words of its input are left out: nobody can
 * see from the rest what the call did.
 * `maxChars`: characters of one text beyond which the door cuts it.
 */
export function marksHiddenInput(door: Door, maxChars: number): Door {
  const isCut = (value: JsonValue | undefined): boolean => {
    if (typeof value === 'string') return hides(value, maxChars);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, one]) => hides(name, maxChars) || isCut(one));
  };
  // Words that name Cairn may have been taken for a secret: what is kept has fewer of them than what was given.
  const losesWords = (given: JsonObject, kept: JsonObject): boolean => {
    const words = JSON.stringify(given);
    return namesAct(words) && (isCut(given) || namesIn(JSON.stringify(kept)) < namesIn(words));
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
        losesWords(body.input, (event.body as ToolEnd).input);
      return isHidden ? { ...event, body: { ...(event.body as ToolEnd), hidden: true } } : event;
    },
  };
}

function namesIn(words: string): number {
  return unescaped(words).match(EACH_NAME)?.length ?? 0;
}

function hides(text: string, maxChars: number): boolean {
  return text.length > maxChars || PRIVATE.test(text) || stripSystemTags(text) !== text || stripOwnWords(text) !== text;
}
