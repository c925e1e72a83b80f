import { type Call, onlyLooks } from '../api/calls/call.ts';
import type { Field, Fields, InputOf } from '../api/calls/fields.ts';
import { CALLS, type CallInputs, type CallName } from '../api/calls.ts';
import { describe, fits } from '../api/check-input.ts';
import type { CallOptions } from '../api/contract.ts';
import type { CallAnswers } from '../api/methods.ts';
import { CairnError } from '../core/errors.ts';
import { isText, type JsonObject, type JsonValue } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { ToolAnswer } from './render/text.ts';
import type { Tool } from './tool.ts';

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

/** A tool that asks one call of the memory. */
interface CallTool<Name extends CallName> extends Pick<Tool, 'name' | 'description' | 'destructive'> {
  call: Name;
  /** Its arguments by name. */
  takes: Readonly<Record<string, string | Argument>>;
  /** What it asks for, where no argument says otherwise. */
  asked?: Partial<CallInputs[Name]>;
  render: (answer: CallAnswers[Name]) => ToolAnswer;
}

/** A tool out of the row of its call: it only reads where the call does, whatever the tool takes. */
export function defineTool<Name extends CallName>({ call, takes, asked, render, ...about }: CallTool<Name>): Tool {
  const row: Call = CALLS[call];
  const { input: fields } = row;
  const { schema, read } = argumentsOf(fields, takes);
  return {
    ...about,
    input: schema,
    readOnly: onlyLooks(row, fields),
    async run(memory, given, options) {
      // Every method takes its call's input as one object, and the arguments were read as fields of this call.
      const ask = memory[call] as (input: object, options: CallOptions) => Promise<CallAnswers[Name]>;
      return render(await ask({ ...asked, ...read(about.name, given) }, options));
    },
  };
}

/** The field as the tool takes it: a time as a text alone, no list that is empty. */
function takenOf(fields: Fields, name: string, how: string | Argument): Taken {
  const { help = '', most, required, field: of = name, isOpen } = typeof how === 'string' ? { help: how } : how;
  const field = fields[of];
  if (field === undefined) throw new Error(`no call has the field ${of}`);
  const kind = field.type === 'time' ? { type: 'text' } : field.type === 'texts' ? { least: 1 } : {};
  return { ...field, ...kind, ...omitUndefined({ most, required, isOpen }), help, name: of } as Taken;
}

function schemaOf(field: Taken): JsonObject {
  const help = field.help === '' ? {} : { description: field.help };
  if (field.type === 'texts') return { type: 'array', items: textSchema(field), ...help };
  return { ...(field.type === 'text' ? textSchema(field) : { type: field.type }), ...help };
}

function textSchema(field: Taken): JsonObject {
  const choices = field.isOpen === true ? undefined : choicesOf(field);
  return { type: 'string', ...(choices === undefined ? {} : { enum: [...choices] }) };
}

function choicesOf(field: Taken): readonly string[] | undefined {
  return 'choices' in field ? field.choices : undefined;
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
  const choices = choicesOf(field);
  const isAlone = field.type === 'texts' && !Array.isArray(value) && (isText(value) || choices !== undefined);
  const read = isAlone && value !== undefined ? [value] : value;
  const isEmpty = read === undefined || (isText(read) && read.trim() === '');
  const isBlank = isEmpty && field.required === true && field.type === 'text';
  if (!isBlank && fits(field, read)) return read;
  const takes =
    choices === undefined ? `${describe(field)}${isBlank ? ' that is not empty' : ''}` : `one of ${choices.join(', ')}`;
  const odd = Array.isArray(read) ? read.find((one) => choices?.includes(one as string) === false) : undefined;
  throw new CairnError('invalid_input', `${tool}: ${name} takes ${takes}; it got ${show(odd ?? value)}.`, {
    fix: `Call ${tool} again with ${name} as ${takes}.`,
  });
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100);
}
