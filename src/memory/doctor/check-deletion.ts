import type { Agent } from '../../agents/shared/contract.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { now } from '../../platform/clock.ts';
import { redact } from '../../privacy/redact.ts';
import type { DoctorDeps } from './doctor-deps.ts';

/** Days within which a deletion is soon. */
const SOON_DAYS = 7;

/** What an agent is about to delete, and whether it was read; nothing for one that deletes nothing. */
export async function checkDeletion(
  agent: Agent,
  { store, environment }: Pick<DoctorDeps, 'store' | 'environment'>,
): Promise<HealthFinding[]> {
  const days = agent.keepsDays?.(environment);
  if (days === undefined) return [];
  const name = `deletes:${agent.name}`;
  const oldest = now() - (days - SOON_DAYS) * DAY_MS;
  const soon = agent.findTranscripts(environment).filter(({ modifiedAt }) => modifiedAt < oldest);
  let unread = 0;
  for (const { path, sizeBytes } of soon) {
    const offset = await store.log.offset(redact(path).text);
    if (offset === undefined || offset.sizeBytes < sizeBytes) unread += 1;
  }
  const rule = `${agent.title} deletes a transcript ${formatCounted(days, 'day')} after its last use`;
  if (unread > 0) {
    const message = `${rule}: of ${formatCount(soon.length)} that go within ${SOON_DAYS} days, ${formatCount(unread)} were not read.`;
    return [{ name, status: 'warning', message, fix: `cairn import --agent ${agent.name}` }];
  }
  const found = soon.length === 0 ? 'none goes' : `${formatCount(soon.length)} go, all read,`;
  const message = `${rule}: ${found} within ${SOON_DAYS} days. cairn sessions restore ID gives one back.`;
  return [{ name, status: 'ok', message }];
}
