import { CairnError } from '../core/errors.ts';
import { isTexts } from '../core/json.ts';
import { SETTINGS, type Setting, type SettingKey } from './settings.ts';

/** The value of a setting, of the type of its default. */
export type SettingValue = Setting['default'];

/** Reads a value from `config.json`; throws `invalid_input` with key, value and the allowed values. */
export function readSetting(key: SettingKey, value: unknown, from: string): SettingValue {
  const { type }: Setting = SETTINGS[key];
  switch (type.kind) {
    case 'text':
      if (typeof value === 'string' && (value !== '' || type.optional === true)) return value;
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'number':
      if (typeof value === 'number' && value >= type.min && value <= type.max) return value;
      break;
    case 'choice':
      if (typeof value === 'string' && type.values.includes(value)) return value;
      break;
    case 'list':
      if (isTexts(value) && value.length <= type.maxItems) return value;
      break;
  }
  throw wrongValue(key, value, from);
}

/** Reads a value from an environment variable, which is text; throws as `readSetting` does. */
export function readVariable(key: SettingKey, text: string, from: string): SettingValue {
  const { type }: Setting = SETTINGS[key];
  if (type.kind === 'list') return readSetting(key, splitList(text), from);
  if (type.kind === 'number')
    return readSetting(key, /^\s*$/.test(text) || Number.isNaN(Number(text)) ? text : Number(text), from);
  if (type.kind === 'boolean') return readSetting(key, BOOLEANS[text.trim().toLowerCase()] ?? text, from);
  return readSetting(key, text, from);
}

/** The values that a setting allows, as a phrase: `auto or never`, `a number from 0 to 2000`. */
export function allowedValues(key: SettingKey): string {
  const { type }: Setting = SETTINGS[key];
  switch (type.kind) {
    case 'text':
      return 'a text';
    case 'boolean':
      return 'true or false';
    case 'number':
      return `a number from ${type.min} to ${type.max}`;
    case 'choice':
      return `${type.values.slice(0, -1).join(', ')} or ${type.values.at(-1)}`;
    case 'list':
      return `a list of at most ${type.maxItems} texts`;
  }
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function wrongValue(key: SettingKey, value: unknown, from: string): CairnError {
  const { secret }: Setting = SETTINGS[key];
  const shown = secret === true ? 'of a wrong form' : (JSON.stringify(value)?.slice(0, 100) ?? String(value));
  return new CairnError('invalid_input', `${from}: ${key} is ${shown}; it takes ${allowedValues(key)}`, {
    fix: `Correct or remove ${key} in ${from}.`,
  });
}
