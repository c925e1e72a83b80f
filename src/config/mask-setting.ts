import { redact } from '../privacy/redact.ts';
import type { SettingValue } from './setting-value.ts';

/** The user and password of an address. */
const USER = /\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@]{1,2000}@/gi;
/** The value of an option that names a secret, in a command line: `--api-key X`, `--token=X`. */
const OPTION = /(\s-{1,2}[\w-]{0,40}(?:key|token|secret|passw(?:or)?d|credentials?|auth)[=\s]\s{0,20})\S+/gi;
const COMMAND = 'command:';
/** Longest part of a path, in characters, that is kept of an address: a longer one can be a secret. */
const PART_CHARS = 20;

/** A setting's value as people and agents see it: every secret of a known form in it is replaced. */
export function maskSetting(value: SettingValue): SettingValue {
  if (typeof value === 'string') return maskText(value);
  return typeof value === 'object' ? value.map(maskText) : value;
}

/**
 * The part of a model's name, address or command line that can hold no secret: an address without user, query and long parts
 * of its path, of anything else the first word.
 */
export function shortSetting(value: string): string {
  const isCommand = value.startsWith(COMMAND);
  const text = maskText(isCommand ? value.slice(COMMAND.length).trim() : value);
  const [word = ''] = text.split(/\s/, 1);
  const shown = isCommand ? word : withoutLongParts(word.replace(/[?#].*$/s, '?…'));
  return `${isCommand ? COMMAND : ''}${shown}${word === text ? '' : ' …'}`;
}

function withoutLongParts(word: string): string {
  return word
    .split('/')
    .map((part, at) => (at > 2 && part.length > PART_CHARS ? '…' : part))
    .join('/');
}

function maskText(text: string): string {
  return redact(text.replace(USER, '$1…@').replace(OPTION, '$1…')).text;
}
