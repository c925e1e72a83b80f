import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandInput } from './command.ts';
import { didYouMean } from './nearest-word.ts';

/** The error for a command line that cannot be carried out, with what helps. */
export function usage(message: string, fix: string): CairnError {
  return new CairnError('invalid_input', message, { fix });
}

/** A text option; `undefined` when it was not given. */
export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option that may be given several times; `undefined` when it was not given. */
export function listOption<Choice extends string>({ options }: CommandInput, name: string): Choice[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? (value as Choice[]) : undefined;
}

/** The option of a field or setting of a command: `olderThan` is `--older-than`. */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** True when a flag was given. */
export function flagOption({ options }: CommandInput, name: string): boolean {
  return options[name] === true;
}

/** A whole number from `min` to `max`; `undefined` when it was not given, `invalid_input` when it is something else. */
export function numberOption(
  input: CommandInput,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw usage(
    `--${name} is "${text}"; it takes a whole number from ${min} to ${max}.`,
    `--${name} ${value > max ? max : min}`,
  );
}

/** A number from 0 to 1; `undefined` when it was not given, `invalid_input` when it is something else. */
export function shareOption(input: CommandInput, name: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value <= 1) return value;
  throw usage(`--${name} is "${text}"; it takes a number from 0 to 1.`, `--${name} 0.8`);
}

/**
 * The project that `--project` names: a path becomes absolute; an id, `*` or a project's name stays as it is.
 * `undefined` when absent.
 */
export function projectOption(input: CommandInput, { cwd }: CliIo): string | undefined {
  const text = textOption(input, 'project');
  if (text === undefined) return undefined;
  const path = resolve(cwd, text);
  return text.includes('/') || existsSync(path) ? path : text;
}

/** The first argument as one of a command's actions. Throws `invalid_input`, with an example, for any other word. */
export function actionOf<Action extends string>(
  { args }: CommandInput,
  actions: readonly Action[],
  { command, fallback }: { command: string; fallback: Action },
): Action {
  const [word] = args;
  if (word === undefined) return fallback;
  const action = actions.find((known) => known === word);
  if (action !== undefined) return action;
  const meant = didYouMean(word, actions);
  throw usage(`"cairn ${command}" cannot "${word}"; it can ${actions.join(', ')}.${meant}`, `cairn ${command} --help`);
}
