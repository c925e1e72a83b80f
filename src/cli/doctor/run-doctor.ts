// cli/doctor: what `cairn doctor` checks in its own process: settings, the installed program, the agents. worker/health
// checks the home; the worker checks what is in the memory.

import { existsSync } from 'node:fs';
import type { StatusResult } from '../../api/home-answers.ts';
import type { DoctorInput } from '../../api/requests.ts';
import { keysByVariable } from '../../config/describe-setting.ts';
import { diskLimits } from '../../config/disk-limits.ts';
import { homePaths } from '../../config/paths.ts';
import { type Config, resolveHome } from '../../config/resolve-config.ts';
import { toCairnError } from '../../core/errors.ts';
import { type HealthCheck, type HealthFinding, runCheck, toChecks } from '../../core/model/check.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { describeAgents } from '../../setup/describe-agents.ts';
import { applySetup, isSetUp, planSetup, type SetupEnvironment } from '../../setup/setup.ts';
import { readBackups } from '../../setup/setup-backup.ts';
import { CHECK_EVENT } from '../../setup/verify-hook.ts';
import type { CliContext } from '../terminal/command.ts';
import { seenByWorker } from '../terminal/seen-by-worker.ts';
import { checkAgents, checkHooks } from './check-agents.ts';
import { checkProgram, tryHook } from './check-program.ts';
import { mendedBySalvage } from './salvage-memory.ts';
import { tryReads } from './try-reads.ts';

type Hooks = StatusResult['hooks'];

/**
 * Checks everything from the machine to the memory; with `fix`, repairs what can be repaired safely, a damaged database by
 * `salvage`.
 */
export async function runDoctor(
  context: CliContext,
  input: Required<DoctorInput>,
  salvage: () => Promise<string>,
): Promise<HealthCheck[]> {
  const { out, io } = context;
  const paths = homePaths(resolveHome(io));
  const checks: HealthCheck[] = [];
  const add = async (findings: readonly HealthFinding[]): Promise<boolean> => {
    const found = await toChecks(
      findings.map((finding) => mendedBySalvage(finding, salvage)),
      input,
    );
    checks.push(...found);
    return found.every(({ status }) => status !== 'failed');
  };
  out.progress('Looking at the machine and the home …');
  const { checkMachine } = await import('../../worker/health/check-machine.ts');
  const { checkHome } = await import('../../worker/health/check-home.ts');
  await add(checkMachine());
  const { finding, config } = checkConfig(context.readConfig);
  await add([finding]);
  if (config !== undefined) await add(variableFindings(config));
  if (config !== undefined) await add(await runCheck('config:project', () => projectFindings(context, config)));
  await add(await runCheck('home', () => checkHome(paths, diskLimits(config?.settings))));
  if (config === undefined) return checks;
  out.progress('Looking at agents …');
  const place = await context.setupPlace(config);
  await add(await runCheck('agents', () => lookAtSetup(place, context)));
  if (!existsSync(paths.home)) return checks;
  const { checkWorker } = await import('../../worker/health/check-worker.ts');
  const { checkDatabase } = await import('../../worker/health/check-database.ts');
  const answered = await add(await runCheck('worker', () => checkWorker(workerLook(context, config))));
  const { checkHookLog } = await import('../../worker/health/check-hook-log.ts');
  await add(await runCheck('hook-kept', () => checkHookLog(paths.log, io.now())));
  if (answered) await add(await runCheck('hook-runs', () => trialFindings(place, context)));
  if (!(await add(await runCheck('database', () => checkDatabase(paths))))) return checks;
  // No worker starts over a database that does not open; it does once that was salvaged.
  const answers = answered || checks.at(-1)?.fixed === true;
  out.progress(input.deep ? 'Reading everything in memory …' : 'Asking the worker …');
  const at = { config, place };
  const memory = answers ? await askWorker(context, at, input) : await readAlone(at, input);
  await add(memory.checks);
  if (memory.answers) await add(await tryReads(context, place));
  await add(hookFindings(place, memory.hooks));
  return checks;
}

function workerLook({ io, version }: CliContext, { paths, settings, deadlines }: Config) {
  const place = { runtimeDir: io.env.XDG_RUNTIME_DIR, userId: io.userId };
  return { paths, place, version, mayStart: settings['worker.start'] === 'auto', deadlines };
}

/** Checks whether the settings can be read, and whether each key of the file is a known setting. */
function checkConfig(readConfig: () => Config): { finding: HealthFinding; config?: Config } {
  const name = 'config';
  try {
    const config = readConfig();
    const { from, unknown, paths } = config;
    const set = Object.values(from).filter((source) => source !== 'default').length;
    const fine = `The settings can be read; ${set} differ from their defaults.`;
    if (unknown.length === 0) return { finding: { name, status: 'ok', message: fine }, config };
    const message = `${paths.config} has ${unknown.join(', ')}, which is not a setting.`;
    const fix = `Remove it from ${paths.config}; cairn config list shows all settings`;
    return { finding: { name, status: 'warning', message, fix }, config };
  } catch (error) {
    return { finding: failure(name, error) };
  }
}

/** Tells what is set by variable alone: what leaves files or projects out is missed where it does not count. */
function variableFindings(config: Config): HealthFinding[] {
  const keys = keysByVariable(config);
  if (keys.length === 0) return [];
  const message = `By variable: ${keys.join(', ')}. A worker that a hook or an agent starts goes by config.json alone.`;
  const privacy = keys.find((key) => key.startsWith('privacy.'));
  const name = 'config:variables';
  if (privacy === undefined) return [{ name, status: 'ok', message }];
  return [{ name, status: 'warning', message, fix: `cairn config set ${privacy} VALUE` }];
}

/** Checks the settings file of the project at hand, where it has one. */
async function projectFindings(context: CliContext, config: Config): Promise<HealthFinding[]> {
  const { projectConfigHere } = await import('../terminal/project-config-here.ts');
  const project = projectConfigHere(context, config);
  if (project === undefined) return [];
  const { file, narrowed, ignored, problem } = project;
  const name = 'config:project';
  const fix = `Correct or remove ${file}; cairn config shows what counts here`;
  if (problem !== undefined)
    return [{ name, status: 'warning', message: `${file} ${problem}: nothing of it counts.`, fix }];
  const keys = Object.keys(narrowed);
  const off = narrowed['capture.enabled'] === false ? ' Nothing is recorded of what agents do here.' : '';
  const told = `${file} narrows ${keys.length === 0 ? 'nothing' : keys.join(', ')}.${off}`;
  if (ignored.length === 0) return [{ name, status: 'ok', message: told }];
  const without = ignored.map(({ key, why }) => `${key} (${why})`).join(', ');
  return [{ name, status: 'warning', message: `${told} Ignored: ${without}.`, fix }];
}

function failure(name: string, error: unknown, status: HealthCheck['status'] = 'failed'): HealthCheck {
  const { message, fix } = toCairnError(error);
  return { name, status, message, ...omitUndefined({ fix }) };
}

/** Checks the agents and the program that they run. When no agent is set up, a missing program is no finding. */
function lookAtSetup(place: SetupEnvironment, context: CliContext): HealthFinding[] {
  const states = describeAgents(place);
  const chosen = place.agents.filter(({ name }) => states.some((state) => state.name === name && state.setUp));
  const mend = async (): Promise<string> => {
    const plan = planSetup(chosen, place);
    if (isSetUp(plan)) return 'it is as set-up has it.';
    await applySetup(plan, place, {
      now: context.io.now(),
      seenByWorker: (agent) => seenByWorker(agent, context),
    });
    return 'set up again; to undo it: cairn uninstall.';
  };
  const plan = planSetup(chosen, place);
  const agents = checkAgents(states, { plan, mend });
  if (chosen.length === 0 && !existsSync(place.paths.bin)) return agents;
  return [...checkProgram({ place, plan, mend }), ...agents];
}

/** Runs the hook once, if the installed hook is what set-up writes. */
async function trialFindings(place: SetupEnvironment, context: CliContext): Promise<HealthFinding[]> {
  const { hook } = place.paths;
  const [agent] = place.agents;
  const isWritten = existsSync(hook) && !planSetup([], place).commands.some(({ path }) => path === hook);
  if (agent === undefined || !isWritten) return [];
  const { deadlines, environment } = place;
  const seen = () => seenByWorker(agent.name, context);
  return tryHook(place.paths, { agent: agent.name, userHome: environment.home, seenByWorker: seen, deadlines });
}

interface MemoryChecks {
  config: Config;
  place: SetupEnvironment;
}

/** Findings about the memory; `answers` is true when the worker reported them. */
interface MemoryFound {
  checks: HealthCheck[];
  hooks: Hooks;
  answers: boolean;
}

/** Asks the worker for its checks; when none answers and none may be started, checks what can be read without one. */
async function askWorker(context: CliContext, at: MemoryChecks, input: Required<DoctorInput>): Promise<MemoryFound> {
  const memory = context.openMemory({ person: false });
  const { signal } = context.io;
  try {
    const { checks } = await memory.doctor(input, { signal });
    return { checks, hooks: (await memory.status({ signal })).hooks, answers: true };
  } catch (error) {
    const { code } = toCairnError(error);
    if (code === 'cancelled') throw error;
    const isMeant = code === 'not_running' && at.config.settings['worker.start'] === 'never';
    const why = failure('memory', error, isMeant ? 'warning' : 'failed');
    const { checks, hooks } = await readAlone(at, input);
    return { checks: [why, ...checks], hooks, answers: false };
  }
}

/** Checks what can be read of a memory without its worker; repairs nothing. */
async function readAlone({ config, place }: MemoryChecks, input: Required<DoctorInput>): Promise<MemoryFound> {
  if (!existsSync(config.paths.db)) return { checks: [], hooks: [], answers: false };
  try {
    const { examineReadonly } = await import('../../worker/health/examine-readonly.ts');
    return { ...(await examineReadonly({ ...config, environment: place.environment }, input)), answers: false };
  } catch (error) {
    return { checks: [failure('memory-read', error)], hooks: [], answers: false };
  }
}

/** Checks for each agent that is set up whether its hooks fire. */
function hookFindings(place: SetupEnvironment, hooks: Hooks): HealthFinding[] {
  const setUpAt = readBackups(place.paths.setupBackups).find(({ action }) => action === 'setup')?.at;
  return describeAgents(place).flatMap(({ name, setUp }) => {
    const agent = place.agents.find((candidate) => candidate.name === name);
    if (!setUp || agent === undefined) return [];
    const [transcript] = agent.findTranscripts(place.environment).toSorted((a, b) => b.modifiedAt - a.modifiedAt);
    return [checkHooks({ agent, setUpAt, hooks, transcript, trial: CHECK_EVENT })];
  });
}
