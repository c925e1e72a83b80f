import pg from 'pg';
import { now } from '../clock.ts';
import { ignore } from '../ignored.ts';

/** Milliseconds until a lost connection is made again. */
const AGAIN_MS = 1_000;
/** Milliseconds between two looks whether the connection still is one, and for which the last answer vouches for it. */
const ALIVE_MS = 250;
const SURE_MS = 2 * ALIVE_MS;

/** Hears what is sent on channels of a database. */
export interface Listener {
  /**
   * False when the connection has not answered for half a second: what was sent meanwhile may be lost, and `onConnected` says
   * when to look around.
   */
  isSure(): boolean;
  close(): Promise<void>;
}

/** Where a listener listens, and whom it calls. */
export interface ListenOptions {
  url: string;
  /** Names of letters, digits and `_`. */
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  /** Called with each connection, the first included. */
  onConnected?: () => void;
}

/** Listens on a connection of its own, which is made again whenever it is lost, until it is closed. */
export function listenTo({ url, channels, onNotice, onConnected }: ListenOptions): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const again = (error: unknown): void => {
    answeredAt = Number.NEGATIVE_INFINITY;
    if (isClosed) return;
    ignore(error, 'the connection that hears of changes was lost');
    const lost = client;
    client = undefined;
    lost?.end().catch((failure: unknown) => ignore(failure, 'a lost connection could not be closed'));
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), AGAIN_MS).unref();
  };
  const lookAlive = async (of: pg.Client): Promise<void> => {
    if (isClosed || client !== of) return;
    try {
      // An empty statement, which a connection answers that still is one.
      await of.query('');
      if (client === of) answeredAt = now();
      timer = setTimeout(() => void lookAlive(of), ALIVE_MS).unref();
    } catch (error) {
      again(error);
    }
  };
  const connect = async (): Promise<void> => {
    const made = new pg.Client({ connectionString: url, application_name: 'cairn-listen', keepAlive: true });
    client = made;
    const lost = (error: unknown): void => {
      if (client === made) again(error);
    };
    made.on('error', lost);
    made.on('end', () => lost(undefined));
    made.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
    try {
      await made.connect();
      for (const channel of channels) await made.query(`LISTEN ${made.escapeIdentifier(channel)}`);
      answeredAt = now();
      onConnected?.();
      timer = setTimeout(() => void lookAlive(made), ALIVE_MS).unref();
    } catch (error) {
      lost(error);
    }
  };
  void connect();
  return {
    isSure: () => now() - answeredAt <= SURE_MS,
    async close() {
      isClosed = true;
      answeredAt = Number.NEGATIVE_INFINITY;
      clearTimeout(timer);
      await client?.end().catch((error: unknown) => ignore(error, 'a connection could not be closed'));
    },
  };
}
