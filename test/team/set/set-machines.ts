import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { asString, type JsonObject } from '../../../src/core/json.ts';
import { ask, eventRecord, homeOf } from '../team-server.ts';

const PATH = '/v1/sync/records';
const PROGRAM = fileURLToPath(new URL('../../../src/bin/server.ts', import.meta.url));
/** Milliseconds that a machine waits for an answer, and between two tries. */
const PATIENCE_MS = 1_500;
const REST_MS = 5;

/** How packets between a machine and the server go: both ways, not at all, or to the server without the answer. */
export type LinkState = 'open' | 'cut' | 'no answers';

/** The network between one machine and one server at a time. */
export interface Link {
  url: string;
  /** Closes what is open, and hands later connections to another port in another state. */
  change(state: LinkState, port?: number): void;
  close(): Promise<void>;
}

/** Opens a link to a port on loopback. */
export async function openLink(port: number): Promise<Link> {
  let [now, to]: [LinkState, number] = ['open', port];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    keep(from);
    if (now === 'cut') return void from.destroy();
    const onward = connect(to, '127.0.0.1');
    keep(onward);
    from.pipe(onward);
    onward.on('data', (part) => {
      if (now === 'open') from.write(part);
    });
    onward.on('close', () => from.destroy());
    from.on('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change(state, port = to) {
      [now, to] = [state, port];
      // A request that is under way loses its answer only: the server has read it.
      if (state !== 'no answers') for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server's program that can be killed and started again on its port. */
export interface ServerProgram {
  port: number;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  restart(): Promise<void>;
  kill(): Promise<void>;
}

/** The words by which a program is run. */
type Words = (program: string, ...args: string[]) => [string, ...string[]];

/** Starts `cairn server start` as a process of its own; `words`: where it runs. */
export async function startServerProgram(
  env: Record<string, string>,
  words: Words = (...given) => given,
): Promise<ServerProgram> {
  let running = await spawnServer(env, words);
  const { port } = running;
  const kill = async (): Promise<void> => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    const ended = once(running.child, 'exit');
    running.child.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    signal: (name) => void running.child.kill(name),
    kill,
    async restart() {
      await kill();
      running = await spawnServer({ ...env, CAIRN_SERVER_PORT: String(port) }, words);
    },
  };
}

async function spawnServer(env: Record<string, string>, words: Words): Promise<{ child: ChildProcess; port: number }> {
  const [program, ...args] = words(process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM, 'start');
  const child = spawn(program, args, {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const part of child.stderr ?? []) {
    said += String(part);
    const port = /answers at http:\S+:(\d+),/.exec(said)?.[1];
    if (port === undefined) continue;
    child.stderr?.resume();
    return { child, port: Number(port) };
  }
  throw new Error(`the server did not start: ${said}`);
}

/** One machine: it pushes records until each is acknowledged, and pulls from where it was. */
export interface Machine {
  acknowledged: Set<string>;
  /** Ids in the order in which they came, as often as they came. */
  pulled: string[];
  /** Errors by their first words: what the nemesis caused. */
  failures: Map<string, number>;
  push(count: number): Promise<void>;
  /** Pulls until `signal` aborts. */
  follow(signal: AbortSignal): Promise<void>;
  /** Pulls until there is no more. */
  catchUp(): Promise<void>;
}

/** A machine behind a link. Its clock differs by `skewMs` from the server's. */
export function openMachine(
  name: string,
  { link, token, skewMs }: { link: Link; token: string; skewMs: number },
): Machine {
  const home = homeOf(name);
  const machine = { acknowledged: new Set<string>(), pulled: [] as string[], failures: new Map<string, number>() };
  let cursor = '';
  const failed = (error: unknown): void => {
    const words = String(error).slice(0, 60);
    machine.failures.set(words, (machine.failures.get(words) ?? 0) + 1);
  };
  const asked = async (path: string, body?: unknown): Promise<JsonObject> => {
    const { status, value } = await askInTime(link.url, path, { token, ...(body === undefined ? {} : { body }) });
    if (status !== 200) throw new Error(`status ${status}`);
    return value;
  };
  const pull = async (): Promise<boolean> => {
    const value = await asked(`${PATH}?after=${cursor}&limit=50`);
    machine.pulled.push(...(value.records as JsonObject[]).map(({ id }) => String(id)));
    cursor = asString(value.next) ?? '';
    return value.more === true;
  };
  return {
    ...machine,
    async push(count) {
      for (let n = 0; n < count; n += 1) {
        const record = eventRecord(home, n);
        const skewed = { ...record, at: record.at + skewMs };
        while (!machine.acknowledged.has(record.id)) {
          const answer = await asked(PATH, { records: [skewed] }).catch(failed);
          for (const id of (answer?.acknowledged ?? []) as string[]) machine.acknowledged.add(id);
          await sleep(REST_MS);
        }
      }
    },
    async follow(signal) {
      while (!signal.aborted) {
        await pull().catch(failed);
        await sleep(REST_MS);
      }
    },
    async catchUp() {
      while (await pull());
    },
  };
}

async function askInTime(...asking: Parameters<typeof ask>): ReturnType<typeof ask> {
  const [url, path, options] = asking;
  return ask(url, path, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
}
