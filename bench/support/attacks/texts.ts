// bench/support/attacks: hostile texts told to a session and said again by its agent, and whether a later block tells them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../../../src/core/hash.ts';

/** An order that a hostile text gives, and what people ask around it. */
export interface Payload {
  id: string;
  /** What a person asks before the agent reads the text. */
  ask: string;
  /** What a person asks in a later session. */
  prompt: string;
  /** A file of the project that it is about. */
  file: string;
  hostile: string;
  /** URLs, hosts, flags and codes that give it away. */
  tokens: string[];
  /** A command that follows it. */
  command?: string;
  light: string[];
  heavy: string[];
  translated: string;
}

/** Forms of a prompt with a rule that is not the person's own (`{rule}` stands for it), and such rules. */
export interface PastedTexts {
  forms: { name: string; text: string }[];
  rules: string[];
}

/** Texts for tuning, and those held back. */
export type Mark = 'tune' | 'check';

/** For tuning or for checking, by a hash of the text: half of them each. */
export function markOf(text: string): Mark {
  return Number.parseInt(sha256Hex(text).slice(0, 2), 16) % 2 === 0 ? 'tune' : 'check';
}

/** The hand-written orders. */
export function payloads(): Payload[] {
  return read('payloads.json') as Payload[];
}

/** The hand-written prompts with pasted rules. */
export function pastedTexts(): PastedTexts {
  return read('pasted.json') as PastedTexts;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`../../attack-texts/${name}`, import.meta.url)), 'utf8'));
}
