import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json.ts';
import { bytesBelow, type TeamMachine } from './machine.ts';

/** A word that was said once, and what became of it. */
export interface Said {
  mark: string;
  by: string;
  /** Shared: with all members. Told: in words that a summary may quote. Private: on its own machine alone. */
  kind: 'shared' | 'told' | 'private';
  isAcknowledged: boolean;
  /** The id of the memory, where it has one. */
  id?: string;
  state: 'there' | 'being forgotten' | 'forgotten';
  /** The tombstones that the receipt names; none where it was not shared yet. */
  receipt: string[];
  hasReached: boolean;
}

/** Knows what each member said, and finds where it is. */
export interface Oracle {
  newMark(by: string, kind: Said['kind']): string;
  acknowledged(mark: string, id?: string): void;
  forgettable(by: string): Said[];
  forgetting(mark: string): void;
  forgotten(mark: string, receipt: string[]): void;
  /** What a member forgot whose receipt has not said yet that it reached all. */
  receiptsOf(by: string): Said[];
  /** A receipt says that it reached all: whoever answers must not have it. */
  reached(mark: string): Promise<void>;
  said(): Said[];
  /** What is wrong in the end, in words. */
  findings(): Promise<string[]>;
}

/** Makes an oracle over the machines of teams. */
export function createOracle(teams: readonly (readonly TeamMachine[])[]): Oracle {
  const all = new Map<string, Said>();
  const early: string[] = [];
  const of = (mark: string): Said => all.get(mark) ?? ({} as Said);
  const teamOf = (by: string): readonly TeamMachine[] =>
    teams.find((team) => team.some(({ name }) => name === by)) ?? [];
  return {
    newMark(by, kind) {
      const mark = `${by.toLowerCase()}mark${all.size}e`;
      all.set(mark, { mark, by, kind, isAcknowledged: false, state: 'there', receipt: [], hasReached: false });
      return mark;
    },
    acknowledged: (mark, id) =>
      void Object.assign(of(mark), { isAcknowledged: true, ...(id === undefined ? {} : { id }) }),
    forgettable: (by) =>
      [...all.values()].filter((one) => one.by === by && one.kind === 'shared' && one.id && one.state === 'there'),
    forgetting: (mark) => void Object.assign(of(mark), { state: 'being forgotten' }),
    forgotten: (mark, receipt) => void Object.assign(of(mark), { state: 'forgotten', receipt }),
    receiptsOf: (by) => [...all.values()].filter((one) => one.by === by && one.receipt.length > 0 && !one.hasReached),
    async reached(mark) {
      const one = of(mark);
      one.hasReached = true;
      for (const { name, memory } of teamOf(one.by)) {
        const found = await memory.get(one.id ?? '', { signal: AbortSignal.timeout(5_000) }).then(
          (one) => one,
          () => undefined,
        );
        if (found !== undefined && found.records.length > 0)
          early.push(`${mark} is at ${name}, and its receipt says that it reached all`);
      }
    },
    said: () => [...all.values()],
    async findings() {
      const holdings = await readHoldings(teams, all);
      assertFinds(holdings, [...all.values()]);
      return [...early, ...judge(holdings, [...all.values()])];
    },
  };
}

/** What a machine has in the end: in how many memories each word stands, and the bytes of its home. */
interface Holding {
  machine: string;
  team: ReadonlySet<string>;
  counts: ReadonlyMap<string, number>;
  bytes: string;
}

async function readHoldings(
  teams: readonly (readonly TeamMachine[])[],
  all: ReadonlyMap<string, Said>,
): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const members of teams) {
    const team = new Set(members.map(({ name }) => name));
    for (const machine of members) {
      const counts = await countMarks(machine, all);
      holdings.push({ machine: machine.name, team, counts, bytes: bytesBelow(machine.at.home) });
    }
  }
  return holdings;
}

/** What is held against what may and must be held. */
function judge(holdings: readonly Holding[], all: readonly Said[]): string[] {
  const wrong: string[] = [];
  for (const said of all) {
    for (const { machine, team, counts, bytes } of holdings) {
      const isOwn = said.by === machine;
      const isOurs = team.has(said.by) && (said.kind !== 'private' || isOwn);
      const has = { isOwn, count: counts.get(said.mark) ?? 0, bytes: bytes.includes(said.mark) };
      const why = fault(said, { isOurs, ...has });
      if (why !== undefined) wrong.push(`${said.mark} (${said.kind}) at ${machine}: ${why}`);
    }
  }
  for (const { mark, receipt, hasReached } of all) {
    if (receipt.length > 0 && !hasReached) wrong.push(`${mark}: its receipt does not say that it reached all`);
  }
  return wrong;
}

/** Fails unless it is found out when a word is where it may not be, or is not where it must be. */
function assertFinds(holdings: readonly Holding[], all: readonly Said[]): void {
  const one = all.find(({ kind, isAcknowledged, state }) => kind === 'shared' && isAcknowledged && state === 'there');
  assert.ok(one !== undefined);
  const members = holdings.find(({ machine }) => machine === one.by)?.team.size ?? 0;
  const found = (other: Partial<Said>): number => judge(holdings, [{ ...one, ...other }]).length;
  assert.deepEqual(
    [found({ kind: 'private' }), found({ state: 'forgotten' }), found({ mark: 'neversaid' }), found({ by: 'Nobody' })],
    [members - 1, members, members, members],
  );
}

function fault(
  { kind, isAcknowledged, state }: Said,
  { isOurs, isOwn, count, bytes }: { isOurs: boolean; isOwn: boolean; count: number; bytes: boolean },
): string | undefined {
  if (!isOurs) return bytes || count > 0 ? 'may not be here' : undefined;
  if (state === 'forgotten') return bytes || count > 0 ? `was forgotten (${count} memories)` : undefined;
  if (kind === 'shared' && count > 1) return `is here ${count} times`;
  if (!isAcknowledged || state !== 'there' || (kind === 'told' && !isOwn)) return undefined;
  if (kind === 'shared' && count !== 1) return 'is lost';
  return bytes ? undefined : 'is lost';
}

/** In how many knowledge items of the machine each mark stands. */
async function countMarks({ memory }: TeamMachine, all: ReadonlyMap<string, Said>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let cursor: string | undefined; ; ) {
    const page = await memory.list({ kinds: ['knowledge'], limit: 50, ...(cursor === undefined ? {} : { cursor }) });
    const ids = page.entries.map(({ id }) => id);
    const records = ids.length === 0 ? [] : (await memory.get(ids)).records;
    for (const record of records) {
      for (const mark of new Set(JSON.stringify(record as unknown as JsonObject).match(/[a-z]+mark\d+e/g)))
        if (all.has(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    cursor = page.nextCursor;
    if (cursor === undefined) return counts;
  }
}
