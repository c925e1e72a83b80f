import { CairnError } from '../core/errors.ts';
import { asObject, isText, isTexts, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Tool } from './tool.ts';

const LIST_MAX = 100;

/** The least and the most that a number may be. */
interface Bounds {
  least: number;
  most: number;
}

/** Reads the arguments of a tool call by name and type; a wrong one is `invalid_input` that says what is taken. */
export interface ToolInput {
  text(name: string): string | undefined;
  needText(name: string): string;
  number(name: string, bounds: Bounds): number | undefined;
  /** A whole number; one out of bounds becomes the bound. */
  integer(name: string, bounds: Bounds): number | undefined;
  boolean(name: string): boolean | undefined;
  /** A list of 1 to `most` texts (default 100); one text counts as a list. */
  texts(name: string, most?: number): string[] | undefined;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  choices<Choice extends string>(name: string, choices: readonly Choice[]): Choice[] | undefined;
}

/** Reads the arguments of a call of a tool. An argument that the tool does not have is `invalid_input`, too. */
export function readInput(tool: string, input: JsonObject, { input: schema }: Pick<Tool, 'input'>): ToolInput {
  const names = Object.keys(asObject(schema.properties));
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new CairnError('invalid_input', `${tool} has no argument ${JSON.stringify(unknown.slice(0, 60))}.`, {
      fix: `It takes ${names.join(', ')}.`,
    });
  }
  return createReader(tool, input);
}

function createReader(tool: string, input: JsonObject): ToolInput {
  /** The value of an argument when it is what is taken. */
  const read = <Value extends JsonValue>(name: string, takes: string, is: (value: JsonValue) => value is Value) => {
    const value = input[name] ?? undefined;
    if (value === undefined || is(value)) return value;
    throw wrong(tool, { name, takes, value });
  };
  const choose = <Choice extends string>(name: string, among: readonly Choice[]) => {
    const isChoice = (value: JsonValue): value is Choice => among.some((one) => one === value);
    return { isChoice, takes: `one of ${among.join(', ')}`, name };
  };
  return {
    text: (name) => read(name, 'a text', isText),
    needText(name) {
      const value = read(name, 'a text', isText);
      if (value !== undefined && value.trim() !== '') return value;
      throw wrong(tool, { name, takes: 'a text that is not empty', value });
    },
    number: (name, { least, most }) =>
      read(name, `a number from ${least} to ${most}`, (value): value is number => isWithin(value, least, most)),
    integer(name, { least, most }) {
      const takes = `a whole number from ${least} to ${most}`;
      const value = read(name, takes, (given): given is number => Number.isFinite(given));
      return value === undefined ? undefined : Math.trunc(Math.min(Math.max(value, least), most));
    },
    boolean: (name) => read(name, 'true or false', (value): value is boolean => typeof value === 'boolean'),
    texts(name, most = LIST_MAX) {
      const takes = `a list of 1 to ${most} texts`;
      const value = input[name];
      if (isText(value ?? null)) return [value as string];
      return read(name, takes, (list): list is string[] => isTexts(list) && list.length >= 1 && list.length <= most);
    },
    choice(name, among) {
      const { isChoice, takes } = choose(name, among);
      return read(name, takes, isChoice);
    },
    choices<Choice extends string>(name: string, among: readonly Choice[]) {
      const { isChoice, takes } = choose(name, among);
      const value = input[name] ?? undefined;
      if (value === undefined) return undefined;
      const listed = Array.isArray(value) ? value : [value];
      const odd = listed.find((one) => !isChoice(one));
      if (odd !== undefined) throw wrong(tool, { name, takes, value: odd });
      return listed as Choice[];
    },
  };
}

function wrong(
  tool: string,
  { name, takes, value }: { name: string; takes: string; value: JsonValue | undefined },
): CairnError {
  return new CairnError('invalid_input', `${tool}: ${name} takes ${takes}; it got ${show(value)}.`, {
    fix: `Call ${tool} again with ${name} as ${takes}.`,
  });
}

function isWithin(value: JsonValue, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100);
}
