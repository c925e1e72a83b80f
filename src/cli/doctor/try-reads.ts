import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toCairnError } from '../../core/errors.ts';
import { type HealthFinding, runCheck } from '../../core/model/check.ts';
import type { SetupEnvironment } from '../../setup/setup.ts';
import type { CliContext } from '../terminal/command.ts';

const AGAIN = 'cairn worker restart; if it fails again, cairn.log in the home says why';

/**
 * Runs one search as a person does (CLI) and one as an agent does (MCP server), each through its real surface. Writes
 * nothing.
 */
export async function tryReads(context: CliContext, place: SetupEnvironment): Promise<HealthFinding[]> {
  const search = await runCheck('search', () => trySearch(context));
  return [...search, ...(await runCheck('mcp', () => tryMcp(place, context.version)))];
}

async function trySearch({ io: { signal }, openMemory }: CliContext): Promise<HealthFinding[]> {
  const name = 'search';
  try {
    await openMemory({ person: false }).search({ query: 'cairn doctor', limit: 1 }, { signal });
    return [{ name, status: 'ok', message: 'A trial search was answered.' }];
  } catch (error) {
    const { code, message } = toCairnError(error);
    if (code === 'cancelled') throw error;
    return [{ name, status: 'failed', message: `A trial search failed: ${message}.`, fix: AGAIN }];
  }
}

async function tryMcp(place: SetupEnvironment, version: string): Promise<HealthFinding[]> {
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
