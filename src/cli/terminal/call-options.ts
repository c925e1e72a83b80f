import type { Field, Fields, InputOf } from '../../api/calls/fields.ts';
import * as LIMITS from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandInput, OptionSpec } from './command.ts';
import { flagOption, listOption, numberOption, optionOf, projectOption, shareOption, textOption } from './options.ts';

/** How a command shows a field of its call as an option. A text alone is the help. */
export interface ShownOption {
  help: string;
  /** What the value is called in the help, as `time` in `--since <time>`; default by the field's type or name. */
  value?: string;
  /** Name of the call's field; default the option's own, or for a list its plural. */
  field?: string;
  /** What the option takes, where that is not what the field takes. */
  choices?: readonly string[];
  least?: number;
  /** With `-a` beside it, for all projects. */
  all?: true;
}

const ALL: OptionSpec = { flags: '-a, --all', help: 'for all projects' };

const PAGE: OptionSpec = { flags: '--page <n>', help: 'this page, from 1' };

/** Options by name in camel case. */
export type ShownOptions = Readonly<Record<string, string | ShownOption>>;

/** Options of a command, and what reads them as a part of its call's input. */
export interface CallOptionsOf<Input> {
  options: readonly OptionSpec[];
  /** What was given; what was not is absent. `invalid_input` for a value that the field does not take. */
  read(input: CommandInput, io: CliIo): Partial<Input>;
}

/** The project of a command that can be about all of them, for `callOptions`. */
export const PROJECT_SHOWN = {
  help: 'a path in the project, its name or id, * for all; default the current folder',
  all: true,
} as const;

/** The options that narrow what is found, for `callOptions`. */
export const FILTER_SHOWN = {
  kind: 'only this kind',
  meaning: 'only memories with this meaning',
  category: 'only this category',
  concept: 'only memories with this concept',
  project: PROJECT_SHOWN,
  agent: 'only this agent',
  session: { value: 'id', help: 'only this session' },
  file: { value: 'path', help: 'only memories about this file' },
  since: 'since this time: yesterday, "last week", 7d, 2026-10-05',
  until: 'until this time',
} as const;

/** The options of a list in pages, for `callOptions`; `what` begins the help of `--limit`. */
export function pageShown(usual: number, what = 'how many') {
  return {
    limit: `${what}, 1 to ${LIMITS.hitsMax}; default ${usual}`,
    cursor: 'continue after the previous page',
  } as const;
}

/** Options out of fields of a call: their types, bounds and choices are the table's. */
export function callOptions<F extends Fields>(fields: F, shown: ShownOptions): CallOptionsOf<InputOf<F>> {
  const rows = Object.entries(shown).map(([name, how]) => rowOf(fields, name, how));
  return {
    options: rows.flatMap(({ spec, all, to }) => [spec, ...(all ? [ALL] : []), ...(to === 'cursor' ? [PAGE] : [])]),
    read(input, io) {
      const values = rows.map(({ name, to, field, all }) => [
        to,
        all && flagOption(input, 'all') ? '*' : readOption(field, { name, input, io }),
      ]);
      // Each value was read as its field of the call has it.
      return omitUndefined(Object.fromEntries(values)) as Partial<InputOf<F>>;
    },
  };
}

function rowOf(fields: Fields, name: string, how: string | ShownOption) {
  const {
    help,
    value,
    all = false,
    field: to = fields[name] === undefined ? `${name}s` : name,
    ...narrower
  } = typeof how === 'string' ? ({ help: how } as ShownOption) : how;
  if (fields[to] === undefined) throw new Error(`no call has the field ${to}`);
  const field: Field = { ...fields[to], ...narrower };
  const long = optionOf(name);
  const choices = 'choices' in field && field.choices !== undefined ? { choices: field.choices } : {};
  const many = field.type === 'texts' ? { many: true } : {};
  const flags = field.type === 'boolean' ? long : `${long} <${value ?? valueName(field, name)}>`;
  return { name, to, field, all, spec: { flags, help, ...choices, ...many } };
}

function valueName({ type }: Field, name: string): string {
  if (type === 'time') return 'time';
  return type === 'integer' || type === 'number' ? 'n' : name;
}

function readOption(field: Field, { name, input, io }: { name: string; input: CommandInput; io: CliIo }): unknown {
  switch (field.type) {
    case 'texts':
      return listOption(input, name);
    case 'boolean':
      return flagOption(input, name) ? true : undefined;
    case 'integer':
      return numberOption(input, name, { min: field.least, max: field.most });
    case 'number':
      return shareOption(input, name);
    default:
      return name === 'project' ? projectOption(input, io) : textOption(input, name);
  }
}
