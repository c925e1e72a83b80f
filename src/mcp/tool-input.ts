import { CairnError } from '../core/errors.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';

const LIST_MAX = 100;

/** Reads the arguments of a tool call by name and type; a wrong one is `invalid_input` that says what is taken. */
export interface ToolInput {
  text(name: string): string | undefined;
  needText(name: string): string;
  number(name: string): number | undefined;
  texts(name: string): string[] | undefined;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  choices<Choice extends string>(name: string, choices: readonly Choice[]): Choice[] | undefined;
}

/** Reads the arguments of a call of `tool`. */
export function readInput(tool: string, input: JsonObject): ToolInput {
  const wrong = (name: string, takes: string): CairnError =>
    new CairnError('invalid_input', `${tool}: ${name} takes ${takes}; it got ${show(input[name])}.`, {
      fix: `Call ${tool} again with ${name} as ${takes}.`,
    });
  const text = (name: string): string | undefined => {
    const value = input[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw wrong(name, 'a text');
  };
  const texts = (name: string): string[] | undefined => {
    const value = input[name] ?? undefined;
    const list = typeof value === 'string' ? [value] : value;
    if (list === undefined || (isTexts(list) && list.length <= LIST_MAX)) return list;
    throw wrong(name, `a list of at most ${LIST_MAX} texts`);
  };
  const chosen = <Choice extends string>(name: string, value: string, among: readonly Choice[]): Choice => {
    const choice = among.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    throw wrong(name, `one of ${among.join(', ')}`);
  };
  return {
    text,
    texts,
    needText(name) {
      const value = text(name);
      if (value !== undefined && value.trim() !== '') return value;
      throw wrong(name, 'a text that is not empty');
    },
    number(name) {
      const value = input[name] ?? undefined;
      if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
      throw wrong(name, 'a number');
    },
    choice(name, among) {
      const value = text(name);
      return value === undefined ? undefined : chosen(name, value, among);
    },
    choices: (name, among) => texts(name)?.map((value) => chosen(name, value, among)),
  };
}

function isTexts(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100);
}
