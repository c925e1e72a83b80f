import type { Agent } from '../../agents/shared/contract.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { DAY_MS, formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { now } from '../../platform/clock.ts';
import type { StoredCount } from '../../store/contract/log.ts';
import { readHooks } from '../figures/status.ts';
import { checkDeletion } from './check-deletion.ts';
import { checkDrift } from './check-drift.ts';
import { checkTranscripts } from './check-transcripts.ts';
import type { DoctorDeps } from './doctor-deps.ts';

const TYPES_SHOWN = 12;
const RECENT_MS = 7 * DAY_MS;
/** Reasons that mean a loss. The others are expected: a lost race, a file that was gone already. */
const LOSS = /fail|could not|cannot|damaged|too large/;

/** Checks what came in and what did not: hooks, transcripts, skipped input, ignored errors. */
export async function checkCapture(deps: DoctorDeps): Promise<HealthFinding[]> {
  const hooks = await readHooks(deps.status.counts);
  // An agent that is not on this machine and never sent anything is left out.
  const agents = deps.agents.filter(
    (agent) => agent.detect(deps.environment) || hooks.some((hook) => hook.agent === agent.name),
  );
  const hooked = agents.filter(({ dialect }) => dialect !== undefined);
  return [
    ...hooked.map(({ name, title }) => hooksFinding({ name, title }, hooks)),
    ...(await Promise.all(agents.map((agent) => checkTranscripts(agent, deps, hooks)))),
    ...(await Promise.all(agents.map((agent) => checkDeletion(agent, deps)))).flat(),
    ...checkDrift(agents, await deps.status.counts.read('lines'), now()),
    skippedFinding(await deps.status.counts.read('skipped')),
    ...ignoredFindings(await deps.status.counts.read('ignored')),
  ];
}

function hooksFinding(
  agent: Pick<Agent, 'name' | 'title'>,
  hooks: Awaited<ReturnType<typeof readHooks>>,
): HealthFinding {
  // An event of Cairn's own name is a trial run, of set-up or of `cairn doctor`.
  const fired = hooks.filter((hook) => hook.agent === agent.name && !hook.event.startsWith('Cairn'));
  const seen = fired.toSorted((one, other) => other.count - one.count);
  const told = seen.map(
    ({ event, count: times, lastAt }) => `${event} ${formatCount(times)} (last ${formatMinute(lastAt)})`,
  );
  const message = told.length === 0 ? `No hook of ${agent.title} was seen yet.` : `Hooks seen: ${told.join(', ')}.`;
  return { name: `hooks:${agent.name}`, status: 'ok', message };
}

function skippedFinding(skipped: Record<string, StoredCount>): HealthFinding {
  const types = Object.entries(skipped).toSorted(([, one], [, other]) => other.n - one.n);
  const shown = types.slice(0, TYPES_SHOWN).map(([type, { n }]) => `${type} ${formatCount(n)}`);
  const more = types.length > TYPES_SHOWN ? `, and ${formatCount(types.length - TYPES_SHOWN)} more types` : '';
  const message = shown.length === 0 ? 'Nothing was skipped.' : `Skipped, by type: ${shown.join(', ')}${more}.`;
  return { name: 'skipped', status: 'ok', message };
}

function ignoredFindings(ignored: Record<string, StoredCount>): HealthFinding[] {
  const reasons = Object.entries(ignored).toSorted(([, one], [, other]) => other.n - one.n);
  if (reasons.length === 0) return [{ name: 'ignored', status: 'ok', message: 'No error was ignored.' }];
  return reasons.map(([reason, { n, lastAt }]): HealthFinding => {
    const message = `Ignored ${formatCounted(n, 'time')}, last ${formatMinute(new Date(lastAt).toISOString())}: ${reason}.`;
    const name = `ignored:${reason.replaceAll(/\W+/g, '-')}`;
    if (!LOSS.test(reason) || lastAt < now() - RECENT_MS) return { name, status: 'ok', message };
    return { name, status: 'warning', message, fix: 'cairn config set log.level debug, then cairn.log says more' };
  });
}
