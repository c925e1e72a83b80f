import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../embeddings/tokenize/odd-strings.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { openTeamServer } from '../team-server.ts';
import {
  type Link,
  type Machine,
  openLink,
  openMachine,
  type ServerProgram,
  startServerProgram,
} from './set-machines.ts';

const HOUR_MS = 3_600_000;
/** Machines of the team, by name, with how far each clock is off; one more is of another team. */
const MEMBERS = { ada: 0, ben: 3 * HOUR_MS, cem: -26 * HOUR_MS, dora: 500, eve: -700 };
const RECORDS = Number(process.env.CAIRN_SET_RECORDS ?? 100);
const SEED = Number(process.env.CAIRN_SET_SEED ?? Date.now() % 1_000_000);

interface World {
  cluster: Cluster;
  servers: ServerProgram[];
  links: Link[];
  machines: Machine[];
  stranger: Machine;
  token: string;
}

async function openWorld(context: TestContext, settings: readonly string[] = []): Promise<World> {
  const cluster = await startCluster({ settings });
  context.after(() => cluster.stop());
  const team = await openTeamServer(context, cluster);
  const [ours, theirs] = [await team.team('Acme'), await team.team('Other')];
  const env = { ...team.env, CAIRN_SERVER_PER_MINUTE: '100000' };
  const servers = [await startServerProgram(env), await startServerProgram(env)];
  const links: Link[] = [];
  const machineOf = async (name: string, token: string, skewMs: number): Promise<Machine> => {
    const link = await openLink(servers[links.length % servers.length]?.port ?? 0);
    links.push(link);
    return openMachine(name, { link, token, skewMs });
  };
  const machines: Machine[] = [];
  for (const [name, skewMs] of Object.entries(MEMBERS)) machines.push(await machineOf(name, ours.token, skewMs));
  const stranger = await machineOf('zoe', theirs.token, 0);
  context.after(async () => {
    await Promise.all(links.map((link) => link.close()));
    await Promise.all(servers.map((server) => server.kill()));
  });
  return { cluster, servers, links, machines, stranger, token: ours.token };
}

/** Does one harm after another until `signal` aborts and each was done, then heals all. Gives what it did, by name. */
async function harm(
  { cluster, servers, links }: World,
  seed: number,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const random = createRandom(seed);
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const harms: Record<string, () => Promise<void>> = {
    'cut links': async () => {
      for (const link of links) if (random(2) === 0) link.change('cut');
      await sleep(random(400));
    },
    'answers lost': async () => {
      oneOf(links).change('no answers');
      await sleep(random(400));
    },
    'other servers': async () => {
      for (const link of links) link.change('open', oneOf(servers).port);
    },
    'server paused': async () => {
      const server = oneOf(servers);
      server.signal('SIGSTOP');
      await sleep(random(2_500));
      server.signal('SIGCONT');
    },
    'server killed': () => oneOf(servers).restart(),
    'database crashed': () => cluster.crash(),
  };
  const done = new Map<string, number>();
  const names = Object.keys(harms);
  while (!signal.aborted || done.size < names.length) {
    // Each harm comes once before chance decides, so that a short run meets all of them.
    const name = names[done.size] ?? oneOf(names);
    await harms[name]?.();
    done.set(name, (done.get(name) ?? 0) + 1);
    for (const link of links) if (random(2) === 0) link.change('open');
    await sleep(random(300));
  }
  for (const link of links) link.change('open');
  return done;
}

/** Lets all machines work under the nemesis; gives what each lacks, has twice, and has that is not its team's. */
async function run(world: World, seed: number): Promise<{ lost: string[]; twice: string[]; foreign: string[] }> {
  const all = [...world.machines, world.stranger];
  const pushed = new AbortController();
  const [harming, following] = [
    harm(world, seed, pushed.signal),
    Promise.all(all.map((machine) => machine.follow(pushed.signal))),
  ];
  await Promise.all(all.map((machine) => machine.push(RECORDS)));
  pushed.abort();
  const [harms] = await Promise.all([harming, following]);
  for (const machine of all) await machine.catchUp();
  const failures = all.reduce((sum, { failures }) => sum + [...failures.values()].reduce((a, b) => a + b, 0), 0);
  process.stdout.write(`# seed ${seed}: ${JSON.stringify(Object.fromEntries(harms))}, ${failures} failed requests\n`);
  const ofTeam = new Set(world.machines.flatMap(({ acknowledged }) => [...acknowledged]));
  const found = { lost: [] as string[], twice: [] as string[], foreign: [] as string[] };
  for (const { pulled, may } of [
    ...world.machines.map(({ pulled }) => ({ pulled, may: ofTeam })),
    { pulled: world.stranger.pulled, may: world.stranger.acknowledged },
  ]) {
    const has = new Set(pulled);
    found.lost.push(...[...may].filter((id) => !has.has(id)));
    found.twice.push(...pulled.filter((id, n) => pulled.indexOf(id) !== n));
    found.foreign.push(...[...has].filter((id) => !may.has(id)));
  }
  return found;
}

test(`what was acknowledged is in the end on each of five machines, once, and on no other team's (seed ${SEED})`, async (context) => {
  const world = await openWorld(context);
  assert.deepEqual(await run(world, SEED), { lost: [], twice: [], foreign: [] });
  assert.deepEqual(
    [...world.machines, world.stranger].map(({ acknowledged }) => acknowledged.size),
    Array.from({ length: 6 }, () => RECORDS),
  );
});

test('a database that acknowledges before a commit is durable is found out', async (context) => {
  const world = await openWorld(context, ['synchronous_commit=off', 'wal_writer_delay=10000ms']);
  const [ada] = world.machines as [Machine];
  let lost: string[] = [];
  // The write-ahead log may happen to be written just before a crash: several crashes are tried.
  for (let round = 1; round <= 8 && lost.length === 0; round += 1) {
    await ada.push(round * 20);
    await world.cluster.crash();
    const reader = openMachine('ada', { link: world.links[0] as Link, token: world.token, skewMs: 0 });
    while (
      !(await reader.catchUp().then(
        () => true,
        () => false,
      ))
    )
      await sleep(50);
    const has = new Set(reader.pulled);
    lost = [...ada.acknowledged].filter((id) => !has.has(id));
    process.stdout.write(`# crash ${round}: ${lost.length} of ${ada.acknowledged.size} lost\n`);
  }
  assert.notDeepEqual(lost, []);
});
