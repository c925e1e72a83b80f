import type { Agent } from '../../agents/shared/contract.ts';
import type { Finding } from '../../core/model/check.ts';
import { count, counted } from '../../core/text/amounts.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { minute } from '../../core/text/minute.ts';
import { now } from '../../platform/clock.ts';
import type { Counted } from '../../store/contract/log.ts';
import { readHooks } from '../figures/status.ts';
import type { DoctorParts } from './doctor-parts.ts';
import { lookAtTranscripts } from './look-at-transcripts.ts';

const TYPES_SHOWN = 12;
const RECENT_MS = 7 * DAY_MS;
/** Reasons that are a loss. The others are expected: a race that was won by another, a file that was gone already. */
const LOSS = /fail|could not|cannot|damaged|too large/;

/** What came in, and what did not: hooks, transcripts, skipped input, ignored errors. */
export async function lookAtCapture(parts: DoctorParts): Promise<Finding[]> {
  const hooks = await readHooks(parts.status.counts);
  // An agent that is not on this machine and never told anything is not spoken of.
  const agents = parts.agents.filter(
    (agent) => agent.detect(parts.environment) || hooks.some((hook) => hook.agent === agent.name),
  );
  const hooked = agents.filter(({ dialect }) => dialect !== undefined);
  return [
    ...hooked.map(({ name, title }) => hooksFinding({ name, title }, hooks)),
    ...(await Promise.all(agents.map((agent) => lookAtTranscripts(agent, parts, hooks)))),
    skippedFinding(await parts.status.counts.read('skipped')),
    ...ignoredFindings(await parts.status.counts.read('ignored')),
  ];
}

function hooksFinding(agent: Pick<Agent, 'name' | 'title'>, hooks: Awaited<ReturnType<typeof readHooks>>): Finding {
  // An event of Cairn's own name is a trial run, of set-up or of `cairn doctor`.
  const fired = hooks.filter((hook) => hook.agent === agent.name && !hook.event.startsWith('Cairn'));
  const seen = fired.toSorted((one, other) => other.count - one.count);
  const told = seen.map(({ event, count: times, lastAt }) => `${event} ${count(times)} (last ${minute(lastAt)})`);
  const message = told.length === 0 ? `No hook of ${agent.title} was seen yet.` : `Hooks seen: ${told.join(', ')}.`;
  return { name: `hooks:${agent.name}`, status: 'ok', message };
}

function skippedFinding(skipped: Record<string, Counted>): Finding {
  const types = Object.entries(skipped).toSorted(([, one], [, other]) => other.n - one.n);
  const shown = types.slice(0, TYPES_SHOWN).map(([type, { n }]) => `${type} ${count(n)}`);
  const more = types.length > TYPES_SHOWN ? `, and ${count(types.length - TYPES_SHOWN)} more types` : '';
  const message = shown.length === 0 ? 'Nothing was skipped.' : `Skipped, by type: ${shown.join(', ')}${more}.`;
  return { name: 'skipped', status: 'ok', message };
}

function ignoredFindings(ignored: Record<string, Counted>): Finding[] {
  const reasons = Object.entries(ignored).toSorted(([, one], [, other]) => other.n - one.n);
  if (reasons.length === 0) return [{ name: 'ignored', status: 'ok', message: 'No error was ignored.' }];
  return reasons.map(([reason, { n, lastAt }]): Finding => {
    const message = `Ignored ${counted(n, 'time')}, last ${minute(new Date(lastAt).toISOString())}: ${reason}.`;
    const name = `ignored:${reason.replaceAll(/\W+/g, '-')}`;
    if (!LOSS.test(reason) || lastAt < now() - RECENT_MS) return { name, status: 'ok', message };
    return { name, status: 'warning', message, fix: 'cairn config set log.level debug, then cairn.log says more' };
  });
}
