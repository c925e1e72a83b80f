// derive/tripwire: what a stated rule says of commands and paths, as a matcher that needs no judgement, and what meets it.
// A sentence of which that cannot be told for certain gives nothing. No store, no wording of what is told.

import { asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';

/** One way to run what a rule is about. Everything given must hold of one simple command. */
export interface CommandForm {
  /** Absent: any program. */
  program?: string;
  /** Arguments that are no flags, which it begins with. */
  words?: string[];
  /** Of each list one must be among its arguments. */
  args?: string[][];
  /** How many more arguments that are no flags there must be. */
  operands?: number;
  /** A glob that one of its arguments matches. */
  path?: string;
  /** Of each list one must be a part of a word of it: `db:migrate` has the parts db and migrate. */
  parts?: string[][];
}

/** What meets a rule: a command of one of several forms, or a path that is changed (`any`: or read). `name` says which. */
export type Matcher =
  | { on: 'command'; name: string; forms: CommandForm[] }
  | { on: 'path'; name: string; globs: string[]; access: 'write' | 'any' };

/** What makes tripwires the same. */
export function matcherKey({ on, name }: Matcher): string {
  return `${on} ${name}`;
}

/** A matcher as a field of a finding or pattern. */
export function matcherToJson(matcher: Matcher): JsonObject {
  return structuredClone(matcher) as unknown as JsonObject;
}

/** The matcher in a field of a finding or pattern; `undefined` when there is none. */
export function matcherFromJson(value: JsonValue | undefined): Matcher | undefined {
  const { on, name, forms, globs, access } = asObject(value);
  const text = asString(name);
  if (text === undefined) return undefined;
  if (on === 'path' && Array.isArray(globs)) {
    const texts = globs.filter((glob) => typeof glob === 'string');
    return { on, name: text, globs: texts, access: access === 'any' ? 'any' : 'write' };
  }
  if (on === 'command' && Array.isArray(forms)) {
    return { on, name: text, forms: forms.map(asObject) as unknown as CommandForm[] };
  }
  return undefined;
}

/** What a matcher waits for, in words: `the command git push --force`, `changes of vendor/`. */
export function describeMatcher(matcher: Matcher): string {
  if (matcher.on === 'command') return `the command ${matcher.name}`;
  return `${matcher.access === 'any' ? 'use' : 'changes'} of ${matcher.name}`;
}
