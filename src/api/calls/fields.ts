import type { JsonObject } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import {
  CATEGORIES,
  ITEM_KINDS,
  type ItemKind,
  KNOWLEDGE_KINDS,
  KNOWLEDGE_STATUSES,
  MEANINGS,
  OUTCOMES,
} from '../../core/model/kinds.ts';

/** What every field has: one line of help that can be read alone. `value` is never there: it carries the value's type. */
interface AnyField<Type extends string, Value> {
  readonly type: Type;
  readonly help: string;
  readonly required?: true;
  readonly value?: Value;
}

/** A text; with `choices` one of them. */
export interface TextField<Value = string> extends AnyField<'text', Value> {
  readonly choices?: readonly string[];
}

/** A list of `least` to `most` texts; with `choices` of these alone. */
export interface TextsField<Value = string[]> extends AnyField<'texts', Value> {
  readonly choices?: readonly string[];
  readonly least: number;
  readonly most: number;
}

/** A number, or a whole one, from `least` to `most`. */
export interface NumberField<Value = number> extends AnyField<'number' | 'integer', Value> {
  readonly least: number;
  readonly most: number;
}

/** True or false. */
export type BooleanField<Value = boolean> = AnyField<'boolean', Value>;

/** Milliseconds since 1970, ISO 8601 or, in a filter, a duration back from now. */
export type TimeField<Value = number | string> = AnyField<'time', Value>;

/** A JSON object: any, or with exactly these fields. */
export interface ObjectField<Value = JsonObject> extends AnyField<'object', Value> {
  readonly fields?: Fields;
}

/** A list of at most `most` objects, each judged by itself where it is used; they may have more than these fields. */
export interface ObjectsField<Value = JsonObject[]> extends AnyField<'objects', Value> {
  readonly fields: Fields;
  readonly most: number;
}

/** A field of a call's input. */
export type Field =
  | TextField<unknown>
  | TextsField<unknown>
  | NumberField<unknown>
  | BooleanField<unknown>
  | TimeField<unknown>
  | ObjectField<unknown>
  | ObjectsField<unknown>;

/** The fields of an input by name. */
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends { readonly value?: infer Value } ? Value : never;

/** The type of an input, from its fields: those marked `required` must be there. Their doc comments stay with them. */
export type InputOf<F> = Flat<
  { -readonly [Name in keyof F as F[Name] extends { required: true } ? Name : never]: ValueOf<F[Name]> } & {
    -readonly [Name in keyof F as F[Name] extends { required: true } ? never : Name]?: ValueOf<F[Name]>;
  }
>;
type Flat<T> = { [Name in keyof T]: T[Name] };

/** The most entries of a list of texts, where a field does not say otherwise. */
const TEXTS = 100;

/** A text; with `choices` one of them. */
export function text<const Choice extends string = string>(
  help: string,
  choices?: readonly Choice[],
): TextField<Choice> {
  return { type: 'text', help, ...(choices === undefined ? {} : { choices }) };
}

/** A list of texts; with `choices` of these alone. `least` and `most` count its entries. */
export function texts<const Choice extends string = string>(
  help: string,
  { choices, least = 0, most = TEXTS }: { choices?: readonly Choice[]; least?: number; most?: number } = {},
): TextsField<Choice[]> {
  return { type: 'texts', least, most, help, ...(choices === undefined ? {} : { choices }) };
}

/** A whole number from `least` to `most`. */
export function integer(help: string, least: number, most: number): NumberField {
  return { type: 'integer', help, least, most };
}

/** True or false. */
export function boolean(help: string): BooleanField {
  return { type: 'boolean', help };
}

/** A time, as `TimeField` has it; `time<string>` for one that the types promise as a text alone. */
export function time<Value extends number | string = number | string>(help: string): TimeField<Value> {
  return { type: 'time', help };
}

/** The same field, which must be there. */
export function needed<F extends Field>(field: F): F & { readonly required: true } {
  return { ...field, required: true };
}

/** A JSON object with exactly these fields. */
export function object<F extends Fields>(help: string, fields: F): ObjectField<InputOf<F>> {
  return { type: 'object', help, fields };
}

/** A list of objects that have these fields, at most as many as `record` takes at once. */
export function objects<F extends Fields>(help: string, fields: F): ObjectsField<InputOf<F>[]> {
  return { type: 'objects', help, fields, most: LIMITS.recordEvents };
}

/** What narrows a search or a list; all given fields must hold. */
export const FILTER = {
  kinds: texts('Only memories of these kinds.', { choices: ITEM_KINDS }),
  meaning: text('Only what means this for the work.', MEANINGS),
  category: text('Only what is about this part of the work.', CATEGORIES),
  /** A path inside the project, its name or id, or `*` for all; default all. */
  project: text('A path inside the project, its name or id, or * for all.'),
  agent: text('Only what this agent did, as claude-code.'),
  /** A session's id, or any id of what belongs to it. */
  session: text("A session's id, or the id of anything that belongs to it."),
  /** A path, or the end of one. */
  file: text('A path or the end of one: only what is about that file.'),
  concept: text('Only what names this concept.'),
  since: time(
    'Not before this time: ISO 8601, milliseconds since 1970, a duration back from now (7d, 12h), or words (yesterday, last week).',
  ),
  until: time('Not after this time, as `since`.'),
};

/** What can be listed, and in which state. */
export const LISTED = {
  kinds: texts('Only these kinds; `session` and `project` are listed alone.', {
    choices: [...ITEM_KINDS, 'session', 'project'],
  }) as TextsField<ItemKind[] | ['session'] | ['project']>,
  status: text('Only knowledge that stands so.', KNOWLEDGE_STATUSES),
  outcome: text('Only sessions that came out so.', OUTCOMES),
  title: text('Only sessions whose title holds all these words.'),
  issue: text(
    'Only what names this issue or pull request, and the sessions of that: #12, owner/name#12, ABC-12, an address.',
  ),
  muted: boolean('Only what a person muted: what no block tells.'),
};

/** A session, by any id. */
export const ANY_SESSION = text("A session's id, the agent's own id of it, or the id of anything that belongs to it.");

/** The project of a call that is about one; absent, it is that of the caller's folder. */
export const OF_HERE = {
  /** A path inside the project, its name or id; default the caller's folder. */
  project: text("A path inside the project, its name or id; default the caller's folder."),
};

/** The project of a call that may be about all of them. */
export const OF_PROJECT = {
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project: text("A path inside the project, its name or id, `*` for all; default the caller's folder."),
};

/** What an answer in pages takes. */
export const PAGE = {
  limit: integer('How many on a page.', 1, LIMITS.hitsMax),
  cursor: text('Continues after the previous page: its `nextCursor`.'),
};

/** The fields of a statement besides its text. */
export const STATEMENT = {
  title: text('One line; default the beginning of the text.'),
  /** Default: `note` unless the text reads as a rule. */
  kind: text('What it states; default by how it reads.', [...KNOWLEDGE_KINDS, 'note']),
  severity: text('How much it weighs, in words of your own.'),
  alternatives: texts('What was weighed and not taken.'),
  reason: text('Why it is so.'),
  /** 0 to 1. */
  confidence: { type: 'number', least: 0, most: 1, help: 'How sure, 0 to 1.' } as NumberField,
  concepts: texts('Concepts it is about.'),
  files: texts('Files it is about.'),
  metadata: { type: 'object', help: 'Anything of your own, given back as it is.' } as ObjectField,
};

/** What can be told of a session's work, each part in the caller's words. */
export const WORK = {
  task: text('What the session is about.'),
  progress: texts('What was done.'),
  nextSteps: texts('What comes next.'),
  openQuestions: texts('What nobody has answered yet.'),
  /** Files it is about, by their paths. */
  files: texts('Files it is about, by their paths.'),
};

/** The parts of a written summary. */
export const SUMMARY = {
  title: text('What the session is called; default the beginning of the text.'),
  text: text('The summary in prose.'),
  request: text('What was asked for.'),
  investigated: texts('What was looked into.'),
  learned: texts('What was found out.'),
  completed: texts('What was done.'),
  nextSteps: texts('What comes next.'),
  notes: texts('What else to know.'),
};

/** What can be changed of a memory or a project. */
export const CHANGES = {
  text: text('The statement, in full sentences.'),
  ...STATEMENT,
  /** `superseded`: with `supersededBy`; `reopened`: as it was before it was judged. */
  status: text('A person confirms it, withdraws it, lets another take its place, or reopens it: takes that back.', [
    'confirmed',
    'withdrawn',
    'superseded',
    'reopened',
  ]),
  /** For `confirmed`: the `stamp` of what was shown. */
  of: text(
    'The stamp of what was shown, as search, list and get give it: where it says something else by now, it is refused.',
  ),
  /** Id of the memory that takes its place, for `superseded`. */
  supersededBy: text('Of what is superseded: id of the memory that takes its place.'),
  /** True: take the latest change of its words back. */
  revert: boolean('Take the latest change of its words back.'),
  hidden: boolean('Hide it, or (a person) show it again.'),
  muted: boolean('A person has it told in no block, or (false) told again; it is found either way.'),
  /** Only for a session: all its tags from now on. */
  tags: texts('Of a session: all its tags from now on; none takes them all off.', { most: 50 }),
  /** Only for a project: what it is called; empty for its own name. */
  name: text('Of a project: what it is called; empty for its own name.'),
  /** Only for a project: the one that it goes into, by its id, name or a path in it; empty: it stands for itself again. */
  into: text('Of a project: a person merges it into this one (id, name or path); empty: it stands for itself again.'),
};

/** One thing an agent did; an event has the fields of its kind, too. */
export const EVENT = {
  kind: needed(text('Kind of the event; the other fields are those of the kind.')),
  sessionId: needed(text("The agent's own id of its session.")),
  agent: text('Name of the agent.'),
  at: time('When it happened; default now.'),
  cwd: text('Folder in which it happened.'),
  /** The caller's own number of the event: the same number again is the same event. */
  number: text('Your own number of it: the same number again is the same event.'),
  prompt: text("The agent's own id of the prompt it belongs to."),
  subagent: text("The agent's own id of the subagent in which it happened."),
};

/** One message of a conversation. */
export const MESSAGE = {
  role: needed(text('Who said it; `tool`: what a tool gave back.', ['user', 'assistant', 'tool', 'system'])),
  content: needed(text('What was said.')),
  /** Who speaks: a person of several, the tool. */
  name: text('Who speaks: a person of several, or the tool.'),
  at: time('When it was said; default now.'),
  /** The caller's own name for it, given back in its hits. */
  ref: text('Your own name for it, given back in its hits: the same name again is the same message.'),
};
