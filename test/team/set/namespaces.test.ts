import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { asNumber, asObject } from '../../../src/core/json.ts';
import type { PgPool } from '../../../src/platform/postgres/postgres.ts';
import { createRandom } from '../../embeddings/tokenize/odd-strings.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { poolOf } from '../engines.ts';
import { openTeamServer, tablesWith } from '../team-server.ts';
import { askReceipts, live } from './deeds.ts';
import { clockOf, openTeamMachine, type TeamMachine } from './machine.ts';
import { type Host, openNetwork, SERVICE, whyNoNetwork } from './network.ts';
import { createOracle, type Oracle, type Said } from './oracle.ts';
import { type ServerProgram, startServerProgram } from './set-machines.ts';

const HOUR_MS = 3_600_000;
const PORT = '7420';
/** How far the clock of each member's machine is off; of the second server by two hours. */
const MEMBERS = { Ada: 0, Ben: 3 * HOUR_MS, Cem: -26 * HOUR_MS, Dora: 500, Eve: -700 };
const STRANGER = 'Zoe';
const SERVERS = [0, 2 * HOUR_MS];
const DEEDS = Number(process.env.CAIRN_SET_DEEDS ?? 18);
const SEED = Number(process.env.CAIRN_SET_SEED ?? Date.now() % 1_000_000);
const ROUNDS = 12;
/** Seconds until a server took in what came: longer than a lease that was left. */
const SERVER_TRIES = 40;

interface World {
  cluster: Cluster;
  database: string;
  servers: (ServerProgram & { host: Host })[];
  members: TeamMachine[];
  stranger: TeamMachine;
}

async function openWorld(context: TestContext): Promise<World> {
  const cluster = await startCluster();
  context.after(() => cluster.stop());
  const team = await openTeamServer(context, cluster);
  const network = await openNetwork();
  context.after(() => network.close());
  const servers: World['servers'] = [];
  context.after(() => Promise.all(servers.map((server) => server.kill())));
  for (const skewMs of SERVERS) {
    const host = await network.addServer();
    const listening = { CAIRN_SERVER_HOST: '0.0.0.0', CAIRN_SERVER_PORT: PORT, CAIRN_SERVER_PER_MINUTE: '100000' };
    const env = { ...team.env, ...listening, ...clockOf(skewMs) };
    servers.push({ ...(await startServerProgram(env, (program, ...args) => host.words(program, ...args))), host });
  }
  const [ours, theirs] = [await team.team('Acme'), await team.team('Other')];
  const join = async (name: string, skewMs: number, tenant: string): Promise<TeamMachine> => {
    const host = await network.addMachine();
    host.routeBy((servers[skewMs === 0 ? 0 : 1] as World['servers'][number]).host);
    const machine = openTeamMachine(context, { name, host, skewMs });
    await machine.startWorker();
    if (name !== 'Ada') await team.admin('member', 'add', name, '--tenant', tenant);
    const { token } = await team.token(tenant, name);
    await machine.memory.remember({ text: `${name} names the first rule.`, kind: 'decision', project: machine.shared });
    for (const words of [
      ['add', `http://${SERVICE}:${PORT}`, '--member', name, '--token', token, '--insecure'],
      ['share', '--yes'],
    ]) {
      const { code, said } = await machine.person(['sync', ...words]);
      assert.equal(code, 0, said);
    }
    return machine;
  };
  const members: TeamMachine[] = [];
  for (const [name, skewMs] of Object.entries(MEMBERS)) members.push(await join(name, skewMs, ours.tenant));
  const stranger = await join(STRANGER, 0, theirs.tenant);
  return { cluster, database: team.database, servers, members, stranger };
}

/** What can go wrong, by name; each ends healed, or is healed by `heal`. */
function harmsOf({ cluster, servers, members, stranger }: World, random: (below: number) => number) {
  const machines = [...members, stranger];
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  return {
    'cables pulled': async () => {
      const cut = machines.filter(() => random(2) === 0);
      for (const { host } of cut) host.plug(false);
      await sleep(random(3_000));
      for (const { host } of cut) host.plug(true);
    },
    'answers lost': async () => {
      const [server, { host }] = [oneOf(servers), oneOf(machines)];
      server.host.answers(host, false);
      await sleep(random(2_000));
      server.host.answers(host, true);
    },
    'other servers': async () => {
      for (const { host } of machines) host.routeBy(oneOf(servers).host);
    },
    'server paused': async () => {
      const server = oneOf(servers);
      server.signal('SIGSTOP');
      await sleep(random(4_000));
      server.signal('SIGCONT');
    },
    'server killed': () => oneOf(servers).restart(),
    'database paused': async () => {
      cluster.signal('SIGSTOP');
      await sleep(random(3_000));
      cluster.signal('SIGCONT');
    },
    'database crashed': () => cluster.crash(),
    'machine paused': async () => {
      const machine = oneOf(machines);
      machine.signalWorker('SIGSTOP');
      await sleep(random(3_000));
      machine.signalWorker('SIGCONT');
    },
    'worker killed': async () => {
      const machine = oneOf(machines);
      await machine.killWorker();
      await machine.startWorker();
    },
  } satisfies Record<string, () => Promise<void>>;
}

/** Does one harm after another until `signal` aborts and each was done. Gives how often each was. */
async function harm(world: World, seed: number, signal: AbortSignal): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const harms: Record<string, () => Promise<void>> = harmsOf(world, random);
  const names = Object.keys(harms);
  const done: Record<string, number> = {};
  for (let n = 0; !signal.aborted || n < names.length; n += 1) {
    const name = names[n] ?? names[random(names.length)] ?? '';
    await harms[name]?.();
    done[name] = (done[name] ?? 0) + 1;
    await sleep(random(1_000));
  }
  return done;
}

/** Runs sync on each machine until nothing more is handed on, and all receipts were asked for. */
async function settle(machines: readonly TeamMachine[], oracle: Oracle): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    let moved = 0;
    for (const machine of machines) {
      const result = await machine.cairn(['sync', 'now']);
      const { pushed, pulled } = asObject(result?.lastRun);
      const [out, come] = [asObject(pushed), asObject(pulled)];
      const counts = [out.memories, out.records, come.added, come.erased].map((n) => asNumber(n) ?? 0);
      moved += result === undefined ? 1 : counts.reduce((sum, n) => sum + n, 0);
    }
    for (const machine of machines) await askReceipts(machine, oracle);
    if (moved === 0) return;
  }
  assert.fail('sync did not come to rest');
}

/** Words that may stand nowhere on the server: what was forgotten, and what was never shared. */
const isNoServers = ({ kind, state }: Said): boolean => kind === 'private' || state === 'forgotten';

/** Where some words stand in the database; what was just taken in is waited for. */
async function leftOnServer(pool: PgPool, words: readonly Said[]): Promise<string[]> {
  for (let tries = SERVER_TRIES; ; tries -= 1) {
    const found: string[] = [];
    for (const { mark, kind, state } of words) {
      const tables = await tablesWith(pool, mark);
      if (tables.length > 0) found.push(`${mark} (${kind}, ${state}) is on the server in ${tables.join(', ')}`);
    }
    if (found.length === 0 || tries === 0) return found;
    await sleep(1_000);
  }
}

test(`five machines and another team's in namespaces: what was acknowledged is with every member, once, and with nobody else; what was forgotten is nowhere (seed ${SEED})`, async (context) => {
  assert.equal(whyNoNetwork(), undefined, 'as root: npm run test:set');
  const world = await openWorld(context);
  const machines = [...world.members, world.stranger];
  const oracle = createOracle([world.members, [world.stranger]]);
  const lived = new AbortController();
  const harming = harm(world, SEED, lived.signal);
  await Promise.all(
    machines.map((machine, n) => live(machine, oracle, { deeds: DEEDS, random: createRandom(SEED + n + 1) })),
  );
  lived.abort();
  const harms = await harming;
  await settle(machines, oracle);
  const pool = poolOf(world.cluster, 'postgres', world.database);
  const all = oracle.said();
  const left = await leftOnServer(pool, all.filter(isNoServers));
  const count = (is: (one: Said) => boolean): number => all.filter(is).length;
  const amounts = {
    shared: count(({ kind, isAcknowledged }) => kind === 'shared' && isAcknowledged),
    private: count(({ kind, isAcknowledged }) => kind === 'private' && isAcknowledged),
    unanswered: count(({ isAcknowledged }) => !isAcknowledged),
    forgotten: count(({ state }) => state === 'forgotten'),
    receipts: count(({ receipt }) => receipt.length > 0),
  };
  process.stdout.write(`# seed ${SEED}: ${JSON.stringify(amounts)} ${JSON.stringify(harms)}\n`);
  assert.deepEqual([...left, ...(await oracle.findings())], []);
});
