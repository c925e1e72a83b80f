import type { SyncInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { sum } from '../../core/sum.ts';
import type { PlannedMerge, PlannedSharing, PlanPlace } from './plan-merge.ts';

/**
 * Finds what of merged projects, and of all that was merged into them before, a team would get: only where the other project is
 * shared, and something of them is of a kind that is. Nothing is changed.
 */
export async function planSharing(merges: readonly PlannedMerge[], place: PlanPlace): Promise<PlannedMerge[]> {
  const { memory, io } = place;
  const { shares, homes } = await memory.sync({}, { signal: io.signal });
  const members = [...new Set(homes.map(({ member }) => member))];
  const planned: PlannedMerge[] = [];
  for (const merge of merges) {
    const plan = shares.length === 0 ? undefined : await sharePlan(merge, place);
    const shared = shares.find(({ project }) => project === plan?.project);
    const of = plan?.along.filter(({ memories }) => memories > 0) ?? [];
    if (plan === undefined || shared === undefined || of.length === 0) planned.push(merge);
    else {
      const { kinds, project } = shared;
      const memories = sum(of.map((one) => one.memories));
      planned.push({ ...merge, sharing: { memories, of, members, kinds, project, token: plan.token } });
    }
  }
  return planned;
}

/** Shares what was merged with the team of the other project, as it was planned. Throws `outdated` where more would be shared since. */
export async function shareAlong(
  merge: PlannedMerge,
  sharing: PlannedSharing,
  { memory, io }: PlanPlace,
): Promise<void> {
  await memory.sync({ ...askedOf(merge, sharing.kinds), confirm: sharing.token }, { signal: io.signal });
}

async function sharePlan(merge: PlannedMerge, { memory, io }: PlanPlace) {
  try {
    const { shares } = await memory.sync({}, { signal: io.signal });
    const all = [...new Set(shares.flatMap(({ kinds }) => kinds))];
    const { plan } = await memory.sync(askedOf(merge, all), { signal: io.signal });
    const own = shares.find(({ project }) => project === plan?.project);
    if (plan === undefined || own === undefined) return undefined;
    return (await memory.sync(askedOf(merge, own.kinds), { signal: io.signal })).plan;
  } catch (error) {
    // A project without a remote is shared with nobody.
    if (error instanceof CairnError && ['invalid_input', 'not_found'].includes(error.code)) return undefined;
    throw error;
  }
}

function askedOf({ id, intoId = '' }: PlannedMerge, kinds: readonly string[]): SyncInput & { share: string } {
  return { share: intoId, along: [id], kinds: kinds as NonNullable<SyncInput['kinds']> };
}
