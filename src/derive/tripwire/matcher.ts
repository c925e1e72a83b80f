// derive/tripwire: turns a stated rule about commands or paths into a matcher, and decides which calls meet it.
// A sentence that is not certain has no matcher. No store, and no wording of what an agent is shown.

import { asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';

/** One form of a command. All fields given must match one simple command. */
export interface CommandForm {
  /** Absent: any program. */
  program?: string;
  /** Its first operands, in order. */
  words?: string[];
  /** Each list names alternatives, one of which must be among the arguments. */
  args?: string[][];
  /** Least number of further operands. */
  operands?: number;
  /** A glob that one of its operands must match. */
  path?: string;
  /** Each list names alternatives, one of which must be a part of a word: `db:migrate` has the parts db and migrate. */
  parts?: string[][];
}

/**
 * What a rule forbids: a command in one of several forms, or a path that is changed (`any`: or read). `name` is its short name,
 * `when` the condition under which alone the rule forbids it, in its own words: `from a laptop`.
 */
export type Matcher = (
  | { on: 'command'; name: string; forms: CommandForm[] }
  | { on: 'path'; name: string; globs: string[]; access: 'write' | 'any' }
) & { when?: string };

/** Key of a tripwire: matchers with equal keys are one tripwire, whatever their conditions. */
export function matcherKey({ on, name }: Matcher): string {
  return `${on} ${name}`;
}

/** Writes a matcher as a field of a finding or pattern. */
export function matcherToJson(matcher: Matcher): JsonObject {
  return structuredClone(matcher) as unknown as JsonObject;
}

/** Reads a matcher from a field of a finding or pattern; `undefined` when the field has none. */
export function matcherFromJson(value: JsonValue | undefined): Matcher | undefined {
  const { on, name, forms, globs, access, when } = asObject(value);
  const text = asString(name);
  if (text === undefined) return undefined;
  const only = omitUndefined({ when: asString(when) });
  if (on === 'path' && Array.isArray(globs)) {
    const texts = globs.filter((glob) => typeof glob === 'string');
    return { on, name: text, globs: texts, access: access === 'any' ? 'any' : 'write', ...only };
  }
  if (on === 'command' && Array.isArray(forms)) {
    return { on, name: text, forms: forms.map(asObject) as unknown as CommandForm[], ...only };
  }
  return undefined;
}

/** Describes a matcher for people: `the command git push --force`, `changes of vendor/`; its condition in quotes. */
export function describeMatcher(matcher: Matcher): string {
  const { name, when } = matcher;
  const only = when === undefined ? '' : ` “${when}”`;
  if (matcher.on === 'command') return `the command ${name}${only}`;
  return `${matcher.access === 'any' ? 'use' : 'changes'} of ${name}${only}`;
}
