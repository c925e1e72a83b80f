import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError } from '../../core/errors.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import type { TeamRole } from '../../store/postgres/team/people.ts';
import { findTokenOwner, touchToken } from '../../store/postgres/team/tokens.ts';
import { readToken, type ShownToken, tokenHash, toShown } from './token-text.ts';

/** Words of what a token is for: reading, writing, handing records to others, and managing the team. */
export const SCOPES = ['read', 'write', 'sync', 'admin'] as const;

/** One of `SCOPES`. */
export type Scope = (typeof SCOPES)[number];

/** Who asks: a person of a tenant, by a token. */
export interface Principal {
  tenant: string;
  tokenId: string;
  personId: string;
  person: string;
  role: TeamRole;
  scopes: ReadonlySet<Scope>;
  /** The id of the one project that the token counts for. */
  project?: string;
  /** Milliseconds since 1970; `null`: until it is revoked. */
  expiresAt: number | null;
}

/** What each role may be given. */
const OF_ROLE: Readonly<Record<TeamRole, readonly Scope[]>> = {
  owner: ['read', 'write', 'sync', 'admin'],
  member: ['read', 'write', 'sync'],
  reader: ['read'],
};

/** Milliseconds for which an answer of the database is believed: a token that is revoked stops within this. */
const BELIEVED_MS = 500;
/** Milliseconds between two notes that a token was used. */
const TOUCH_MS = 60_000;
const KEPT = 10_000;

/** Finds who asks. */
export interface Principals {
  /** Forgets what is believed of a tenant: its tokens, roles or the team changed. */
  changed(tenant: string): void;
  /** Who shows the token of a request. Throws `unauthorized` for a token that does not count. */
  of(request: Request): Promise<Principal>;
  /** Who has a token; throws as `of`. */
  ofToken(token: string): Promise<Principal>;
}

interface Believed {
  tenant: string;
  until: number;
  principal: Promise<Principal | undefined>;
}

/** Builds the finding of principals over the engines of tenants. */
export function createPrincipals(engineOf: (tenant: string) => Engine): Principals {
  const believed = new Map<string, Believed>();
  const touched = new Map<string, number>();
  const find = async (tenant: string, hash: string): Promise<Principal | undefined> => {
    const at = now();
    const owner = await findTokenOwner(engineOf(tenant), hash, at);
    if (owner === undefined) return undefined;
    const { tokenId, personId, person, role, scopes, project, expiresAt } = owner;
    if ((touched.get(tokenId) ?? 0) + TOUCH_MS <= at) {
      touched.delete(tokenId);
      touched.set(tokenId, at);
      dropOldest(touched, KEPT);
      touchToken(engineOf(tenant), tokenId, at).catch((error: unknown) => ignore(error, 'a token could not be noted'));
    }
    const given = OF_ROLE[role].filter((scope) => scopes.split(' ').includes(scope));
    return {
      tenant,
      tokenId,
      personId,
      person,
      role,
      scopes: new Set(given),
      expiresAt,
      ...(project !== null && { project }),
    };
  };
  const ofShown = async (shown: ShownToken | undefined): Promise<Principal> => {
    if (shown === undefined) throw unauthorized();
    const hash = tokenHash(shown.token);
    const known = believed.get(hash);
    const isFresh = known !== undefined && known.until > now();
    const principal = isFresh ? known.principal : find(shown.tenant, hash);
    if (!isFresh) {
      believed.delete(hash);
      believed.set(hash, { tenant: shown.tenant, until: now() + BELIEVED_MS, principal });
      dropOldest(believed, KEPT);
      principal.catch(() => believed.delete(hash));
    }
    const found = await principal;
    if (found === undefined) throw unauthorized();
    return found;
  };
  return {
    changed(tenant) {
      for (const [hash, one] of believed) if (one.tenant === tenant) believed.delete(hash);
    },
    of: async (request) => ofShown(readToken(request.headers.get('authorization'))),
    ofToken: async (token) => ofShown(toShown(token)),
  };
}

/** Throws `not_allowed` unless a principal has a scope. */
export function assertScope({ scopes, role }: Principal, scope: Scope): void {
  if (scopes.has(scope)) return;
  throw new CairnError('not_allowed', `This token may not ${SAYS[scope]}; its person is ${role} of the team.`, {
    fix: 'An owner of the team gives out tokens: cairn server token create',
  });
}

const SAYS: Readonly<Record<Scope, string>> = {
  read: 'read',
  write: 'write',
  sync: 'hand records over',
  admin: 'manage the team',
};

function unauthorized(): CairnError {
  return new CairnError('unauthorized', 'The token is missing, unknown, expired or revoked.', {
    fix: 'Send the header "Authorization: Bearer TOKEN" with a token of this server.',
  });
}
