import type { Field, Fields, InputOf } from '../api/calls/fields.ts';
import type { CallOptions, Memory } from '../api/contract.ts';
import { CairnError } from '../core/errors.ts';
import { isText, isTexts, type JsonObject, type JsonValue } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** How a tool shows a field of its call, where that differs from the table. A text alone is the help. */
export interface Argument {
  /** A few words for a model; empty for none. */
  help?: string;
  /** Name of the call's field; default the argument's own. */
  field?: string;
  /** The tool's own bound of a number, or of the entries of a list. */
  most?: number;
  /** True for one that the tool needs and the call does not. */
  required?: true;
  /** True where the schema leaves out the choices, which are checked all the same. */
  isOpen?: true;
}

/** The arguments of a tool: their JSON Schema, and what reads them as an input of the tool's call. */
export interface ToolArguments<Input> {
  schema: JsonObject & { type: 'object' };
  /** Throws `invalid_input`, which says what is taken, for an argument that is unknown, missing or wrong. */
  read(tool: string, given: JsonObject): Input;
}

type Taken = Field & Pick<Argument, 'isOpen'> & { name: string };

/** Arguments out of fields of a call, by the names that the tool has for them. */
export function argumentsOf<F extends Fields>(
  fields: F,
  shown: Readonly<Record<string, string | Argument>>,
): ToolArguments<InputOf<F>> {
  const taken = Object.entries(shown).map(([name, how]) => [name, takenOf(fields, name, how)] as const);
  const required = taken.flatMap(([name, field]) => (field.required === true ? [name] : []));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(taken.map(([name, field]) => [name, schemaOf(field)])),
      ...(required.length === 0 ? {} : { required }),
    },
    read(tool, given) {
      const unknown = Object.keys(given).find((name) => !Object.hasOwn(shown, name));
      if (unknown !== undefined) {
        throw new CairnError('invalid_input', `${tool} has no argument ${JSON.stringify(unknown.slice(0, 60))}.`, {
          fix: `It takes ${Object.keys(shown).join(', ')}.`,
        });
      }
      const values = taken.map(([name, field]) => [field.name, readValue(tool, { name, field, value: given[name] })]);
      // Each value was read as its field of the call has it.
      return omitUndefined(Object.fromEntries(values)) as InputOf<F>;
    },
  };
}

/** A tool out of its arguments and what it does with them. */
export function defineTool<Input>({
  takes,
  run,
  ...tool
}: Omit<Tool, 'input' | 'run'> & {
  takes: ToolArguments<Input>;
  run: (memory: Memory, input: Input, options: CallOptions) => Promise<ToolAnswer>;
}): Tool {
  return {
    ...tool,
    input: takes.schema,
    run: async (memory, given, options) => run(memory, takes.read(tool.name, given), options),
  };
}

function takenOf(fields: Fields, name: string, how: string | Argument): Taken {
  const { help = '', most, required, ...rest } = typeof how === 'string' ? { help: how } : how;
  const { field: of = name, ...shown } = { ...rest };
  const field = fields[of];
  if (field === undefined) throw new Error(`no call has the field ${of}`);
  return { ...field, ...omitUndefined({ most, required }), ...shown, help, name: of } as Taken;
}

function schemaOf(field: Taken): JsonObject {
  const help = field.help === '' ? {} : { description: field.help };
  switch (field.type) {
    case 'texts':
      return { type: 'array', items: textSchema(field), ...help };
    case 'text':
    case 'time':
      return { ...textSchema(field), ...help };
    default:
      return { type: field.type, ...help };
  }
}

function textSchema(field: Taken): JsonObject {
  const isListed = 'choices' in field && field.isOpen !== true;
  return { type: 'string', ...(isListed && field.choices !== undefined ? { enum: [...field.choices] } : {}) };
}

interface Given {
  name: string;
  field: Taken;
  value: JsonValue | undefined;
}

/** The value of an argument. One text counts as a list, and a whole number out of its bounds becomes the bound. */
function readValue(tool: string, { name, field, value: given }: Given): unknown {
  const value = given ?? undefined;
  if (value === undefined && field.required !== true) return undefined;
  if (field.type === 'integer' && Number.isFinite(value)) {
    return Math.trunc(Math.min(Math.max(value as number, field.least), field.most));
  }
  const isList =
    field.type === 'texts' && (isText(value ?? null) || (field.choices !== undefined && value !== undefined));
  const read = isList && !Array.isArray(value) ? [value] : value;
  const odd = Array.isArray(read) && 'choices' in field ? read.find((one) => !isChoice(field, one)) : undefined;
  if (odd === undefined && fits(field, read)) return read;
  const takes = describe(field, read);
  throw new CairnError('invalid_input', `${tool}: ${name} takes ${takes}; it got ${show(odd ?? value)}.`, {
    fix: `Call ${tool} again with ${name} as ${takes}.`,
  });
}

function fits(field: Taken, value: unknown): boolean {
  switch (field.type) {
    case 'text':
    case 'time':
      return isChoice(field, value) && !isBlank(field, value);
    case 'texts':
      return isTexts(value) && value.length >= 1 && value.length <= field.most;
    case 'number':
      return typeof value === 'number' && value >= field.least && value <= field.most;
    default:
      return typeof value === field.type;
  }
}

function isChoice(field: Taken, value: unknown): boolean {
  const choices = 'choices' in field ? field.choices : undefined;
  return typeof value === 'string' && (choices === undefined || choices.includes(value));
}

function isBlank({ required }: Taken, value: unknown): boolean {
  return required === true && (value === undefined || (typeof value === 'string' && value.trim() === ''));
}

function describe(field: Taken, value: unknown): string {
  if ('choices' in field && field.choices !== undefined) return `one of ${field.choices.join(', ')}`;
  switch (field.type) {
    case 'texts':
      return `a list of 1 to ${field.most} texts`;
    case 'integer':
      return `a whole number from ${field.least} to ${field.most}`;
    case 'number':
      return `a number from ${field.least} to ${field.most}`;
    case 'boolean':
      return 'true or false';
    default:
      return isBlank(field, value) ? 'a text that is not empty' : 'a text';
  }
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100);
}
