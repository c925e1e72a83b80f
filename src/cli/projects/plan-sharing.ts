import type { SyncInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { PlannedMerge, PlannedSharing, PlanPlace } from './plan-merge.ts';

/**
 * Finds what of merged projects a team would get: only where the other project is shared, and something of the merged one is of a
 * kind that is. Nothing is changed.
 */
export async function planSharing(merges: readonly PlannedMerge[], place: PlanPlace): Promise<PlannedMerge[]> {
  const { memory, io } = place;
  const { shares, homes } = await memory.sync({}, { signal: io.signal });
  const members = [...new Set(homes.map(({ member }) => member))];
  const planned: PlannedMerge[] = [];
  for (const merge of merges) {
    const plan = shares.length === 0 ? undefined : await sharePlan(merge, place);
    const shared = shares.find(({ project }) => project === plan?.project);
    const memories = plan?.along.find(({ project }) => project === merge.id)?.memories ?? 0;
    if (shared === undefined || memories === 0) planned.push(merge);
    else {
      const { kinds, project } = shared;
      planned.push({ ...merge, sharing: { memories, members, kinds, project } });
    }
  }
  return planned;
}

/** Shares what was merged with the team of the other project. */
export async function shareAlong(
  merge: PlannedMerge,
  sharing: PlannedSharing,
  { memory, io }: PlanPlace,
): Promise<void> {
  const asked = askedOf(merge, sharing.kinds);
  const { plan } = await memory.sync(asked, { signal: io.signal });
  if (plan !== undefined) await memory.sync({ ...asked, confirm: plan.token }, { signal: io.signal });
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
