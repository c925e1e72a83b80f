import type { SettingAnswer, SettingEntry } from '../../../src/api/home-answers.ts';
import type { IconName } from '../../parts/icons.ts';

/** A value as it is typed: a list with commas between. */
export function toText(value: SettingAnswer): string {
  return typeof value === 'object' ? value.join(', ') : String(value);
}

/** A value as it is shown. */
export function showValue(value: SettingAnswer): string {
  const text = toText(value);
  return text === '' ? 'none' : text;
}

/** Where a value comes from, in a word, with the icon that says the same. */
export function originOf({ from, env }: SettingEntry): { icon: IconName; says: string } {
  if (from === 'env') return { icon: 'lock', says: env ?? 'variable' };
  return from === 'file' ? { icon: 'file', says: 'config.json' } : { icon: 'proposed', says: 'default' };
}

/** The group of a setting: the part of its key before the point. */
export function groupOf(key: string): string {
  return key.includes('.') ? key.slice(0, key.indexOf('.')) : 'home';
}
