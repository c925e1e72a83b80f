import { dirname, join } from 'node:path';
import { GUARD_KEYS, loosensGuard } from '../config/guards.ts';
import { type Config, resolveConfig } from '../config/resolve-config.ts';
import type { SettingKey } from '../config/settings.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { ensureFolder, readTextIfThere } from '../platform/files.ts';
import { readTargetFile, removeTargetFile, replaceTargetFile } from './target-file.ts';

/** What a new file begins as. */
const NEW_FILE =
  '{\n  // Settings of Cairn. "cairn config" lists them; "cairn config schema" is their JSON schema.\n}\n';

/** A draft of `config.json` for an editor: a file beside it, which becomes the settings once `accept` took it. */
export interface ConfigDraft {
  path: string;
  /** True while the draft says what the settings say. */
  isUnchanged(): boolean;
  /**
   * The protections that the draft loosens against the file, every one of them where the file is damaged. Throws
   * `invalid_input` when the draft does not parse or holds a wrong value.
   */
  check(): { config: Config; loosens: SettingKey[] };
  /** Makes the draft the settings, with every byte of it; the draft is gone then. */
  accept(): void;
  discard(): void;
}

/** Where the home is. */
interface ConfigHome {
  home: string;
  userHome: string;
}

/** Writes the draft; an earlier one that was refused is gone then. Throws `unwritable`. */
export function draftConfigFile(path: string, { home, userHome }: ConfigHome): ConfigDraft {
  const draft = join(dirname(path), 'config.draft.json');
  const { bytes, mode } = readTargetFile(path);
  const text = bytes?.toString('utf8') ?? NEW_FILE;
  ensureFolder(dirname(path));
  replaceTargetFile(draft, Buffer.from(text));
  const resolve = (readText: (file: string) => string | undefined): Config =>
    resolveConfig({ env: { CAIRN_HOME: home }, userHome, readText });
  const drafted = (): string => readTextIfThere(draft) ?? '';
  return {
    path: draft,
    isUnchanged: () => drafted() === text,
    check() {
      const config = renamed(() => resolve(drafted), path, draft);
      const before = orUndefined(() => resolve(readTextIfThere));
      const loosens = GUARD_KEYS.filter(
        (key) => before === undefined || loosensGuard(key, before.settings[key], config.settings[key]),
      );
      return { config, loosens };
    },
    accept() {
      replaceTargetFile(path, Buffer.from(drafted()), mode);
      removeTargetFile(draft);
    },
    discard: () => removeTargetFile(draft),
  };
}

/** An error about the settings, as one about the draft: that is the file to correct. */
function renamed<Result>(read: () => Result, path: string, draft: string): Result {
  try {
    return read();
  } catch (error) {
    const { code, message } = toCairnError(error);
    throw new CairnError(code, message.replaceAll(path, draft), { cause: error });
  }
}

function orUndefined(read: () => Config): Config | undefined {
  try {
    return read();
  } catch (error) {
    if (toCairnError(error).code !== 'invalid_input') throw error;
    return undefined;
  }
}
