import { DEADLINES, type Deadlines, scaleDeadlines } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../core/json.ts';
import { type HomePaths, homePaths } from './paths.ts';
import { readSetting, readVariable, type SettingValue } from './setting-value.ts';
import { SETTING_KEYS, SETTINGS, type Setting, type SettingKey, type Settings } from './settings.ts';

/** The inputs of a configuration. `readText` returns a file's text, `undefined` when there is none. */
export interface ConfigSources {
  env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, absolute. */
  userHome: string;
  readText(path: string): string | undefined;
}

/**
 * Factor by which every deadline of the product is multiplied; not a setting. Only tests set it, for the programs that
 * they start (`test/support/patience.ts`), and only this file reads it.
 */
export const DEADLINE_SCALE = { env: 'CAIRN_TEST_DEADLINE_SCALE', min: 1, max: 1_000 } as const;

/**
 * The resolved settings, the paths of the files, the source of each value, the deadlines, and the unknown keys of
 * `config.json`.
 */
export interface Config {
  settings: Settings;
  paths: HomePaths;
  deadlines: Deadlines;
  from: Readonly<Record<SettingKey, 'default' | 'file' | 'env'>>;
  unknown: readonly string[];
}

/**
 * Resolves each setting: variable, else `<home>/config.json`, else default. Throws `invalid_input` for a wrong value.
 */
export function resolveConfig(sources: ConfigSources): Config {
  const home = resolveHome(sources);
  const paths = homePaths(home);
  const file = readFileValues(paths.config, sources);
  const values: Partial<Record<SettingKey, SettingValue>> = {};
  const from: Partial<Record<SettingKey, 'default' | 'file' | 'env'>> = {};
  for (const key of SETTING_KEYS) {
    const setting: Setting = SETTINGS[key];
    const variable = setting.env === undefined ? undefined : sources.env[setting.env];
    const filed = isKey(key) ? file.get(key) : undefined;
    if (variable !== undefined && variable !== '') {
      values[key] = readVariable(key, variable, setting.env ?? key);
      from[key] = 'env';
    } else if (filed !== undefined) {
      values[key] = readSetting(key, filed, paths.config);
      from[key] = 'file';
    } else {
      values[key] = setting.default;
      from[key] = 'default';
    }
  }
  return {
    settings: { ...(values as unknown as Settings), home },
    paths,
    deadlines: readDeadlines(sources),
    from: from as Config['from'],
    unknown: [...file.keys()].filter((key) => !isKey(key) && key !== '$schema'),
  };
}

/** The folder of all data: `CAIRN_HOME` with `~` expanded, else `~/.cairn`. Throws unless it is absolute. */
export function resolveHome({ env, userHome }: Pick<ConfigSources, 'env' | 'userHome'>): string {
  const given = env.CAIRN_HOME || SETTINGS.home.default;
  const home = given === '~' || given.startsWith('~/') ? `${userHome}${given.slice(1)}` : given;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(home)) {
    throw new CairnError('invalid_input', `CAIRN_HOME is ${JSON.stringify(given)}; it takes an absolute path`, {
      fix: 'Set CAIRN_HOME to an absolute path or unset it.',
    });
  }
  return home.length > 1 ? home.replace(/[\\/]+$/, '') : home;
}

function readDeadlines({ env: variables }: ConfigSources): Deadlines {
  const { env, min, max } = DEADLINE_SCALE;
  const scale = variables[env];
  if (scale === undefined || scale === '') return DEADLINES;
  const factor = Number(scale);
  if (factor >= min && factor <= max) return scaleDeadlines(factor);
  throw new CairnError('invalid_input', `${env} is ${JSON.stringify(scale)}; it takes a number from ${min} to ${max}`, {
    fix: `Unset ${env}.`,
  });
}

function readFileValues(path: string, { readText }: ConfigSources): Map<string, JsonValue> {
  const text = readText(path);
  if (!text?.trim()) return new Map();
  const parsed = parseJson(text) ?? parseJson(withoutComments(text));
  if (!isJsonObject(parsed)) {
    throw new CairnError('invalid_input', `${path} is not a JSON object`, { fix: `Correct or remove ${path}.` });
  }
  const values = new Map<string, JsonValue>();
  flatten(parsed, '', values);
  return values;
}

/** The text of a JSON file without its comments and the commas before an end. Linear: what is not closed goes to the end. */
export function withoutComments(text: string): string {
  return text
    .replace(/("([^"\\]|\\.)*"?)|\/\/.*|\/\*[\s\S]*?(\*\/|$)/g, '$1')
    .replace(/("([^"\\]|\\.)*"?)|,(?=\s*[}\]])/g, '$1');
}

/** Nested objects become dotted keys: `{"worker": {"start": "never"}}` is `{"worker.start": "never"}`. */
function flatten(object: JsonObject, prefix: string, into: Map<string, JsonValue>): void {
  for (const [name, value] of Object.entries(object)) {
    const key = `${prefix}${name}`;
    const isGroup = isJsonObject(value) && !isKey(key) && SETTING_KEYS.some((known) => known.startsWith(`${key}.`));
    if (isGroup) flatten(value, `${key}.`, into);
    else into.set(key, value);
  }
}

/** False for `home`: a file in the home cannot set it. */
function isKey(key: string): boolean {
  return key !== 'home' && SETTING_KEYS.includes(key as SettingKey);
}
