import type { Item } from '../../../core/model/item.ts';
import { oneLine } from '../../../core/text/text.ts';
import { ASKED_USER, isRefusedTitle, PLAN } from '../../text/title-words.ts';

const MAX_ANSWERS = 4;
const MAX_CHARS = 4_000;
const PAIR = /"((?:[^"\\]|\\.){3,300})"="((?:[^"\\]|\\.){1,300})"/g;
const APPROVED = /^user has approved (?:your|exiting) plan\b/im;
/** An answer that means nothing without the question's options. */
const BARE = /^(?:yes|no|ok|other|n\/a|skip(?:ped)?|none|\d|[a-d])?$/i;

/** Questions that the agent asked with a tool, each with the person's answer, unchanged; at most four. */
export function answersIn({ title, text }: Pick<Item, 'title' | 'text'>): string[] {
  if (!title.startsWith(ASKED_USER)) return [];
  return [...text.slice(0, MAX_CHARS).matchAll(PAIR)]
    .map(([, asked = '', said = '']) => [oneLine(asked), oneLine(said)] as const)
    .filter(([, said]) => !isBareAnswer(said))
    .slice(0, MAX_ANSWERS)
    .map(([asked, said]) => `${asked} ${said}`);
}

/** True for an answer that decides nothing by itself, as a mere yes. */
export function isBareAnswer(said: string): boolean {
  return BARE.test(said.trim());
}

/** The title of a plan that a person approved; `undefined` for any other item. */
export function approvedPlan({ title, text }: Pick<Item, 'title' | 'text'>): string | undefined {
  return title.startsWith(PLAN) && !isRefusedTitle(title) && APPROVED.test(text) ? title.slice(PLAN.length) : undefined;
}

const OFFERED = /^\W{0,8}(?:option )?(\d|[a-e])[.):]\W{0,3}(\S.{3,200})/gim;
const PICKED = /\boptions? \(?(\d|[a-e])\b/i;

/** The text of the offered option that a sentence picks by number or letter; `undefined` when it picks none. */
export function pickedOption(sentence: string, offered: () => string): string | undefined {
  const name = PICKED.exec(sentence)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const options = [...offered().matchAll(OFFERED)].filter(([, one]) => one?.toLowerCase() === name);
  return options.at(-1)?.[2]?.replace(/\*\*|__/g, '');
}
