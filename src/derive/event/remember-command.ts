import type { Noted } from '../../core/model/event.ts';
import { statementKind } from '../claim/statement.ts';

/** The slash command by which a person states a memory: an agent's own, or that of a plugin. */
const REMEMBER = /^\/(?:[\w-]{1,40}:)?remember\s+(\S[\s\S]*)$/;

/** The note that a prompt states by a slash command; `undefined` for any other prompt. */
export function rememberedIn(prompt: string): Noted | undefined {
  const text = REMEMBER.exec(prompt.trim())?.[1]?.trim();
  if (text === undefined) return undefined;
  const knowledge = statementKind(text);
  return { kind: 'noted', text, person: true, ...(knowledge === undefined ? {} : { knowledge }), detail: {} };
}
