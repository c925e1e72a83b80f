import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../../config/paths.ts';
import { toCairnError } from '../../core/errors.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { MODEL_FILE } from '../../core/model/embed-text.ts';
import { describeNode, isNodeServed } from '../../core/node-version.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { askNodeVersion } from '../../setup/ask-node-version.ts';
import type { SetupEnvironment, SetupPlan } from '../../setup/setup.ts';
import { readTargetFile } from '../../setup/target-file.ts';
import type { HookCheck } from '../../setup/verify-hook.ts';

/** The folders in which the hook script looks for programs; the same list as in `hook.sh`. */
const HOOK_PATH = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin', '/run/current-system/sw/bin'];
const NODE_LINE = /^node='((?:[^']|'\\'')*)'$/m;

/** Dependencies of the checks of the installed program. */
export interface ProgramCheckDeps {
  place: SetupEnvironment;
  /** What set-up would do for the agents that are set up. */
  plan: SetupPlan;
  /** Repairs everything to what set-up would write; returns what it did. */
  mend: () => Promise<string>;
}

/** Checks that the installed program and the commands that agents run exist and are of this version. */
export function checkProgram(look: ProgramCheckDeps): HealthFinding[] {
  const { place, plan } = look;
  const { hook } = place.paths;
  return [
    programFinding(look),
    modelFinding(look),
    ...plan.commands.map(({ path }): HealthFinding => {
      const message = existsSync(path) ? `${path} is not as set-up writes it.` : `${path} is missing.`;
      const name = `command:${path === hook ? 'hook' : 'cairn'}`;
      return { name, status: 'failed', message, fix: 'cairn setup', mend: look.mend };
    }),
    ...(existsSync(hook) ? [nodeFinding(hook, look)] : []),
    curlFinding(),
  ];
}

function programFinding({ place, plan, mend }: ProgramCheckDeps): HealthFinding {
  const { appCurrent } = place.paths;
  const name = 'program';
  if (plan.programInstalled) {
    return { name, status: 'ok', message: `Agents run version ${plan.program.version}, as this command.` };
  }
  const isThere = existsSync(join(appCurrent, 'build.json'));
  const message = isThere ? `${appCurrent} is not the build that this command is.` : `${appCurrent} is not there.`;
  return { name, status: isThere ? 'warning' : 'failed', message, fix: 'cairn setup', mend };
}

function modelFinding({ place, plan, mend }: ProgramCheckDeps): HealthFinding {
  const name = 'model';
  if (plan.model !== undefined) {
    const what = existsSync(plan.model.to) ? 'is not the one that came with this command' : 'is not there';
    const message = `The model ${plan.model.to} ${what}: agents' questions are answered by words alone.`;
    return { name, status: 'warning', message, fix: 'cairn setup', mend };
  }
  const path = join(place.model ?? place.paths.models, MODEL_FILE);
  if (existsSync(path)) return { name, status: 'ok', message: `The model of this command is ${path}.` };
  const message = `The model ${path} is not there: questions are answered by words alone.`;
  return { name, status: 'warning', message, fix: 'Install Cairn again, then: cairn setup' };
}

/** Path of the Node executable that the hook script names; `undefined` when it names none. */
function hookNode(hook: string): string | undefined {
  const [, quoted] = NODE_LINE.exec(readTargetFile(hook).bytes?.toString('utf8') ?? '') ?? [];
  return quoted?.replaceAll("'\\''", "'");
}

function nodeFinding(hook: string, { mend }: ProgramCheckDeps): HealthFinding {
  const name = 'hook-node';
  const path = hookNode(hook);
  if (path === undefined || !existsSync(path)) {
    const message = `The hook runs ${path ?? 'no Node that it names'}, which is not there.`;
    return { name, status: 'failed', message, fix: 'cairn setup', mend };
  }
  const version = askNodeVersion(path);
  if (isNodeServed(version)) return { name, status: 'ok', message: `The hook runs ${path}.` };
  return { name, status: 'failed', message: describeNode({ version, path }).message, fix: 'cairn setup', mend };
}

/**
 * Runs the hook as an agent does, and then the fallback that the hook runs while no worker answers. Each payload must
 * arrive at the worker or in the journal.
 */
export async function tryHook(
  { hook, journal, home, appCurrent, cache }: HomePaths,
  trial: Pick<HookCheck, 'agent' | 'seenByWorker' | 'deadlines'> & { userHome: string },
): Promise<HealthFinding[]> {
  const check = { hook, journal, ...trial };
  const node = hookNode(hook);
  const env = { HOME: trial.userHome, CAIRN_HOME: home, NODE_COMPILE_CACHE: cache };
  const findings = [await tried('hook-runs', check)];
  if (node === undefined) return findings;
  return [...findings, await tried('hook-alone', { ...check, words: [node, join(appCurrent, 'hook.cjs')], env })];
}

async function tried(name: 'hook-runs' | 'hook-alone', check: HookCheck): Promise<HealthFinding> {
  const { verifyHook } = await import('../../setup/verify-hook.ts');
  const what = name === 'hook-runs' ? 'A trial run of the hook' : 'A trial run of the hook without a worker';
  try {
    const reached = await verifyHook(check);
    return { name, status: 'ok', message: `${what} reached the ${reached}.` };
  } catch (error) {
    const { fix } = toCairnError(error);
    const message = `${what} failed: what it was given did not arrive, or it said something.`;
    return { name, status: 'failed', message, ...omitUndefined({ fix }) };
  }
}

function curlFinding(): HealthFinding {
  const name = 'curl';
  const found = HOOK_PATH.map((folder) => join(folder, 'curl')).find(existsSync);
  if (found !== undefined) return { name, status: 'ok', message: `The hook takes the short way, over ${found}.` };
  const message = `There is no curl in ${HOOK_PATH.join(', ')}: the hook starts a Node each time, which takes longer.`;
  return { name, status: 'warning', message, fix: 'Install curl.' };
}
