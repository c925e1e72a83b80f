import type { Entry } from '../../../src/api/answers.ts';
import type { CallInputs } from '../../../src/api/calls.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change, changeBy } from '../../client/change.ts';
import { countOf } from '../../parts/format.ts';

type Changes = CallInputs['update']['changes'];

/** What can be judged: an id, how it stands, and its words for the toast. */
export type Judgeable = Pick<Entry, 'id' | 'title' | 'status' | 'stamp' | 'supersededBy' | 'muted'>;

const SAID_CHARS = 60;

/** The change that brings a memory back to how it stands now. */
function backTo({ status, supersededBy }: Judgeable): Changes {
  if (status === 'confirmed' || status === 'withdrawn') return { status };
  if (status === 'superseded' && supersededBy !== undefined) return { status, supersededBy };
  return { status: 'reopened' };
}

/** A confirmation is for the words that the page shows, and no others. */
function ofShown({ status }: Changes, stamp: string | undefined): Changes {
  return status === 'confirmed' && stamp !== undefined ? { of: stamp } : {};
}

/** Makes the same change to memories, with one toast and one Undo for all of them. */
async function changeAll(
  items: readonly Judgeable[],
  to: Changes,
  { done, back = backTo }: { done: string; back?: (item: Judgeable) => Changes },
): Promise<void> {
  const [first] = items;
  if (first === undefined || !mayChange()) return;
  const undo = async () => {
    for (const item of items) await ask('update', { id: item.id, changes: back(item) });
  };
  const make = async () => {
    for (const { id, stamp } of items) await ask('update', { id, changes: { ...to, ...ofShown(to, stamp) } });
  };
  const what = items.length === 1 ? cut(first.title) : countOf(items.length, 'statement');
  await changeBy(make, { says: `${done}: ${what}`, undo });
}

/** Confirms memories: from then on they count as a person's word. */
export function confirm(items: readonly Judgeable[]): Promise<void> {
  return changeAll(items, { status: 'confirmed' }, { done: 'Confirmed' });
}

/** Withdraws memories: they no longer hold, and stay to be looked up. */
export function withdraw(items: readonly Judgeable[]): Promise<void> {
  return changeAll(items, { status: 'withdrawn' }, { done: 'Withdrawn' });
}

/** Lets another memory take the place of some. */
export function supersede(items: readonly Judgeable[], by: string): Promise<void> {
  return changeAll(items, { status: 'superseded', supersededBy: by }, { done: 'Superseded' });
}

/** Mutes memories, or has them told again. */
export function mute(items: readonly Judgeable[], muted: boolean): Promise<void> {
  return changeAll(
    items,
    { muted },
    {
      done: muted ? 'Muted' : 'Told again',
      back: (item) => ({ muted: item.muted === true }),
    },
  );
}

/** Hides memories: found and told no more, until somebody shows them again. */
export function hide(items: readonly Judgeable[]): Promise<void> {
  return changeAll(items, { hidden: true }, { done: 'Deleted', back: () => ({ hidden: false }) });
}

/** Changes the words of a memory; Undo brings the former ones and how it stood back. */
export async function reword(item: Judgeable & { text: string }, text: string): Promise<void> {
  if (!mayChange()) return;
  await change(
    'update',
    { id: item.id, changes: { text } },
    {
      says: `Edited: ${cut(text)}`,
      // With its former words an agent's statement is the agent's again.
      undo: () => ask('update', { id: item.id, changes: { text: item.text, ...backTo(item) } }),
    },
  );
}

/** Says of two statements that both hold: neither is asked about again. */
export function bothHold(pair: { older: Judgeable; newer: Judgeable }): Promise<void> {
  return changeAll([pair.older, pair.newer], { status: 'confirmed' }, { done: 'Both hold' });
}

/** Says of two statements that the older holds: a person's word stands behind it, and the newer is withdrawn. */
export async function olderHolds({ older, newer }: { older: Judgeable; newer: Judgeable }): Promise<void> {
  if (!mayChange()) return;
  const make = async () => {
    const yes: Changes = { status: 'confirmed' };
    await ask('update', { id: older.id, changes: { ...yes, ...ofShown(yes, older.stamp) } });
    await ask('update', { id: newer.id, changes: { status: 'withdrawn' } });
  };
  const undo = async () => {
    for (const item of [newer, older]) await ask('update', { id: item.id, changes: backTo(item) });
  };
  await changeBy(make, { says: `The older holds: ${cut(older.title)}`, undo });
}

function cut(text: string): string {
  return text.length <= SAID_CHARS ? text : `${text.slice(0, SAID_CHARS)}…`;
}
