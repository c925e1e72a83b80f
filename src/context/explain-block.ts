import type { ConsideredLine, ContextExplanation } from '../api/context-answers.ts';
import { lazy } from '../core/lazy.ts';
import type { ItemId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { formatCounted } from '../core/text/format-count.ts';
import { baseName } from '../core/text/text.ts';
import { confidenceIn } from '../retrieval/validity/confidence.ts';
import { validityInMemory } from '../retrieval/validity/validity.ts';
import type { Store } from '../store/contract/store.ts';
import type { BlockRequest } from './lines/block-request.ts';
import type { ContextLine } from './lines/context-line.ts';
import { lineTokens } from './lines/pack-block.ts';
import type { Lack, LeftLine, Trail } from './lines/trail.ts';
import { readStanding } from './neighbours/standing-texts.ts';
import { standsIn } from './neighbours/without-standing.ts';

/** Upper bound on the lines that are named as left out. */
const LEFT = 60;
/** Those that are left out are named in this order: what a larger budget or another decision would tell, first. */
const ORDER: readonly Lack['code'][] = ['room', 'bearing', 'muted', 'outside', 'gone', 'superseded'];
const SAYS: Readonly<Record<Lack['code'], string>> = {
  room: 'No room in the budget',
  muted: 'A person muted it',
  told: 'This session was told it already',
  repeats: 'Another line says the same',
  besides: 'It belongs to a line that is not told',
  bearing: 'Too little in common with the prompt',
  superseded: 'Something later says otherwise',
  doubt: 'It says itself that it is uncertain, or not to be used',
  claim: 'An agent alone called something impossible, and no failed command bears it out',
  outside: 'Its words may be those of a page or a file that an agent had read',
  stands: 'The agent reads it anyway, in its files of instructions',
  gone: 'What it names is not in the checkout any more',
};
const WHY: Readonly<Record<string, string>> = {
  tripwires: 'A tripwire that it would trip',
  failures: 'What failed here before',
  changes: 'What the file was changed for',
  commits: 'Commits that changed the file',
  sessions: 'A session that is about the prompt',
  bearing: 'About the prompt',
  files: 'The files that were worked on',
  thread: 'Of the work at hand',
};

/** Says of each line of a block what speaks for it, and of the others that were considered what they lack. */
export async function explainBlock(
  store: Store,
  trail: Trail,
  { place, occasion }: Pick<BlockRequest, 'place' | 'occasion'>,
): Promise<Pick<ContextExplanation, 'told' | 'left'>> {
  const left = trail.left.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, LEFT);
  const known = await factsOn(
    store,
    [...trail.told, ...left.map(({ line }) => line)].map(({ id }) => id),
  );
  const standing = lazy(() => (place === undefined ? [] : readStanding(place)));
  const explain = (line: ContextLine): ConsideredLine => consider(line, { ...known, occasion });
  return {
    told: trail.told.map(explain),
    left: left.map(({ line, lack }) => {
      const path = lack.code === 'stands' ? standsIn(line, standing()) : undefined;
      const by = path ?? lack.by;
      const says =
        path === undefined ? (lack.says ?? SAYS[lack.code]) : `The agent reads it anyway, in ${baseName(path)}`;
      return { ...explain(line), lacks: { code: lack.code, says, ...omitUndefined({ tokens: lack.tokens, by }) } };
    }),
  };
}

function placeOf({ lack }: LeftLine): number {
  const place = ORDER.indexOf(lack.code);
  return (place < 0 ? ORDER.length : place) * 1e6 + Math.min(lack.tokens ?? 1e5, 1e5);
}

/** What the store has about the items of lines. */
interface LineFacts {
  items: ReadonlyMap<ItemId, Item>;
  confidence: ReadonlyMap<ItemId, number>;
  counts: ReadonlyMap<ItemId, { told: number; used: number }>;
}

async function factsOn(store: Store, all: readonly ItemId[]): Promise<LineFacts> {
  const ids = [...new Set(all)];
  const items = await store.items.get(ids);
  return {
    items: new Map(items.map((item) => [item.id, item])),
    confidence: await confidenceIn(store, items, await validityInMemory(store, items)),
    counts: ids.length === 0 ? new Map() : await store.meter.counts(ids),
  };
}

function consider(
  line: ContextLine,
  { items, confidence, counts, occasion }: LineFacts & Pick<BlockRequest, 'occasion'>,
): ConsideredLine {
  const item = items.get(line.id);
  const { told = 0, used = 0 } = counts.get(line.id) ?? {};
  return {
    id: line.id,
    kind: line.kind,
    section: line.section,
    text: line.text,
    tokens: lineTokens(line.text),
    why: line.why ?? whyOf(line, item, occasion),
    timesTold: told,
    timesUsed: used,
    ...omitUndefined({ author: item?.author, status: item?.detail.status, confidence: confidence.get(line.id) }),
  };
}

function whyOf({ section }: ContextLine, item: Item | undefined, occasion: BlockRequest['occasion']): string {
  if (section === 'proposed') return "An agent noted it, and nobody confirmed it: told as an agent's word";
  if (section !== 'rules') return WHY[section] ?? 'Considered';
  if (item?.kind === 'pattern')
    return `A wish that came back in ${formatCounted(item.detail.pattern?.sessions ?? 1, 'session')}, and a person confirmed it`;
  const by = item?.detail.status === 'confirmed' ? 'confirmed' : item?.author === 'person' ? 'stated' : undefined;
  if (by === undefined) return 'An agent noted it as a rule';
  return occasion === 'start'
    ? `A person ${by} it as a rule: told at every start`
    : `A person ${by} it about this file`;
}
