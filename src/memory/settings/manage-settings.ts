// memory/settings: the settings of the home as answers show them, and their change in `config.json`. What a setting does
// is decided where it is used.

import type { Caller } from '../../api/contract.ts';
import type { SettingEntry, SettingsResult } from '../../api/home-answers.ts';
import type { SettingsInput } from '../../api/requests.ts';
import { describeSetting } from '../../config/describe-setting.ts';
import { GUARD_KEYS, isGuard, loosensGuard } from '../../config/guards.ts';
import { type Config, resolveConfig } from '../../config/resolve-config.ts';
import { readVariable, type SettingValue } from '../../config/setting-value.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../config/settings.ts';
import { acceptanceOf } from '../../context/narrowed-here.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { readGit } from '../../platform/git-text.ts';
import { changeConfigFile } from '../../setup/change-config-file.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { PAUSES } from '../runtime/seen-pauses.ts';
import { TRIPWIRES } from '../runtime/watch-guards.ts';

type SettingsDeps = Pick<MemoryParts, 'environment' | 'paths' | 'settings' | 'guards' | 'configOf'>;

/** No setting, but a person accepts it like one: what the file of the project at hand turns off. */
const PROJECT = 'project';

/**
 * Lists the settings; first changes one, or accepts one as it stands, when asked. Only a person may loosen what protects a
 * person, or accept that it was loosened.
 */
export async function manageSettings(
  deps: SettingsDeps,
  input: SettingsInput,
  caller: Caller,
): Promise<SettingsResult> {
  const changed = changeOf(input);
  if (changed !== undefined) change(deps, changed, caller);
  const config = readConfig(deps);
  const accepted = input.accept === undefined ? changed?.key : acceptable(input.accept, caller);
  if (accepted === PAUSES) await deps.guards.seePauses('accepted');
  else if (accepted === TRIPWIRES) await deps.guards.acceptSeen({ key: TRIPWIRES, value: '""', from: 'file' });
  else if (accepted === PROJECT) await acceptProject(deps, caller);
  else if (accepted !== undefined && caller.person && isGuard(accepted)) await deps.guards.accept(accepted, config);
  const settings = SETTING_KEYS.map((key) => toEntry(deps, key, config));
  const waiting = settings.filter(({ pending }) => pending).length;
  return {
    file: config.paths.config,
    settings,
    unknown: [...config.unknown],
    ...omitUndefined({ changed: changed?.key }),
    notes:
      waiting === 0
        ? []
        : [{ code: 'restart', message: 'The worker goes by what it read when it started: cairn worker restart' }],
  };
}

interface Change {
  key: SettingKey;
  /** Absent: its default again. */
  value?: SettingValue;
}

function changeOf({ set, value, unset }: SettingsInput): Change | undefined {
  const key = set ?? unset;
  if (key === undefined && value === undefined) return undefined;
  const known = SETTING_KEYS.find((one) => one === key);
  if (known === undefined || (set !== undefined && unset !== undefined)) {
    throw new CairnError('invalid_input', `One setting is changed at a time, by its key; got ${JSON.stringify(key)}.`, {
      fix: 'settings lists the keys',
    });
  }
  if (set === undefined) return { key: known };
  if (value !== undefined) return { key: known, value: readVariable(known, value, 'settings') };
  throw new CairnError('invalid_input', `There is no value for ${known}.`, { fix: 'unset gives it its default' });
}

type Acceptable = SettingKey | typeof PAUSES | typeof TRIPWIRES | typeof PROJECT;

/** The guard that a person accepts as it stands. Throws `invalid_input` for what is none, and `not_allowed`. */
function acceptable(key: string, caller: Caller): Acceptable {
  const known = key === PAUSES || key === TRIPWIRES || key === PROJECT ? key : GUARD_KEYS.find((one) => one === key);
  if (known === undefined) {
    throw new CairnError('invalid_input', `${JSON.stringify(key)} is not a setting that protects a person.`, {
      fix: 'cairn status lists what was loosened',
    });
  }
  if (caller.person) return known;
  throw new CairnError('not_allowed', 'Only a person accepts that a guard was loosened.', {
    fix: `cairn config accept ${known}, typed in a terminal of your own`,
  });
}

/** Writes down that a person wants what the file of the project at hand turns off. */
async function acceptProject({ configOf, guards }: SettingsDeps, { cwd }: Caller): Promise<void> {
  const config = cwd === undefined ? undefined : configOf(readGit(cwd)?.root ?? cwd);
  const acceptance = config === undefined ? undefined : acceptanceOf(config);
  if (acceptance === undefined) {
    throw new CairnError('not_found', 'Here no .cairn/config.json turns recording or context off.', {
      fix: 'cairn config list',
    });
  }
  await guards.acceptSeen(acceptance);
}

function change(deps: SettingsDeps, { key, value }: Change, caller: Caller): void {
  const before = readConfig(deps);
  if (key === 'home' || before.from[key] === 'env') {
    const { env } = describeSetting(key, before);
    throw new CairnError('not_allowed', `${key} is set outside, by the variable ${env ?? key}.`, {
      fix: `Change or unset ${env ?? key} where the worker is started.`,
    });
  }
  if (!caller.person && loosensGuard(key, before.settings[key], value ?? SETTINGS[key].default)) {
    throw new CairnError('not_allowed', `${key} protects a person: only a person may loosen it.`, {
      fix: `cairn ui, or cairn config set ${key}, typed in a terminal of your own`,
    });
  }
  changeConfigFile(deps.paths.config, key, value);
}

/** The settings as variables and file give them now. */
export function readConfig({ environment, paths }: Pick<MemoryParts, 'environment' | 'paths'>): Config {
  const env = { ...environment.variables, CAIRN_HOME: paths.home };
  return resolveConfig({ env, userHome: environment.home, readText: readTextIfThere });
}

function toEntry({ settings }: SettingsDeps, key: SettingKey, config: Config): SettingEntry {
  const state = describeSetting(key, config);
  const isSame = key === 'home' || JSON.stringify(settings[key]) === JSON.stringify(config.settings[key]);
  return { ...state, locked: key === 'home' || state.from === 'env', pending: !isSame };
}
