// config: every setting in one table, the paths of Cairn's files, and how environment and `config.json` become
// settings. Pure: the environment and the reader of files are passed in. What a setting does is decided where it is
// used.

import { LIMITS } from '../core/limits.ts';

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
  help: string;
  env?: string;
  /** Its value is never shown. */
  secret?: true;
}

const text = (value: string, options: { optional?: true } = {}) => ({
  type: { kind: 'text' as const, ...options },
  default: value,
});
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

/** All settings by key. The key is the name in `config.json`, flat (`"worker.start"`) or nested. */
export const SETTINGS = {
  home: {
    ...text('~/.cairn'),
    env: 'CAIRN_HOME',
    help: 'Folder of all data. Set by the environment alone.',
  },
  'worker.start': {
    ...choice(['auto', 'never'], 'auto'),
    env: 'CAIRN_WORKER_START',
    help: 'Whether a command or hook may start the worker: auto or never.',
  },
  'worker.idleMinutes': {
    ...number(LIMITS.ownerIdleMinutes, { min: 0.01, max: 1_440 }),
    env: 'CAIRN_WORKER_IDLE_MINUTES',
    help: 'Minutes without a request after which the worker leaves.',
  },
  'context.enabled': {
    ...boolean(true),
    env: 'CAIRN_CONTEXT_ENABLED',
    help: 'Whether hooks hand context to the agent.',
  },
  'context.startTokens': {
    ...number(LIMITS.contextTokens.start, { min: 0, max: LIMITS.contextTokens.max }),
    help: 'Most tokens of context at the start of a session.',
  },
  'context.promptTokens': {
    ...number(LIMITS.contextTokens.prompt, { min: 0, max: LIMITS.contextTokens.max }),
    help: 'Most tokens of context at a prompt; the first of a session also gets what its start left.',
  },
  'context.fileTokens': {
    ...number(LIMITS.contextTokens.file, { min: 0, max: LIMITS.contextTokens.max }),
    help: 'Most tokens of context before a file is read or changed.',
  },
  'tripwires.mode': {
    ...choice(['off', 'warn', 'block'], 'warn'),
    env: 'CAIRN_TRIPWIRES',
    help: 'What a rule that a person confirmed as a tripwire does when a command, a changed file or a prompt meets it: off, warn, or block (constraints alone, where the agent lets a hook refuse a call).',
  },
  'tripwires.errors': {
    ...boolean(true),
    help: 'Whether the agent is told what is known of an error that came in an earlier session.',
  },
  'privacy.excludePaths': {
    ...list([], 1_000),
    env: 'CAIRN_EXCLUDE_PATHS',
    help: 'Patterns of files whose contents are never kept, beside the built-in ones.',
  },
  'privacy.excludeProjects': {
    ...list([], 1_000),
    env: 'CAIRN_EXCLUDE_PROJECTS',
    help: 'Patterns of project folders of which nothing is kept.',
  },
  'privacy.maxChars': {
    ...number(LIMITS.capturedChars, { min: 1_000, max: LIMITS.capturedChars }),
    help: 'Characters of one captured text that are kept; of a longer one head and tail.',
  },
  'embed.model': {
    ...text('minilm'),
    env: 'CAIRN_EMBED_MODEL',
    help: 'What makes vectors, by which memories are found by meaning: minilm (bundled), none, package:NAME, folder:PATH, openai:MODEL or ollama:MODEL.',
  },
  'embed.url': {
    ...text('', { optional: true }),
    env: 'CAIRN_EMBED_URL',
    help: 'Address of the server of an openai: or ollama: model; without it https://api.openai.com/v1 or http://127.0.0.1:11434.',
  },
  'embed.key': {
    ...text('', { optional: true }),
    env: 'CAIRN_EMBED_KEY',
    secret: true,
    help: 'Key that the server of an openai: or ollama: model asks for. It is never shown.',
  },
  'embed.dimensions': {
    ...number(0, { min: 0, max: 4_096 }),
    help: 'Numbers of a vector that are asked of a server; 0: as many as its model gives.',
  },
  'embed.questionPrefix': {
    ...text('', { optional: true }),
    help: 'What a package:, folder: or server model wants before a question; without it what the package or folder says.',
  },
  'embed.memoryPrefix': {
    ...text('', { optional: true }),
    help: 'What a package:, folder: or server model wants before a memory; without it what the package or folder says.',
  },
  'llm.model': {
    ...text('none'),
    env: 'CAIRN_LLM_MODEL',
    help: 'Language model that words summaries better: none, openai:MODEL, anthropic:MODEL, ollama:MODEL, or command:LINE, a program that reads a prompt and prints an answer.',
  },
  'llm.url': {
    ...text('', { optional: true }),
    env: 'CAIRN_LLM_URL',
    help: 'Address of the server of the model; without it https://api.openai.com/v1, https://api.anthropic.com or http://127.0.0.1:11434.',
  },
  'llm.key': {
    ...text('', { optional: true }),
    env: 'CAIRN_LLM_KEY',
    secret: true,
    help: 'Key that the server of the model asks for. It is never shown.',
  },
  'llm.purposes': {
    ...list(['summary', 'answer'], 10),
    env: 'CAIRN_LLM_PURPOSES',
    help: 'What the model is asked for: summary (of sessions), observations (those that summaries name), answer (of questions to collections).',
  },
  'llm.dailyTokens': {
    ...number(500_000, { min: 0, max: 1_000_000_000 }),
    help: 'Tokens that the model may read and write in a day, about; 0: as many as it likes.',
  },
  'llm.dailyCost': {
    ...number(0, { min: 0, max: 1_000_000 }),
    help: 'What a day may cost, in the money of the prices; 0: no matter. It takes llm.priceIn and llm.priceOut.',
  },
  'llm.priceIn': {
    ...number(0, { min: 0, max: 1_000_000 }),
    help: 'Price of a million tokens that the model reads.',
  },
  'llm.priceOut': {
    ...number(0, { min: 0, max: 1_000_000 }),
    help: 'Price of a million tokens that the model writes.',
  },
  'llm.timeoutMs': {
    ...number(60_000, { min: 1_000, max: 300_000 }),
    help: 'Milliseconds that one answer of the model may take.',
  },
  'llm.allowAgentCommand': {
    ...boolean(false),
    help: "Whether command: may name an agent's program, and so use your subscription with it.",
  },
  'meter.control': {
    ...number(0, { min: 0, max: 0.5 }),
    env: 'CAIRN_METER_CONTROL',
    help: 'Share of sessions that are told nothing but tripwires, so that cairn impact can compare; 0: none, and it says nothing of causes.',
  },
  'retention.days': {
    ...list([], 10),
    help: 'After how many days memories of a kind are retired, as observation=365; kinds are observation, prompt and message.',
  },
  'backup.daily': {
    ...boolean(true),
    env: 'CAIRN_BACKUP_DAILY',
    help: 'Whether a backup of the memory is made on each day on which something was added.',
  },
  'retention.graceDays': {
    ...number(30, { min: 0, max: 3_650 }),
    help: 'Days after which what was retired is erased for good; until then it can be brought back.',
  },
  'disk.lowMegabytes': {
    ...number(500, { min: 0, max: 1_000_000_000 }),
    env: 'CAIRN_DISK_LOW_MEGABYTES',
    help: 'Free megabytes of the disk below which what tools read and wrote is kept by its first and last lines alone.',
  },
  'disk.fullMegabytes': {
    ...number(50, { min: 0, max: 1_000_000_000 }),
    env: 'CAIRN_DISK_FULL_MEGABYTES',
    help: 'Free megabytes of the disk below which nothing new is taken in; what is there can be read, exported and forgotten.',
  },
  'log.level': {
    ...choice(['off', 'error', 'info', 'debug'], 'info'),
    env: 'CAIRN_LOG_LEVEL',
    help: 'How much the log file tells: off, error, info or debug.',
  },
} satisfies Record<string, Setting>;

/** The name of a setting. */
export type SettingKey = keyof typeof SETTINGS;

/** The value of every setting, by key. The key names the unit: tokens, minutes, characters. */
export type Settings = Readonly<{ [Key in SettingKey]: (typeof SETTINGS)[Key]['default'] }>;

/** All keys, in the order of the table. */
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
