import { useEffect } from 'preact/hooks';
import { useKeys } from '../../app/keys.ts';
import { place } from '../../app/router.ts';
import type { ListState } from '../../app/use-list.ts';
import { mayChange } from '../../app/who.ts';
import { bothHold, confirm, hide, type Judgeable, mute, olderHolds, supersede, withdraw } from './judge.ts';
import { judgeablePattern } from './pattern-parts.tsx';
import type { StatementRow } from './rows.ts';

/** The dialogs over the list. */
export type Open = 'edit' | 'supersede' | 'remember';

/** What can be done with what is selected or marked. */
export interface Acts {
  confirm: () => void;
  withdraw: () => void;
  edit: () => void;
  supersede: () => void;
  skip: () => void;
  mute: () => void;
  hide: () => void;
  bothHold: () => void;
  newerReplaces: () => void;
  remember: () => void;
}

/** What can be done, with the keys for it. */
export function useActs(of: {
  keys: readonly string[];
  list: ListState;
  row: StatementRow | undefined;
  chosen: readonly StatementRow[];
  onOpen: (what: Open) => void;
}): Acts {
  const { keys, list, row, chosen, onOpen } = of;
  const next = (): void => {
    const at = list.selected === undefined ? -1 : keys.indexOf(list.selected);
    list.select(keys[Math.min(at + 1, keys.length - 1)]);
  };
  // What is decided leaves the inbox: the next one is selected before the list is read again.
  const deciding = (run: () => Promise<void>) => () => {
    if (chosen.length === 0 || !mayChange()) return;
    if (list.marked.size > 0) list.clearMarks();
    else next();
    run();
  };
  const items = chosen.flatMap(judgeable);
  const pair = row?.is === 'pair' ? row.pair : undefined;
  const sure = list.marked.size === 0 && pair?.sure === true ? pair : undefined;
  const opening = (what: Open, isFit: boolean) => () => isFit && mayChange() && onOpen(what);
  const acts: Acts = {
    confirm: deciding(() => (sure === undefined ? confirm(items) : olderHolds(sure))),
    withdraw: deciding(() => withdraw(items)),
    edit: opening('edit', row?.is === 'statement'),
    supersede: opening('supersede', items.length > 0),
    skip: next,
    mute: () => mute(items, !items.every(({ muted }) => muted === true)),
    hide: deciding(() => hide(items)),
    bothHold: () => pair !== undefined && !pair.sure && bothHold(pair),
    newerReplaces: () => pair !== undefined && mayChange() && supersede([pair.older], pair.newer.id),
    remember: opening('remember', true),
  };
  useKeys('Review', [
    { keys: 'c', does: 'Confirm; of a contradiction: the older holds', run: acts.confirm },
    { keys: 'w', does: 'Withdraw', run: acts.withdraw },
    { keys: 'e', does: 'Edit', run: acts.edit },
    { keys: 's', does: 'Superseded by…', run: acts.supersede },
    { keys: 'l', does: 'Skip', run: acts.skip },
    { keys: 'm', does: 'Mute, or tell again', run: acts.mute },
    { keys: 'b', does: 'Of what may contradict: both hold', run: acts.bothHold },
    { keys: 'r', does: 'Of a contradiction: the newer replaces', run: acts.newerReplaces },
    { keys: 'n', does: 'Remember', run: acts.remember },
  ]);
  useEffect(() => {
    // An inbox begins at its first entry.
    const isThere = list.selected !== undefined && keys.includes(list.selected);
    if (!isThere && keys[0] !== undefined && place.peek().path === '/review') list.select(keys[0]);
  }, [keys.join()]);
  return acts;
}

/** What of a row can be judged: of a contradiction nothing by itself. */
export function judgeable(row: StatementRow): Judgeable[] {
  if (row.is === 'statement') return [row.entry];
  if (row.is !== 'pattern') return [];
  return [judgeablePattern(row.pattern)];
}
