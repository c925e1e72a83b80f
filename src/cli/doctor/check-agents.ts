import { statSync } from 'node:fs';
import type { StatusResult } from '../../api/home-answers.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import type { AgentState } from '../../setup/describe-agents.ts';
import type { SetupEnvironment, SetupPlan } from '../../setup/setup.ts';

/**
 * Milliseconds by which an agent's newest transcript may be newer than its last hook before hooks count as not firing.
 */
const SLACK_MS = 120_000;

/** For each agent that is installed or set up: whether its settings are what set-up would write. */
export function checkAgents(
  states: readonly AgentState[],
  { plan, mend }: { plan: SetupPlan; mend: () => Promise<string> },
): HealthFinding[] {
  const there = states.filter(({ found, setUp, problem }) => found || setUp || problem !== undefined);
  if (there.length === 0) {
    const message = 'No agent that Cairn knows was found on this machine.';
    return [{ name: 'agents', status: 'warning', message, fix: 'cairn setup AGENT' }];
  }
  return there.flatMap((state) => [settingsOf(state, { plan, mend }), ...limitsOf(state, plan)]);
}

/** Limits of an agent that is set up: what the agent does not let Cairn do. */
function limitsOf({ name, setUp }: AgentState, plan: SetupPlan): HealthFinding[] {
  const cannot = plan.agents.find(({ agent }) => agent.name === name)?.agent.capabilities.cannot ?? [];
  return setUp && cannot.length > 0 ? [{ name: `limits:${name}`, status: 'ok', message: cannot.join(' ') }] : [];
}

function settingsOf(
  { name, title, setUp, problem }: AgentState,
  { plan, mend }: { plan: SetupPlan; mend: () => Promise<string> },
): HealthFinding {
  const setup = `setup:${name}`;
  if (problem !== undefined) return { name: setup, status: 'failed', message: `${title}: ${problem}` };
  if (!setUp) {
    const message = `${title} is here, and not set up.`;
    return { name: setup, status: 'warning', message, fix: `cairn setup ${name}` };
  }
  const changes = plan.agents.find(({ agent }) => agent.name === name)?.changes ?? [];
  if (changes.length === 0) return { name: setup, status: 'ok', message: `${title} is set up.` };
  const message = `${title} is not as set-up leaves it: ${changes.map(({ path }) => path).join(', ')}.`;
  return { name: setup, status: 'failed', message, fix: `cairn setup ${name}`, mend };
}

/** The evidence on whether an agent's hooks fire. */
export interface HookFirings {
  agent: SetupEnvironment['agents'][number];
  /** When it was set up last, ISO 8601; `undefined` when that is not on record. */
  setUpAt: string | undefined;
  hooks: StatusResult['hooks'];
  /** The agent's newest transcript, which the agent writes whether or not hooks fire. */
  transcript: { path: string } | undefined;
  /** Name of the event that set-up's trial run sends; it does not count as evidence. */
  trial: string;
}

/** Checks whether an agent's hooks have fired since it was set up. */
export function checkHooks({ agent, setUpAt, hooks, transcript, trial }: HookFirings): HealthFinding {
  const name = `hook-fires:${agent.name}`;
  const times = hooks.filter((hook) => hook.agent === agent.name && hook.event !== trial).map(({ lastAt }) => lastAt);
  const last = times.toSorted().at(-1);
  const worked = transcript === undefined ? 0 : (statSync(transcript.path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const since = Math.max(Date.parse(last ?? '') || 0, Date.parse(setUpAt ?? '') || 0);
  const { afterSetup } = agent.capabilities;
  const again = `if that changes nothing: cairn setup ${agent.name}`;
  const fix = `${afterSetup?.replace(/\.$/, '') ?? `Start a new session of ${agent.title}`}; ${again}`;
  if (worked > since + SLACK_MS) {
    const at = formatMinute(new Date(worked).toISOString());
    const fired = last === undefined ? 'none ever fired' : `the last one fired ${formatMinute(last)}`;
    const message = `${agent.title} worked at ${at} (its transcript says so) and no hook fired: ${fired}.`;
    return { name, status: 'warning', message, fix };
  }
  if (last === undefined || last < (setUpAt ?? '')) {
    return { name, status: 'warning', message: `No hook of ${agent.title} fired since it was set up.`, fix };
  }
  return { name, status: 'ok', message: `Hooks of ${agent.title} fire, the last one ${formatMinute(last)}.` };
}
