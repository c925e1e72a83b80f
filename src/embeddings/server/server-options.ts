import type { ServerDialect } from './dialects.ts';

/** What a server is asked with. */
export interface ServerOptions {
  dialect: ServerDialect;
  model: string;
  /** Address up to where the dialect's path begins; checked before. */
  url: URL;
  /** Sent as a bearer token; empty for none. */
  key: string;
  /** Numbers of a vector that are asked for; 0: as many as the model gives. */
  dimensions: number;
  /** Milliseconds between two tries, the first and the second time; a server may ask for more. Default 300 and 1,500. */
  backOffMs?: readonly number[];
  /** Milliseconds for one request. Default 15,000. */
  timeoutMs?: number;
}
