import type { SettingValue } from './setting-value.ts';
import type { SettingKey } from './settings.ts';

type Loosens = (before: SettingValue, after: SettingValue) => boolean;

const MODES = ['off', 'warn', 'block'];
const anyChange: Loosens = () => true;
const unlessNone: Loosens = (_, after) => after !== 'none';
const fewer: Loosens = (before, after) =>
  Array.isArray(before) && Array.isArray(after) && before.some((pattern) => !after.includes(pattern));

/**
 * When a change of a setting loosens what protects a person: less is left out, more is sent to others or erased, or a
 * tripwire says less.
 */
const GUARDS: Partial<Record<SettingKey, Loosens>> = {
  'tripwires.mode': (before, after) => MODES.indexOf(String(after)) < MODES.indexOf(String(before)),
  'tripwires.errors': (_, after) => after === false,
  'privacy.excludePaths': fewer,
  'privacy.excludeProjects': fewer,
  'embed.model': unlessNone,
  'embed.url': anyChange,
  'embed.key': anyChange,
  'llm.model': unlessNone,
  'llm.url': anyChange,
  'llm.key': anyChange,
  'llm.purposes': (before, after) => fewer(after, before),
  'llm.dailyTokens': anyChange,
  'llm.dailyCost': anyChange,
  'llm.allowAgentCommand': (_, after) => after === true,
  'retention.days': anyChange,
  'retention.graceDays': (before, after) => Number(after) < Number(before),
};

/** True for a setting that protects a person. */
export function isGuard(key: SettingKey): boolean {
  return GUARDS[key] !== undefined;
}

/** True when a change of a setting loosens what protects a person. */
export function loosensGuard(key: SettingKey, before: SettingValue, after: SettingValue): boolean {
  return JSON.stringify(before) !== JSON.stringify(after) && GUARDS[key]?.(before, after) === true;
}
