import { describeOutcome } from '../../core/model/describe-outcome.ts';
import { ITEM_KINDS, OUTCOMES } from '../../core/model/kinds.ts';
import { joined, plain } from '../render/show.ts';
import type { BrowserScope } from './asked.ts';
import type { Choice } from './choices.ts';

/** What narrows a list. */
export type Narrows = 'agent' | 'outcome' | 'kind';

/** The filters of a list as lines to choose, with a way to leave all out. `agents`: those that were seen. */
export function filterChoices(
  asked: BrowserScope,
  { narrows, agents, done }: { narrows: readonly Narrows[]; agents: readonly string[]; done: () => void },
): Choice[] {
  const values: Readonly<Record<Narrows, readonly string[]>> = { agent: agents, outcome: OUTCOMES, kind: ITEM_KINDS };
  const set = (name: Narrows, value: string | undefined): void => {
    Object.assign(asked, { [name]: value });
    done();
  };
  const all: Choice = {
    label: 'no filter',
    isOn: false,
    choose() {
      for (const name of narrows) Object.assign(asked, { [name]: undefined });
      done();
    },
  };
  const rows = narrows.flatMap((name) =>
    values[name].map((value) => {
      const isOn = asked[name] === value;
      return { label: `${name} ${labelOf(name, value)}`, isOn, choose: () => set(name, isOn ? undefined : value) };
    }),
  );
  return [all, ...rows];
}

/** The filters that stand, in words; '' for none. */
export function describeFilters({ agent, outcome, kind }: BrowserScope, narrows: readonly Narrows[]): string {
  const is = (name: Narrows): boolean => narrows.includes(name);
  return joined(
    [
      is('agent') && agent && `agent ${plain(agent)}`,
      is('outcome') && outcome && `outcome ${describeOutcome(outcome)}`,
      is('kind') && kind && `kind ${kind}`,
    ],
    ' · ',
  );
}

function labelOf(name: Narrows, value: string): string {
  return name === 'outcome' ? describeOutcome(value as (typeof OUTCOMES)[number]) : plain(value);
}
