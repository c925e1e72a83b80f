import { omitUndefined } from '../core/omit-undefined.ts';
import { isGuard } from './guards.ts';
import { maskSetting } from './mask-setting.ts';
import type { Config } from './resolve-config.ts';
import { SETTING_HELP } from './setting-help.ts';
import { allowedValues, type SettingValue } from './setting-value.ts';
import { SETTING_KEYS, SETTINGS, type Setting, type SettingKey, type SettingType } from './settings.ts';

/**
 * A setting as it is shown: its value, where it comes from, and what it takes. The value of a secret is `(set)`; a secret
 * within a value is replaced. Both have `secret`: what is shown is not what may be written back.
 */
export interface SettingState {
  key: SettingKey;
  value: SettingValue;
  default: SettingValue;
  from: Config['from'][SettingKey];
  env?: string;
  type: SettingType['kind'];
  choices?: readonly string[];
  least?: number;
  most?: number;
  allowed: string;
  help: string;
  secret?: true;
  guard: boolean;
}

/** Keys of the settings that a variable gives here: a worker that a hook or an agent starts goes without them. */
export function keysByVariable({ from }: Pick<Config, 'from'>): SettingKey[] {
  return SETTING_KEYS.filter((key) => key !== 'home' && from[key] === 'env');
}

/** Describes a setting of a configuration. */
export function describeSetting(key: SettingKey, config: Config): SettingState {
  const { type, default: usual, env, secret }: Setting = SETTINGS[key];
  const known = key === 'home' ? config.paths.home : config.settings[key];
  const masked = maskSetting(known);
  const isMasked = JSON.stringify(masked) !== JSON.stringify(known);
  return {
    key,
    value: secret === true && known !== '' ? '(set)' : masked,
    default: usual,
    from: config.from[key],
    ...omitUndefined({ env, secret: isMasked ? true : secret }),
    type: type.kind,
    ...(type.kind === 'choice' && { choices: type.values }),
    ...(type.kind === 'number' && { least: type.min, most: type.max }),
    allowed: allowedValues(key),
    help: SETTING_HELP[key],
    guard: isGuard(key),
  };
}
