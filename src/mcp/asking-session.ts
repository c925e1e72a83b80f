import type { ServerContext } from '@modelcontextprotocol/server';
import { asObject, asString } from '../core/json.ts';
import { sessionId } from '../core/model/ids.ts';

const CLIENT = 'io.modelcontextprotocol/clientInfo';

/** What is known of the client besides its request. */
export interface KnownClient {
  /** The name that it gave when the connection began, in the era that has such. */
  name: string | undefined;
  /** The session of Claude Code, by its own id, that the server's environment names. */
  marked: string | undefined;
}

/**
 * The session of the agent that makes a request, where the agent names it: Codex does in each call, Claude Code in the
 * environment, which other clients inherit that run within it. `undefined`: not known; no session is guessed.
 */
export function askingSession(
  { _meta, envelope }: Pick<ServerContext['mcpReq'], '_meta' | 'envelope'>,
  { name, marked }: KnownClient,
): string | undefined {
  const named = asString(asObject(_meta?.['x-codex-turn-metadata']).session_id) ?? '';
  if (named !== '') return sessionId('codex', named);
  const client = asObject(asObject(envelope)[CLIENT]).name ?? name;
  return client === 'claude-code' && marked !== undefined ? sessionId(client, marked) : undefined;
}
