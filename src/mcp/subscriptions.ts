import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { asObject, asString, isTexts } from '../core/json.ts';

/** Upper bound on the addresses that one client subscribes to. */
const MOST = 1_000;

/** Which resources the client of one connection wants to hear of, as its messages say, in both eras. */
export class Subscriptions {
  readonly #uris = new Map<string, readonly string[]>();

  /** Looks at a message of the client; true when it began or ended a subscription. */
  take(message: JSONRPCMessage): boolean {
    if (!('method' in message)) return false;
    const params = asObject(message.params);
    switch (message.method) {
      case 'subscriptions/listen':
        return (
          'id' in message && this.#begin(`listen ${message.id}`, asObject(params.notifications).resourceSubscriptions)
        );
      case 'notifications/cancelled':
        return this.#uris.delete(`listen ${params.requestId}`);
      case 'resources/subscribe':
        return this.#begin(`uri ${asString(params.uri)}`, [params.uri]);
      case 'resources/unsubscribe':
        return this.#uris.delete(`uri ${asString(params.uri)}`);
      default:
        return false;
    }
  }

  get isEmpty(): boolean {
    return this.#uris.size === 0;
  }

  /** True when the client wants to hear of this resource. */
  has(uri: string): boolean {
    return this.#uris.values().some((uris) => uris.includes(uri));
  }

  #begin(key: string, uris: unknown): boolean {
    if (!isTexts(uris) || uris.length === 0 || this.#uris.size >= MOST) return false;
    this.#uris.set(key, uris.slice(0, MOST));
    return true;
  }
}
