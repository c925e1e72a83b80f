// config: every setting in one table, the paths of Cairn's files, and how environment and `config.json` become
// settings. Pure: the environment and the reader of files are passed in. What a setting does is decided where it is
// used.

import * as LIMITS from '../core/limits.ts';

/**
 * The type of a setting's value. A text with `optional` may be empty; `list` is a JSON list of strings, separated by
 * commas in a variable.
 */
export type SettingType =
  | { kind: 'text'; optional?: true }
  | { kind: 'boolean' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'list'; maxItems: number };

/** One row of the settings table. `env` names the variable that overrides `config.json`; absent when there is none. */
export interface Setting {
  type: SettingType;
  default: string | number | boolean | readonly string[];
  env?: string;
  /** Its value is never shown. */
  secret?: true;
}

const text = (value: string, options: { optional?: true } = {}) => ({
  type: { kind: 'text' as const, ...options },
  default: value,
});
const optional = text('', { optional: true });
const boolean = (value: boolean) => ({ type: { kind: 'boolean' as const }, default: value });
const number = (value: number, bounds: { min: number; max: number }) => ({
  type: { kind: 'number' as const, ...bounds },
  default: value,
});
const choice = <const Value extends string>(values: readonly Value[], value: Value) => ({
  type: { kind: 'choice' as const, values },
  default: value,
});
const list = (value: readonly string[], maxItems: number) => ({
  type: { kind: 'list' as const, maxItems },
  default: value,
});

/** A setting that a variable overrides, whose name is the key's: `CAIRN_WORKER_IDLE_MINUTES`. */
const byVariable = <One extends object>(setting: One) => ({ ...setting, env: '' });

/** The table with the names of the variables that are made of keys. */
function withVariables<Table extends Record<string, Setting>>(table: Table): Table {
  for (const [key, setting] of Object.entries<Setting>(table))
    if (setting.env === '') setting.env = `CAIRN_${key.replace(/\.|(?=[A-Z])/g, '_').toUpperCase()}`;
  return table;
}

const PRICE = { min: 0, max: 1_000_000 };

/** All settings by key. The key is the name in `config.json`, flat (`"worker.start"`) or nested. */
export const SETTINGS = withVariables({
  home: byVariable(text('~/.cairn')),
  'worker.start': byVariable(choice(['auto', 'never'], 'auto')),
  'worker.idleMinutes': byVariable(number(LIMITS.ownerIdleMinutes, { min: 0.01, max: 1_440 })),
  'context.enabled': byVariable(boolean(true)),
  'context.startTokens': number(LIMITS.contextTokens.start, { min: 0, max: LIMITS.contextTokens.max }),
  'context.promptTokens': number(LIMITS.contextTokens.prompt, { min: 0, max: LIMITS.contextTokens.max }),
  'context.fileTokens': number(LIMITS.contextTokens.file, { min: 0, max: LIMITS.contextTokens.max }),
  'context.format': choice(['plain', 'markdown', 'json'], 'plain'),
  'tripwires.mode': {
    ...choice(['off', 'warn', 'block'], 'warn'),
    env: 'CAIRN_TRIPWIRES',
  },
  'tripwires.errors': boolean(true),
  'privacy.excludePaths': {
    ...list([], 1_000),
    env: 'CAIRN_EXCLUDE_PATHS',
  },
  'privacy.excludeProjects': {
    ...list([], 1_000),
    env: 'CAIRN_EXCLUDE_PROJECTS',
  },
  'privacy.maxChars': number(LIMITS.capturedChars, { min: 1_000, max: LIMITS.capturedChars }),
  'embed.model': byVariable(text('minilm')),
  'embed.url': byVariable(optional),
  'embed.key': {
    ...byVariable(optional),
    secret: true,
  },
  'embed.dimensions': number(0, { min: 0, max: 4_096 }),
  'embed.questionPrefix': optional,
  'embed.memoryPrefix': optional,
  'llm.model': byVariable(text('none')),
  'llm.url': byVariable(optional),
  'llm.key': {
    ...byVariable(optional),
    secret: true,
  },
  'llm.purposes': byVariable(list(['summary', 'answer'], 10)),
  'llm.dailyTokens': number(500_000, { min: 0, max: 1_000_000_000 }),
  'llm.dailyCost': number(0, PRICE),
  'llm.priceIn': number(0, PRICE),
  'llm.priceOut': number(0, PRICE),
  'llm.timeoutMs': number(60_000, { min: 1_000, max: 300_000 }),
  'llm.allowAgentCommand': boolean(false),
  'meter.control': byVariable(number(0, { min: 0, max: 0.5 })),
  'retention.days': list([], 10),
  'sync.minutes': byVariable(number(10, { min: 0.01, max: 1_440 })),
  'webhooks.urls': list([], 5),
  'webhooks.secret': {
    ...optional,
    secret: true,
  },
  'webhooks.kinds': list(['knowledge', 'summaries', 'failures', 'sessions'], 4),
  'backup.daily': byVariable(boolean(true)),
  'retention.graceDays': number(30, { min: 0, max: 3_650 }),
  'disk.lowMegabytes': byVariable(number(500, { min: 0, max: 1_000_000_000 })),
  'disk.fullMegabytes': byVariable(number(50, { min: 0, max: 1_000_000_000 })),
  'update.notice': boolean(false),
  'log.level': byVariable(choice(['off', 'error', 'info', 'debug'], 'info')),
});

/** The name of a setting. */
export type SettingKey = keyof typeof SETTINGS;

/** The value of every setting, by key. The key names the unit: tokens, minutes, characters. */
export type Settings = Readonly<{ [Key in SettingKey]: (typeof SETTINGS)[Key]['default'] }>;

/** All keys, in the order of the table. */
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
