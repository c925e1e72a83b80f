import type { PageLine } from '../../api/project-answers.ts';
import { dateOf, knowledgeLine, withoutId } from '../../context/lines/context-line.ts';
import { standingRules } from '../../context/lines/standing-rules.ts';
import { withoutStanding } from '../../context/neighbours/without-standing.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { isCurrentKnowledge } from '../../retrieval/validity/is-current.ts';
import { sayable, trustOf } from '../../retrieval/validity/trust.ts';
import { isValid, validityInMemory } from '../../retrieval/validity/validity.ts';
import type { Store } from '../../store/contract/store.ts';

const MOST = { read: 100, rules: 12, returning: 5 } as const;

/** The standing rules of a project that nothing counts against and no file of instructions holds, and wishes that came back. */
export async function wishLines(
  store: Store,
  {
    project,
    cwd,
    userHome,
    patterns,
  }: { project: ProjectId; cwd?: string; userHome: string; patterns: readonly Item[] },
): Promise<PageLine[]> {
  const stated = await store.items.list(
    { project, kinds: ['knowledge'], knowledge: ['constraint', 'heuristic'], authors: ['person'] },
    { limit: MOST.read },
  );
  const all = [...(await standingRules(store, { project })), ...stated.filter(isWish)];
  const rules = [...new Map(all.map((rule) => [rule.text, rule])).values()].filter((rule) => trustOf(rule) === 'whole');
  const marks = await validityInMemory(store, rules);
  const valid = rules.filter(({ id, detail }) => detail.muted !== true && isValid(marks.get(id)));
  const lines = valid.slice(0, MOST.rules).map((rule) => knowledgeLine(rule, { section: 'rules', worth: 0 }));
  const kept = withoutStanding(lines, { userHome, ...(cwd === undefined ? {} : { cwd }) });
  return [
    ...kept.map((line) => ({ text: withoutId(line), ids: [line.id] })),
    ...patterns.flatMap(returningLine).slice(0, MOST.returning),
    ...patterns.flatMap(tripwireLine),
  ];
}

/** True for what a person wants of all the work, also where it is not told at each start. */
function isWish(item: Item): boolean {
  return isCurrentKnowledge(item) && detailOfKind(item, 'knowledge').scope !== 'thread';
}

function returningLine(item: Item): PageLine[] {
  const { pattern, status } = detailOfKind(item, 'pattern');
  if (pattern?.pattern !== 'preference' || status !== 'proposed' || pattern.sessions < 2) return [];
  const text = `Asked in ${pattern.sessions} sessions, no rule yet (cairn review): ${sayable(item.title)}`;
  return [{ text, ids: [item.id] }];
}

function tripwireLine(item: Item): PageLine[] {
  const { pattern, status } = detailOfKind(item, 'pattern');
  if (pattern?.pattern !== 'tripwire' || status === 'withdrawn') return [];
  const how = status === 'confirmed' ? 'Tripwire' : 'Proposed as a tripwire (cairn review)';
  return item.author === 'person'
    ? [{ text: `${how}, ${dateOf(item.at)}: ${sayable(item.text)}`, ids: [item.id] }]
    : [];
}
