import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinTeam, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

const WORDS = ['heron', 'zebra', 'walrus', 'otter', 'lemur', 'bison', 'gecko', 'raven'] as const;
const NAMES = ['Ada', 'Ben', 'Cleo'] as const;

let counter = 0;

const who = fc.nat({ max: NAMES.length - 1 });
const OPERATIONS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ op: fc.constant('state' as const), who }) },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('note' as const), who }) },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('reword' as const), who, which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('forget' as const), who, which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('keep' as const), who, which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('withdraw' as const), who, which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ op: fc.constant('sync' as const), who }) },
  ),
  { minLength: 8, maxLength: 24 },
);

/** What a home has stated itself, as it stands now, and the words in which the others have it. */
interface Stated {
  text: string;
  withdrawn: boolean;
  told?: string;
}

/** A home, and what of its own the others are to have. */
interface Member {
  home: TeamHome;
  shared: Map<string, Stated>;
}

test('whatever three homes do, all end with the same memories, each once, and nothing that was not chosen', async (t) => {
  await fc.assert(
    fc.asyncProperty(OPERATIONS, async (operations) => {
      const team = teamFolder(t);
      const members: Member[] = [];
      for (const name of NAMES) {
        const home = openHome(t, name);
        await home.memory.remember({ text: `${name} has the first word on releases.`, kind: 'decision' });
        await joinTeam(home, team);
        members.push({ home, shared: new Map() });
      }
      for (const member of members) {
        const { entries } = await member.home.memory.list({ kinds: ['knowledge'] });
        for (const { id, title } of entries) member.shared.set(id, { text: title, withdrawn: false });
      }
      for (const operation of operations) await carryOut(operation, members[operation.who] as Member);
      // Twice: what one takes back reaches another that was synced before it.
      for (let round = 0; round < 2; round += 1) await syncAll(...members.map(({ home }) => home));
      for (const { shared } of members) handOn(shared);
      for (const member of members) await assertHasAll(member, members);
      // Nothing is handed on, or taken in, when nothing happened.
      for (const { home } of members) {
        const { lastRun } = await home.memory.sync({ run: true });
        assert.deepEqual([lastRun?.pushed.memories, lastRun?.pulled.added, lastRun?.pulled.erased], [0, 0, 0]);
      }
      for (const { home } of members) await home.memory.close();
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

/** What counts is handed on as it is; what is withdrawn stays with the others in the words that they had, and in no others. */
function handOn(shared: Member['shared']): void {
  for (const [id, { text, withdrawn, told }] of shared) {
    const isTold = !withdrawn || told === text;
    shared.set(id, isTold ? { text, withdrawn, told: text } : { text, withdrawn });
  }
}

async function carryOut(
  operation: { op: string; who: number; which?: number },
  { home: { memory, name }, shared }: Member,
): Promise<void> {
  const ids = [...shared.keys()].sort();
  const id = ids[(operation.which ?? 0) % Math.max(ids.length, 1)];
  // Words that were forgotten once are refused: none are stated twice.
  counter += 1;
  const text = `${name} wants the ${WORDS[counter % WORDS.length]} service on port ${4_000 + counter}.`;
  switch (operation.op) {
    case 'state': {
      const made = await memory.remember({ text, kind: 'constraint' });
      shared.set(made.id, { text, withdrawn: false });
      return;
    }
    case 'note':
      await memory.remember({ text: `${name} keeps private note ${counter} to themselves`, kind: 'note' });
      return;
    case 'sync':
      await memory.sync({ run: true });
      handOn(shared);
      return;
    default:
  }
  if (id === undefined) return;
  if (operation.op === 'reword') {
    await memory.update(id, { text });
    shared.set(id, { ...(shared.get(id) as Stated), text });
  } else if (operation.op === 'withdraw') {
    await memory.update(id, { status: 'withdrawn' });
    shared.set(id, { ...(shared.get(id) as Stated), withdrawn: true });
  } else {
    if (operation.op === 'keep') await memory.sync({ keep: [id] });
    else await memory.forget({ ids: [id], now: true });
    shared.delete(id);
  }
}

async function assertHasAll({ home }: Member, members: readonly Member[]): Promise<void> {
  const { entries } = await home.memory.list({ kinds: ['knowledge', 'observation'], limit: 100 });
  const foreign = entries.filter(({ author }) => author === 'member');
  const wanted = members
    .filter((other) => other.home !== home)
    .flatMap(({ home: { name }, shared }) =>
      [...shared].flatMap(([id, { told, withdrawn }]) =>
        told === undefined ? [] : [{ id, member: name, text: told, withdrawn }],
      ),
    );
  const found = await Promise.all(
    foreign.map(async ({ id, member, status }) => {
      const { records } = await home.memory.get(id);
      return { id, member: member ?? '', text: records[0]?.text ?? '', withdrawn: status === 'withdrawn' };
    }),
  );
  const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);
  assert.deepEqual(found.sort(byId), wanted.sort(byId), `what ${home.name} has of the others`);
}
