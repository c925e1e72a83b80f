import { assertNever, CairnError } from '../core/errors.ts';
import { asObject, asString, isTexts, objectsIn } from '../core/json.ts';
import { getJson, type JsonOutcome, postJson } from '../platform/http/post-json.ts';
import { belowUrl } from '../platform/http/server-url.ts';
import type { SyncRemote } from './sync-remote.ts';
import { parseRecord, SYNC_LIMITS, type SyncRecord } from './wire.ts';

/** A team server, and the token that it gave this person. */
export interface ServerRemoteOptions {
  url: URL;
  token: string;
  timeoutMs: number;
}

const PATH = '/v1/sync/records';
/** Bytes of an answer to a push: an id each, and reasons. */
const ACKNOWLEDGED_BYTES = 1024 * 1024;

/** A team server as a remote. Throws `unauthorized`, `not_allowed`, `too_many`, `outdated`, `timeout` or `not_running`. */
export function openServerRemote({ url, token, timeoutMs }: ServerRemoteOptions): SyncRemote {
  const address = belowUrl(url, PATH);
  const headers = { authorization: `Bearer ${token}` };
  return {
    async push(records, signal) {
      const body = { records: JSON.parse(JSON.stringify(records)) };
      const request = { url: address, headers, timeoutMs, maxBytes: ACKNOWLEDGED_BYTES, signal, packed: true };
      const answer = asObject(answerOf(await postJson({ ...request, body }), url));
      const acknowledged = isTexts(answer.acknowledged) ? answer.acknowledged : [];
      const refused = objectsIn(answer.refused).flatMap(({ id, reason }) =>
        typeof id === 'string' ? [{ id, reason: asString(reason)?.slice(0, 100) ?? 'refused' }] : [],
      );
      return { acknowledged, refused };
    },
    async pull(after, limit, signal) {
      const query = new URLSearchParams({ after, limit: String(Math.min(limit, SYNC_LIMITS.records)) });
      const request = { headers, timeoutMs, maxBytes: 2 * SYNC_LIMITS.answerBytes, signal };
      const answer = asObject(answerOf(await getJson({ ...request, url: `${address}?${query}` }), url));
      const records: SyncRecord[] = [];
      const skipped: Record<string, number> = {};
      for (const value of objectsIn(answer.records)) {
        const record = parseRecord(value);
        if (typeof record === 'string') skipped[record] = (skipped[record] ?? 0) + 1;
        else records.push(record);
      }
      return { records, skipped, next: asString(answer.next) ?? after, more: answer.more === true };
    },
  };
}

function answerOf(outcome: JsonOutcome, { host }: URL) {
  switch (outcome.kind) {
    case 'answer':
      return outcome.value;
    case 'status':
      throw statusError(outcome.status, host);
    case 'timeout':
      throw new CairnError('timeout', `The team server ${host} did not answer in time.`, { fix: 'cairn sync now' });
    case 'unreachable':
      throw new CairnError('not_running', `The team server ${host} cannot be reached.`, {
        fix: 'Nothing is lost: what waits is handed on once it can be reached.',
        cause: outcome.cause,
      });
    case 'not-json':
    case 'too-long':
      throw new CairnError('unsupported', `${host} does not answer as a team server of Cairn does.`, {
        fix: 'cairn sync status shows the address',
      });
    default:
      return assertNever(outcome);
  }
}

function statusError(status: number, host: string): CairnError {
  if (status === 401) {
    return new CairnError(
      'unauthorized',
      `The team server ${host} does not take the token: it ended, or was revoked.`,
      {
        fix: 'Log in again: cairn login. With a token that an owner gives out: cairn sync add ADDRESS --token TOKEN',
      },
    );
  }
  if (status === 403) {
    return new CairnError('not_allowed', `The team server ${host} does not let this member do that.`, {
      fix: 'Ask its owner for the role of a member.',
    });
  }
  if (status === 410) return new CairnError('outdated', `The team server ${host} does not know this place any more.`);
  if (status === 429)
    return new CairnError('too_many', `The team server ${host} is asked too often.`, { fix: 'Later.' });
  return new CairnError('unsupported', `The team server ${host} answered with status ${status}.`, {
    fix: 'cairn sync status shows the address',
  });
}
