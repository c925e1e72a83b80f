import { hundredths } from '../../core/mean.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import type { InjectionCounts } from '../../store/contract/injection-log.ts';
import type { LaterChange } from '../../store/contract/items.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ValidityMarks } from './validity.ts';

/**
 * Base confidence of a statement by author and origin, and the factors for what counts against it. Set by hand: there
 * are no judged statements of real projects to learn from.
 */
const BY = { confirmed: 0.95, person: 0.9, agent: 0.5, exposed: 0.35, others: 0.3 } as const;
const FACTORS = { over: 0.1, superseded: 0.2, withheld: 0.2, doubtful: 0.6, changed: 0.85, old: 0.85 } as const;
/** Gain from uses: at most `share` of what is missing to 1, half of that at four uses. */
const USES = { share: 0.4, half: 4 } as const;
/** Age after which a later change of its files says that a statement may be outdated. */
const OLD_MS = 90 * DAY_MS;

/** What other tables have about a statement. */
export interface ConfidenceEvidence {
  marks?: ValidityMarks | undefined;
  counts?: InjectionCounts | undefined;
  /** A later change of a file that it names. */
  changed?: LaterChange | undefined;
}

/**
 * How far a statement can be relied on, 0 to 1 in hundredths: by author and status; lower when superseded, doubtful or
 * older than a change of its files; higher with uses. An echo of Cairn's own words adds nothing.
 */
export function confidenceOf(
  { author, exposed, at, detail }: Item,
  { marks, counts, changed }: ConfidenceEvidence,
): number {
  const { status } = detail;
  const isOld = changed !== undefined && changed.since - at > OLD_MS;
  const factors = [
    isOver(status) ? FACTORS.over : 1,
    marks?.supersededBy === undefined ? 1 : FACTORS.superseded,
    marks?.withheld === true ? FACTORS.withheld : 1,
    marks?.doubtful === true ? FACTORS.doubtful : 1,
    changed === undefined ? 1 : FACTORS.changed,
    isOld ? FACTORS.old : 1,
  ];
  const base = status === 'confirmed' ? BY.confirmed : baseOf(author, exposed);
  const used = detail.echo === true ? 0 : (counts?.used ?? 0);
  const raised = base + (1 - base) * USES.share * (used / (used + USES.half));
  return hundredths(factors.reduce((product, factor) => product * factor, raised));
}

/** The confidence of the statements among some items, by id, as of now. */
export async function confidenceIn(
  store: Store,
  items: readonly Item[],
  marks: ReadonlyMap<ItemId, ValidityMarks>,
): Promise<ReadonlyMap<ItemId, number>> {
  const stated = items.filter(({ kind }) => kind === 'knowledge');
  if (stated.length === 0) return new Map();
  const counts = await store.meter.counts(stated.map(({ id }) => id));
  const changed = await store.items.changedSince(stated);
  return new Map(
    stated.map((item) => {
      const evidence = { marks: marks.get(item.id), counts: counts.get(item.id), changed: changed.get(item.id) };
      return [item.id, confidenceOf(item, evidence)];
    }),
  );
}

function baseOf(author: Item['author'], exposed: boolean): number {
  if (author === 'person') return BY.person;
  if (author !== 'agent') return BY.others;
  return exposed ? BY.exposed : BY.agent;
}
