import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '../../api/contract.ts';
import { toCairnError } from '../../core/errors.ts';
import { type HealthFinding, runCheck } from '../../core/model/check.ts';
import type { SetupEnvironment } from '../../setup/setup.ts';

const AGAIN = 'cairn worker restart; if it fails again, cairn.log in the home says why';

/** Dependencies of the trial reads. */
export interface ReadTrial {
  memory: Pick<Memory, 'search'>;
  place: SetupEnvironment;
  version: string;
  signal: AbortSignal;
}

/**
 * Runs one search as a person does (CLI) and one as an agent does (MCP server), each through its real surface. Writes
 * nothing.
 */
export async function tryReads(trial: ReadTrial): Promise<HealthFinding[]> {
  return [...(await runCheck('search', () => trySearch(trial))), ...(await runCheck('mcp', () => tryMcp(trial)))];
}

async function trySearch({ memory, signal }: ReadTrial): Promise<HealthFinding[]> {
  const name = 'search';
  try {
    await memory.search({ query: 'cairn doctor', limit: 1 }, { signal });
    return [{ name, status: 'ok', message: 'A trial search was answered.' }];
  } catch (error) {
    const { code, message } = toCairnError(error);
    if (code === 'cancelled') throw error;
    return [{ name, status: 'failed', message: `A trial search failed: ${message}.`, fix: AGAIN }];
  }
}

async function tryMcp({ place, version }: ReadTrial): Promise<HealthFinding[]> {
  const name = 'mcp';
  const { launcher, home } = place.paths;
  const own = join(place.program, 'mcp.js');
  const isInstalled = existsSync(launcher);
  if (!isInstalled && !existsSync(own)) return [];
  const { verifyMcp } = await import('../../setup/verify-mcp.ts');
  const { CAIRN_MCP_SILENT: _, ...variables } = place.environment.variables;
  try {
    const words = isInstalled ? ([launcher, 'mcp'] as const) : ([place.node, own] as const);
    await verifyMcp({ words, env: { ...variables, CAIRN_HOME: home }, version });
    return [{ name, status: 'ok', message: 'The MCP server answered a trial call.' }];
  } catch (error) {
    const fix = isInstalled ? `cairn setup; then: ${AGAIN}` : AGAIN;
    return [{ name, status: 'failed', message: toCairnError(error).message, fix }];
  }
}
