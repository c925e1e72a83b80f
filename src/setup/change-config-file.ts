import { dirname } from 'node:path';
import type { JsonPath } from '../agents/shared/setup/edit-jsonc.ts';
import { insertJsonc, readJsonc, removeJsonc } from '../agents/shared/setup/edit-jsonc.ts';
import { isGuard, loosensGuard } from '../config/guards.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import type { SettingValue } from '../config/setting-value.ts';
import { SETTINGS, type SettingKey } from '../config/settings.ts';
import { toCairnError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { ensureFolder, readTextIfThere } from '../platform/files.ts';
import { readTargetFile, removeTargetFile, replaceTargetFile } from './target-file.ts';

/**
 * Sets one key of `config.json`, or removes it when there is no value, whether it is written flat or nested; the rest
 * of the file stays byte for byte. The write is atomic and durable. Throws `damaged` when the file is not JSON, and
 * `unwritable`.
 */
export function changeConfigFile(
  path: string,
  key: SettingKey,
  value: string | number | boolean | readonly string[] | undefined,
): void {
  const present = readTargetFile(path);
  const before = present.bytes?.toString('utf8');
  const text = before === undefined || before.trim() === '' ? undefined : before;
  const at =
    text === undefined ? [] : [[key], key.split('.')].filter((candidate) => readJsonc(text, candidate) !== undefined);
  const after = value === undefined ? withoutAll(text, at) : insertJsonc(text, { path: at[0] ?? [key] }, toJson(value));
  if (after === before) return;
  ensureFolder(dirname(path));
  if (after === undefined) removeTargetFile(path);
  else replaceTargetFile(path, Buffer.from(after), present.mode);
}

/**
 * True when a value, or without one the default, protects less than what the file of a home says, whatever variables say;
 * also for every guard while the file holds something wrong.
 */
export function loosensInFile(
  { home, userHome }: { home: string; userHome: string },
  key: SettingKey,
  value: SettingValue = SETTINGS[key].default,
): boolean {
  try {
    const { settings } = resolveConfig({ env: { CAIRN_HOME: home }, userHome, readText: readTextIfThere });
    return loosensGuard(key, settings[key], value);
  } catch (error) {
    if (toCairnError(error).code !== 'invalid_input') throw error;
    return isGuard(key);
  }
}

function withoutAll(text: string | undefined, paths: readonly JsonPath[]): string | undefined {
  return paths.reduce<string | undefined>(
    (rest, path) => (rest === undefined ? undefined : removeJsonc(rest, path)),
    text,
  );
}

function toJson(value: string | number | boolean | readonly string[]): JsonValue {
  return typeof value === 'object' ? [...value] : value;
}
