import { statSync } from 'node:fs';
import type { ListInput } from '../../api/requests.ts';
import { homePaths } from '../../config/paths.ts';
import { tellGuard } from '../../core/guard-change.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { sum } from '../../core/sum.ts';
import { DAY_MS, isoDay } from '../../core/text/calendar.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import { now } from '../../platform/clock.ts';
import { fileSize, listFiles } from '../../platform/files.ts';
import { countDoubts } from '../runtime/doubt-notice.ts';
import { loosenedGuards } from '../runtime/watch-guards.ts';
import type { DoctorDeps } from './doctor-deps.ts';

const COUNTED_MAX = 1_000;
const PAGE = 100;
const MONTH_MS = 30 * DAY_MS;

/** Reports contents that a person may want to look at, and the room that they take. */
export async function checkContents(deps: DoctorDeps): Promise<HealthFinding[]> {
  const proposed = await countListed(deps, { kinds: ['knowledge'], status: 'proposed' });
  const hidden = await countListed(deps, { hidden: true });
  return [
    {
      name: 'proposed',
      status: 'ok',
      message:
        proposed === '0'
          ? 'Nothing is proposed.'
          : `${proposed} ${proposed === '1' ? 'statement of an agent waits' : 'statements of agents wait'} for you: cairn review`,
    },
    {
      name: 'hidden',
      status: 'ok',
      message:
        hidden === '0' ? 'Nothing is hidden.' : `Hidden by agents: ${hidden} of the memories. See: cairn review hidden`,
    },
    await agentActsFinding(deps),
    await guardsFinding(deps),
    await sizeFinding(deps),
  ];
}

/** Acts in the person's name that an agent turned out to have run. */
async function agentActsFinding({ store }: DoctorDeps): Promise<HealthFinding> {
  const { lastAt = 0 } = await store.log.measure({ kinds: ['revoked'] });
  const { proven: events, asked } = await countDoubts(store);
  const name = 'acts in your name';
  if (events + asked === 0)
    return { name, status: 'ok', message: 'No agent was seen to state or judge anything in your name.' };
  const hinted = `${formatCounted(asked, 'act')} in your name may have been run by an agent: only what any program can write says so, and the sessions ask you.`;
  const what = `${formatCounted(events, 'act')} in your name ${events === 1 ? 'was' : 'were'} run by an agent, the last on ${isoDay(lastAt)}`;
  return {
    name,
    status: now() - lastAt < MONTH_MS ? 'warning' : 'ok',
    message: [
      ...(events === 0 ? [] : [`${what}: ${events === 1 ? 'it counts' : 'they count'} as the agent's.`]),
      ...(asked === 0 ? [] : [hinted]),
    ].join(' '),
    fix: 'See which, and by whom: cairn review log',
  };
}

/** Guards that were loosened otherwise than by a person through Cairn. */
async function guardsFinding({ store }: DoctorDeps): Promise<HealthFinding> {
  const name = 'guards';
  const [first, ...rest] = await loosenedGuards(store.guards);
  if (first === undefined) return { name, status: 'ok', message: 'Nothing that protects you was loosened but by you.' };
  return {
    name,
    status: 'warning',
    message: `What protects you was loosened, and not by you in a terminal: ${[first, ...rest].map(tellGuard).join('; ')}.`,
    fix: `cairn config list shows what holds now; if it is meant: cairn config accept ${first.key}`,
  };
}

async function countListed({ reads }: DoctorDeps, what: ListInput): Promise<string> {
  let found = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await reads.list({ ...what, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }, now());
    found += page.entries.length;
    cursor = page.nextCursor;
    if (cursor === undefined) return formatCount(found);
    if (found >= COUNTED_MAX) return `more than ${formatCount(found)}`;
  }
}

async function sizeFinding({ store, status }: DoctorDeps): Promise<HealthFinding> {
  const { events, sizeBytes } = await store.log.counts();
  const recent = await store.log.measure({ since: now() - MONTH_MS });
  const grown = events === 0 ? 0 : (sizeBytes / events) * recent.events;
  const { journal, backups, app } = homePaths(status.home);
  const rest = [
    ['journal', journal],
    ['backups', backups],
    ['program', app],
  ].map(([name, folder]) => `${name} ${formatBytes(sizeOf(folder ?? ''))}`);
  return {
    name: 'size',
    status: 'ok',
    message: `Database ${formatBytes(sizeBytes)}, ${rest.join(', ')}; the last 30 days added about ${formatBytes(grown)}.`,
  };
}

function sizeOf(folder: string): number {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 0;
  return sum(listFiles(folder).map(fileSize));
}
