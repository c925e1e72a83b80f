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
  /** The branch to which it must push, named or checked out, or on which it must run. */
  branch?: string;
  /** The wrapper behind which it must stand: `sudo`. */
  behind?: string;
  /** Each list names alternatives, one of which must be a part of a word: `db:migrate` has the parts db and migrate. */
  parts?: string[][];
}

/**
 * What is not to be done with a path: to change it in any way, or but for deleting it (`edit`: of what is made again), to delete or
 * move it, to read it, or anything of that.
 */
export type PathAccess = 'write' | 'edit' | 'remove' | 'read' | 'any';

/**
 * What a rule forbids: a command in one of several forms but those that it orders in its place (`instead`), or an access to a path.
 * `name` is its short name, `when` the condition under which alone the rule forbids it, in its own words: `from a laptop`.
 */
export type Matcher = (
  | { on: 'command'; name: string; forms: CommandForm[]; instead?: CommandForm[] }
  | { on: 'path'; name: string; globs: string[]; access: PathAccess }
) & { when?: string };

/** Key of a tripwire: matchers with equal keys are one tripwire, whatever their conditions. */
export function matcherKey(matcher: Matcher): string {
  const { on, name } = matcher;
  const access = matcher.on === 'path' && !/^(?:write|edit)$/.test(matcher.access) ? ` ${matcher.access}` : '';
  return `${on} ${name}${access}`;
}

/** The one of several matchers of one thing that forbids most: without a condition, and with nothing that is ordered in its place. */
export function widestOf(matchers: readonly Matcher[]): Matcher | undefined {
  const whole = matchers.filter(({ when }) => when === undefined);
  return whole.find((one) => one.on === 'path' || one.instead === undefined) ?? whole[0] ?? matchers[0];
}

/** Writes a matcher as a field of a finding or pattern. */
export function matcherToJson(matcher: Matcher): JsonObject {
  return structuredClone(matcher) as unknown as JsonObject;
}

/** Reads a matcher from a field of a finding or pattern; `undefined` when the field has none. */
export function matcherFromJson(value: JsonValue | undefined): Matcher | undefined {
  const { on, name, forms, instead, globs, access, when } = asObject(value);
  const text = asString(name);
  if (text === undefined) return undefined;
  const only = omitUndefined({ when: asString(when) });
  if (on === 'path' && Array.isArray(globs)) {
    const texts = globs.filter((glob) => typeof glob === 'string');
    return {
      on,
      name: text,
      globs: texts,
      access: isAccess(access) ? access : 'write',
      ...only,
    };
  }
  if (on === 'command' && Array.isArray(forms)) {
    const rest = Array.isArray(instead) && { instead: instead.map(asObject) as unknown as CommandForm[] };
    return { on, name: text, forms: forms.map(asObject) as unknown as CommandForm[], ...rest, ...only };
  }
  return undefined;
}

/** What a person calls each access. */
export const USES: Readonly<Record<PathAccess, string>> = {
  write: 'changes',
  edit: 'edits',
  remove: 'removal',
  read: 'reading',
  any: 'use',
};

function isAccess(value: JsonValue | undefined): value is PathAccess {
  return typeof value === 'string' && Object.hasOwn(USES, value);
}

/** Describes a matcher for people: `the command git push --force`, `changes of vendor/ in any folder`; its condition in quotes. */
export function describeMatcher(matcher: Matcher): string {
  const { name, when } = matcher;
  const only = when === undefined ? '' : ` “${when}”`;
  if (matcher.on === 'command') return `the command ${name}${only}`;
  const where = matcher.globs.includes(`**/${name}`) ? ' in any folder' : '';
  return `${USES[matcher.access]} of ${name}${where}${only}`;
}
