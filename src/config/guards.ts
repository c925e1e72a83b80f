import type { SettingValue } from './setting-value.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from './settings.ts';

/** Guards whose value can hold a secret: a password in an address, a key in a command line. Of them the log has a hash. */
export const MODEL_PLACES: readonly string[] = ['embed.model', 'embed.url', 'llm.model', 'llm.url', 'webhooks.urls'];

type Loosens = (before: SettingValue, after: SettingValue) => boolean;

const MODES = ['off', 'warn', 'block'];
/** Embedding models that come with Cairn and send nothing anywhere. */
const OWN_MODELS: readonly SettingValue[] = ['none', 'minilm'];
const anyChange: Loosens = () => true;
const switchedOff: Loosens = (_, after) => after === false;
const more: Loosens = (before, after) => Number(after) > Number(before);
const less: Loosens = (before, after) => Number(after) < Number(before);
const fewer: Loosens = (before, after) =>
  Array.isArray(before) && Array.isArray(after) && before.some((pattern) => !after.includes(pattern));
const added: Loosens = (before, after) => fewer(after, before);
/**
 * Fewer paths are left out: a pattern was removed, or one that re-includes (`!`) was added. Where one re-includes, the order
 * counts, since the last pattern that matches decides: then only removing such patterns, and adding others at the end, leaves
 * out no less.
 */
const lessExcluded: Loosens = (before, after) => {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  if (![...before, ...after].some(includesAgain)) return fewer(before, after);
  let kept = 0;
  for (const pattern of before) {
    if (after[kept] === pattern) kept += 1;
    else if (!includesAgain(pattern)) return true;
  }
  return after.slice(kept).some(includesAgain);
};
const includesAgain = (pattern: string): boolean => pattern.trim().startsWith('!');
/** Less than before, and than is usual: what a script raised it may lower again. */
const belowUsual =
  (key: SettingKey): Loosens =>
  (before, after) =>
    Number(after) < Math.min(Number(before), Number(SETTINGS[key].default));

/**
 * When a change of a setting loosens what protects a person: less is left out, more is sent to others or erased, agents hear
 * less, or a tripwire says less.
 */
const GUARDS: Partial<Record<SettingKey, Loosens>> = {
  'context.enabled': switchedOff,
  'context.startTokens': belowUsual('context.startTokens'),
  'context.promptTokens': belowUsual('context.promptTokens'),
  'context.fileTokens': belowUsual('context.fileTokens'),
  'tripwires.mode': (before, after) => MODES.indexOf(String(after)) < MODES.indexOf(String(before)),
  'tripwires.errors': switchedOff,
  'privacy.excludePaths': lessExcluded,
  'privacy.excludeProjects': lessExcluded,
  'privacy.maxChars': more,
  'embed.model': (_, after) => !OWN_MODELS.includes(after),
  'embed.url': anyChange,
  'embed.key': anyChange,
  'llm.model': (_, after) => after !== 'none',
  'llm.url': anyChange,
  'llm.key': anyChange,
  'llm.purposes': added,
  'llm.dailyTokens': anyChange,
  'llm.dailyCost': anyChange,
  'llm.priceIn': less,
  'llm.priceOut': less,
  'llm.allowAgentCommand': (_, after) => after === true,
  'webhooks.urls': added,
  'webhooks.secret': anyChange,
  'webhooks.kinds': added,
  'meter.control': more,
  'retention.days': anyChange,
  'retention.graceDays': less,
};

/** The settings that protect a person. */
export const GUARD_KEYS: readonly SettingKey[] = SETTING_KEYS.filter((key) => GUARDS[key] !== undefined);

/** True for a setting that protects a person. */
export function isGuard(key: SettingKey): boolean {
  return GUARDS[key] !== undefined;
}

/** True when a change of a setting loosens what protects a person. */
export function loosensGuard(key: SettingKey, before: SettingValue, after: SettingValue): boolean {
  return JSON.stringify(before) !== JSON.stringify(after) && GUARDS[key]?.(before, after) === true;
}
