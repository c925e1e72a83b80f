// server/webhooks: what services outside tell of a team's projects. A call counts by its signature alone, once, and no
// words of an issue are kept.

import { CairnError } from '../../core/errors.ts';
import { hmacSha256, isSameSecret, sha256Hex } from '../../core/hash.ts';
import { parseJson } from '../../core/json.ts';
import { WrongRequest } from '../../http/failure.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { takeDelivery } from '../../store/postgres/team/tracked-issues.ts';
import { webhookSecret } from '../../store/postgres/team/webhooks.ts';
import type { AtOnce } from '../access/request-limits.ts';
import { readBody } from '../sync/read-body.ts';
import { readGithubEvent } from './github-event.ts';

/** Path of the route; the id of the team follows it on a server with several. */
export const GITHUB_PATH = '/webhooks/github';
/** The name under which the secret is kept. */
export const GITHUB = 'github';

/** What a call is answered from. */
export interface WebhookDeps {
  engineOf: (tenant: string) => Engine;
  teamIds: () => Promise<readonly string[]>;
  limit: (key: string) => void;
  /** Bounds the bodies of one address that are in memory before their signature is known. */
  atOnce: AtOnce;
  now: () => number;
}

/** GitHub sends at most 25 MB, of an issue some 30 kB. */
const BODY_BYTES = 1024 * 1024;
const DELIVERY = /^[\w-]{8,100}$/;
const TENANT = /^\/webhooks\/github\/(t[a-z2-7]{12})$/;

/** Takes a call of GitHub. Throws `unauthorized` unless the team's secret signed it, `WrongRequest` 409 for one that came before. */
export function answerGithub(deps: WebhookDeps, request: Request, from: string): Promise<Response> {
  return deps.atOnce(from, () => answerDelivery(deps, request));
}

async function answerDelivery(deps: WebhookDeps, request: Request): Promise<Response> {
  const tenant = await tenantOf(deps, new URL(request.url).pathname);
  const body = await readBody(request, BODY_BYTES);
  const engine = deps.engineOf(tenant);
  const secret = await webhookSecret(engine, GITHUB);
  const shown = request.headers.get('x-hub-signature-256') ?? '';
  // Without a secret the comparison takes as long.
  const isSigned = isSameSecret(shown, `sha256=${hmacSha256(secret ?? '', body)}`);
  if (secret === undefined || !isSigned) {
    throw new CairnError('unauthorized', 'The call is not signed with the secret of this team.', {
      fix: 'cairn server webhook create, then give GitHub what it prints.',
    });
  }
  deps.limit(`github ${tenant}`);
  const delivery = request.headers.get('x-github-delivery') ?? '';
  if (!DELIVERY.test(delivery)) throw new WrongRequest(400, 'The header X-GitHub-Delivery is missing.');
  const event = request.headers.get('x-github-event') ?? '';
  if (event === 'ping') return Response.json({ outcome: 'ready' });
  const value = parseJson(Buffer.from(body).toString('utf8'));
  if (value === undefined) {
    throw new WrongRequest(415, 'The body is no JSON.', { fix: 'Choose the content type application/json at GitHub.' });
  }
  const told = readGithubEvent(event, value);
  const isNew = await takeDelivery(engine, { id: delivery, hash: sha256Hex(body), at: deps.now() }, told);
  if (!isNew) throw new WrongRequest(409, 'This delivery came before.');
  return Response.json({ outcome: told === undefined ? 'ignored' : 'kept' });
}

async function tenantOf({ teamIds }: WebhookDeps, path: string): Promise<string> {
  const named = TENANT.exec(path)?.[1];
  if (named !== undefined) return named;
  const [first, ...others] = path === GITHUB_PATH ? await teamIds() : [];
  if (first !== undefined && others.length === 0) return first;
  throw new WrongRequest(404, 'The address names no team.', { fix: `${GITHUB_PATH}/TEAM` });
}
