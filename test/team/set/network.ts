import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The address at which both servers answer; each machine's route says which of them it reaches. */
export const SERVICE = '10.78.0.1';

/** A machine of the network: a namespace of its own with one cable to the switch. */
export interface Host {
  address: string;
  /** The words by which a program runs on this machine. */
  words(program: string, ...args: string[]): [string, ...string[]];
  /** Plugs the cable in at the switch or out: packets are lost without an error. */
  plug(isIn: boolean): void;
  /** Reaches the service by another machine from now on. */
  routeBy(server: Host): void;
  /** A machine that serves answers to an address, or its answers are lost. */
  answers(to: Host, doesAnswer: boolean): void;
}

/** Machines that a switch connects. Nothing of it is in the namespace of the caller, and all of it ends with its process. */
export interface Network {
  addMachine(): Promise<Host>;
  /** A machine that has the service's address. */
  addServer(): Promise<Host>;
  close(): Promise<void>;
}

/** Why no network can be made here, `undefined` where one can. */
export function whyNoNetwork(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces want root on Linux';
  try {
    execFileSync('unshare', ['-n', 'ip', 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other'], {
      stdio: 'pipe',
    });
    return undefined;
  } catch (error) {
    return `network namespaces cannot be made: ${String(error).slice(0, 200)}`;
  }
}

/** Makes a network without machines. */
export async function openNetwork(): Promise<Network> {
  const holders: ChildProcess[] = [];
  const hold = async (): Promise<number> => {
    // It ends when its stdin does: with this process.
    const child = spawn('unshare', ['-n', 'sh', '-c', 'echo up; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    holders.push(child);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    return child.pid ?? 0;
  };
  const centre = await hold();
  ip(centre, 'link add lan type bridge', 'link set lan up');
  let count = 0;
  const add = async (address: string): Promise<Host> => {
    count += 1;
    const [pid, port] = [await hold(), `port${count}`];
    ip(centre, `link add ${port} type veth peer name eth0 netns ${pid}`, `link set ${port} master lan up`);
    ip(pid, `address add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up');
    return {
      address,
      words: (program, ...args) => ['nsenter', '-t', String(pid), '-n', program, ...args],
      plug: (isIn) => ip(centre, `link set ${port} ${isIn ? 'up' : 'down'}`),
      routeBy: (server) => ip(pid, `route replace ${SERVICE} via ${server.address}`),
      answers: (to, doesAnswer) =>
        doesAnswer ? ip(pid, `route flush ${to.address}`) : ip(pid, `route replace blackhole ${to.address}`),
    };
  };
  return {
    addMachine: () => add(`10.77.0.${10 + count}`),
    async addServer() {
      const pid = holders.length;
      const host = await add(`10.77.0.${200 + count}`);
      ip(holders[pid]?.pid ?? 0, `address add ${SERVICE}/32 dev lo`);
      return host;
    },
    async close() {
      await Promise.all(
        holders.map(async (child) => {
          const ended = once(child, 'exit');
          child.stdin?.end();
          await ended;
        }),
      );
    },
  };
}

/** Runs commands of `ip` in the namespace of a process. */
function ip(pid: number, ...commands: readonly string[]): void {
  execFileSync('nsenter', ['-t', String(pid), '-n', 'ip', '-batch', '-'], {
    input: `${commands.join('\n')}\n`,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}
