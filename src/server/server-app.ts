import type { BlockList } from 'node:net';
import { MCP_PATH } from '../api/routes.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { isSameSecret } from '../core/hash.ts';
import { failed, WrongRequest } from '../http/failure.ts';
import { now } from '../platform/clock.ts';
import type { Engine } from '../store/postgres/engine/engine.ts';
import type { OpenAnswers } from './access/open-answers.ts';
import { assertScope, type Principal, type Principals } from './access/principals.ts';
import { remoteAddress } from './access/remote-address.ts';
import type { RequestLimit } from './access/request-limits.ts';
import { answerLoginFinish, answerLoginStart, LOGIN_PATHS, type LoginDeps } from './login/login-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { PageApp } from './pages/page-app.ts';
import { readRecords } from './sync/read-records.ts';
import { answerPull, answerPush, packedAnswer, SYNC_PATH } from './sync/sync-routes.ts';
import { answerGithub, GITHUB_PATH, type WebhookDeps } from './webhooks/github-route.ts';
import { answerIssues, ISSUES_PATH } from './webhooks/issue-links.ts';

/** Answers requests that came by a connection from an address. */
export interface ServerApp {
  fetch: (request: Request, peer: string | undefined) => Promise<Response>;
}

/** What the routes of a server answer from. */
export interface ServerAppDeps {
  principals: Principals;
  limit: RequestLimit;
  openAnswers: OpenAnswers;
  login: LoginDeps;
  /** Whose word on where a request came from is believed. */
  proxies: BlockList;
  webhooks: WebhookDeps;
  /** The routes of the dashboard. */
  page: PageApp;
  /** The engine of a tenant, or of one project of it. */
  engineOf: (tenant: string, project?: string) => Engine;
  /** Answers `/api/v1/…` of a team's memory. */
  answerCall: (who: Principal, request: Request) => Promise<Response>;
  /** Answers MCP by a team's memory, for programs with a token. */
  answerMcp: (who: Principal, request: Request) => Promise<Response>;
  /** True while the database answers. */
  isReady: () => Promise<boolean>;
  /** How the replica for reading stands; undefined without one. */
  replicaState: () => string | undefined;
  metrics: Metrics;
  metricsToken: string | undefined;
  version: string;
  /** Aborts when the server is to end: it is not ready any more, and answers what is under way. */
  leaving: AbortSignal;
}

/** Which route a request is for: what metrics call it, and how it is answered. */
interface Route {
  name: string;
  answer: (request: Request) => Promise<Response>;
}

/** The routes of a server as a web-standard fetch handler. */
export function createServerApp(deps: ServerAppDeps): ServerApp {
  return {
    async fetch(request, peer) {
      const { metrics } = deps;
      const began = now();
      const { name, answer } = routeOf(deps, request, peer);
      const response = await answer(request).catch(failedHere);
      metrics.count('cairn_requests_total', { route: name, status: String(response.status) });
      metrics.time('cairn_request_seconds', { route: name }, (now() - began) / 1_000);
      return response;
    },
  };
}

function routeOf(deps: ServerAppDeps, request: Request, peer: string | undefined): Route {
  const { pathname } = new URL(request.url);
  switch (pathname) {
    case '/health':
      return { name: 'health', answer: async () => answerHealth(deps) };
    case '/ready':
      return { name: 'ready', answer: () => answerReady(deps) };
    case '/metrics':
      return { name: 'metrics', answer: async () => answerMetrics(deps, request) };
    case '/v1/whoami':
      return { name: 'whoami', answer: () => answerWhoAmI(deps, request) };
    case LOGIN_PATHS.start:
    case LOGIN_PATHS.finish:
      return { name: 'login', answer: () => answerPost(request, () => answerLogin(deps, { request, pathname, peer })) };
    case SYNC_PATH:
      return { name: request.method === 'POST' ? 'push' : 'pull', answer: () => answerSync(deps, request) };
    case ISSUES_PATH:
      return { name: 'issues', answer: () => answerLinkedIssues(deps, request) };
    default:
      if (pathname === GITHUB_PATH || pathname.startsWith(`${GITHUB_PATH}/`))
        return { name: 'webhook', answer: () => answerPost(request, () => answerHook(deps, request, peer)) };
      if (pathname.startsWith('/api/v1/'))
        return { name: 'call', answer: () => answerBy(deps.answerCall, deps, request) };
      if (pathname === MCP_PATH) return { name: 'mcp', answer: () => answerBy(deps.answerMcp, deps, request) };
      return (
        deps.page(request, addressOf(deps, request, peer)) ?? {
          name: 'none',
          answer: async () => failed(new WrongRequest(404, 'There is no such route.', { fix: 'docs/server.md' })),
        }
      );
  }
}

async function answerLogin(
  { login, proxies }: ServerAppDeps,
  { request, pathname, peer }: { request: Request; pathname: string; peer: string | undefined },
): Promise<Response> {
  const from = addressOf({ proxies }, request, peer);
  const answer = pathname === LOGIN_PATHS.start ? answerLoginStart : answerLoginFinish;
  return answer(login, request, from);
}

async function answerHook(deps: ServerAppDeps, request: Request, peer: string | undefined): Promise<Response> {
  return answerGithub(deps.webhooks, request, addressOf(deps, request, peer));
}

/** From where a request came, as its attempts are counted. */
function addressOf(
  { proxies }: Pick<ServerAppDeps, 'proxies'>,
  { headers }: Request,
  peer: string | undefined,
): string {
  return remoteAddress(peer, headers.get('x-forwarded-for'), proxies);
}

function answerHealth({ version, replicaState }: ServerAppDeps): Response {
  const readReplica = replicaState();
  return Response.json({ status: 'ok', version, ...(readReplica === undefined ? {} : { readReplica }) });
}

async function answerPost({ method }: Request, answer: () => Promise<Response>): Promise<Response> {
  if (method === 'POST') return answer();
  throw new WrongRequest(405, `This route takes POST; it got ${method}.`, { headers: { allow: 'POST' } });
}

/** Who asks, once it is known that they do not ask too often. */
async function principalOf({ principals, limit }: ServerAppDeps, request: Request): Promise<Principal> {
  const who = await principals.of(request);
  limit(who.tokenId);
  return who;
}

async function answerSync(deps: ServerAppDeps, request: Request): Promise<Response> {
  const who = await principalOf(deps, request);
  if (request.method === 'GET') {
    assertScope(who, 'read');
    return packedAnswer(request, await answerPull(deps.engineOf(who.tenant, who.project), request));
  }
  if (request.method !== 'POST') {
    throw new WrongRequest(405, `This route takes GET or POST; it got ${request.method}.`, {
      headers: { allow: 'GET, POST' },
    });
  }
  assertScope(who, 'sync');
  const records = await readRecords(request);
  // Whoever sends a body slowly may have lost the token meanwhile.
  assertScope(await deps.principals.of(request), 'sync');
  const { answer, added } = await answerPush(deps.engineOf(who.tenant), who, records);
  const { metrics } = deps;
  metrics.count('cairn_sync_records_total', { outcome: 'added' }, added);
  metrics.count('cairn_sync_records_total', { outcome: 'known' }, answer.acknowledged.length - added);
  metrics.count('cairn_sync_records_total', { outcome: 'refused' }, answer.refused.length);
  return Response.json(answer);
}

/** An answer by a team's memory, which ends with the token. */
async function answerBy(by: ServerAppDeps['answerCall'], deps: ServerAppDeps, request: Request): Promise<Response> {
  const who = await principalOf(deps, request);
  assertScope(who, 'read');
  const answer = deps.openAnswers.guard(who, await by(who, request));
  try {
    // The token may have stopped to count while the answer was made.
    await deps.principals.of(request);
    return answer;
  } catch (error) {
    await answer.body?.cancel();
    throw error;
  }
}

async function answerLinkedIssues(deps: ServerAppDeps, request: Request): Promise<Response> {
  const who = await principalOf(deps, request);
  assertScope(who, 'read');
  return answerIssues(deps.engineOf(who.tenant, who.project), request);
}

async function answerWhoAmI(deps: ServerAppDeps, request: Request): Promise<Response> {
  const { person, role, scopes, tenant, project } = await principalOf(deps, request);
  return Response.json({ person, role, scopes: [...scopes], tenant, ...(project !== undefined && { project }) });
}

/** Whether a balancer may send requests here. */
async function answerReady({ isReady, leaving }: ServerAppDeps): Promise<Response> {
  const status = leaving.aborted ? 'leaving' : (await isReady()) ? 'ok' : 'without a database';
  return Response.json({ status }, { status: status === 'ok' ? 200 : 503 });
}

function answerMetrics({ metrics, metricsToken }: ServerAppDeps, request: Request): Response {
  const shown = /^Bearer +(.{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (metricsToken === undefined || !isSameSecret(shown, metricsToken))
    throw new CairnError('unauthorized', 'Metrics take the token of CAIRN_SERVER_METRICS_TOKEN.');
  return new Response(metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
}

/** A failure as the wire has it. Of a fault the caller learns nothing: its words may hold what is not the caller's. */
function failedHere(error: unknown): Response {
  const failure = toCairnError(error);
  if (failure.code === 'outdated') return Response.json({ error: failure.toJSON() }, { status: 410 });
  if (failure.code !== 'internal' && !failure.message.startsWith('PostgreSQL')) return failed(failure);
  const shown = new CairnError(failure.code, 'The server could not answer.', { fix: 'Try again; its log says more.' });
  const status = failure.code === 'busy' || failure.code === 'not_running' ? 503 : undefined;
  return status === undefined ? failed(shown) : Response.json({ error: shown.toJSON() }, { status });
}
