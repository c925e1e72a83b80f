import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CairnError } from '../core/errors.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandInput } from './command.ts';

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
  throw new CairnError('invalid_input', `--${name} is "${text}"; it takes a whole number from ${min} to ${max}.`, {
    fix: `--${name} ${min}`,
  });
}

/**
 * The project that `--project` names: a path is made absolute, an id, `*` or a project's name stays as it is. `undefined`
 * when it was not given.
 */
export function projectOption(input: CommandInput, { cwd }: CliIo): string | undefined {
  const text = textOption(input, 'project');
  if (text === undefined) return undefined;
  const path = resolve(cwd, text);
  return text.includes('/') || existsSync(path) ? path : text;
}
