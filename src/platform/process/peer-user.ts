import { readFileSync } from 'node:fs';
import { ignore } from '../ignored.ts';

/** A connection on 127.0.0.1, as its accepting side names it. */
export interface LoopbackConnection {
  localPort?: number | undefined;
  remotePort?: number | undefined;
}

const ROOT = 0;
const ESTABLISHED = '01';
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const LOOPBACK = /^(?:0100007F|0000000000000000FFFF00000100007F)$/;

/**
 * True when this user, or root, holds the other end of a connection on 127.0.0.1, and where the system does not tell who
 * does: only Linux does. Who closed its end is nobody.
 */
export function isOwnPeer(connection: LoopbackConnection, userId: number, read = readTable): boolean {
  if (userId < 0) return true;
  const tables = TABLES.map(read);
  if (tables[0] === undefined) return true;
  const peer = tables.flatMap((table) => rowOf(table ?? '', connection) ?? [])[0];
  // The system gives a connection that its program let go of to root.
  return peer !== undefined && (peer.userId === userId || (peer.userId === ROOT && peer.state === ESTABLISHED));
}

/** The row of the end that connected: its own port is our remote one. */
function rowOf(
  table: string,
  { localPort, remotePort }: LoopbackConnection,
): { userId: number; state: string } | undefined {
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', remote = '', state = '', , , , userId = ''] = line.trim().split(/\s+/);
    if (isAt(local, remotePort) && isAt(remote, localPort)) return { userId: Number(userId), state };
  }
  return undefined;
}

function isAt(address: string, port: number | undefined): boolean {
  const [host = '', digits = ''] = address.split(':');
  return LOOPBACK.test(host) && Number.parseInt(digits, 16) === port;
}

function readTable(path: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    ignore(error, 'the system does not tell who connects');
    return undefined;
  }
}
