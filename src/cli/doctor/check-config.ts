// cli/doctor: what `cairn doctor` checks in its own process, besides what the worker checks: settings, the installed
// program, the agents. worker/health checks the home; the worker checks what is in the memory.

import type { Config } from '../../config/resolve-config.ts';
import { toCairnError } from '../../core/errors.ts';
import type { HealthFinding } from '../../core/model/check.ts';

/** Checks whether the settings can be read, and whether each key of the file is a known setting. */
export function checkConfig(readConfig: () => Config): { findings: HealthFinding[]; config?: Config } {
  const name = 'config';
  try {
    const config = readConfig();
    const set = Object.values(config.from).filter((from) => from !== 'default').length;
    const finding: HealthFinding =
      config.unknown.length === 0
        ? { name, status: 'ok', message: `The settings can be read; ${set} differ from their defaults.` }
        : {
            name,
            status: 'warning',
            message: `${config.paths.config} has ${config.unknown.join(', ')}, which is no setting.`,
            fix: `Remove it from ${config.paths.config}; cairn config list shows all settings`,
          };
    return { findings: [finding], config };
  } catch (error) {
    const { message, fix } = toCairnError(error);
    return { findings: [{ name, status: 'failed', message, ...(fix === undefined ? {} : { fix }) }] };
  }
}
