import { CairnError } from '../../core/errors.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { findByIdentity } from '../../store/postgres/team/people.ts';
import { dropLoginTokens } from '../../store/postgres/team/tokens.ts';
import { comparableAddress, type GivenToken, type Manager, manageTeam } from './manage-team.ts';
import type { Scope } from './principals.ts';

/** Who the identity provider says that someone is. */
export interface Identity {
  /** Issuer and subject, with a space between. */
  subject: string;
  /** An address that the provider says it has verified. */
  email?: string;
}

/** What a login is for: the name of its token, and what the token may; absent: what its person may but managing the team. */
export interface LoginFor {
  name: string;
  scopes?: readonly Scope[];
}

/** A login of `cairn login`, whose token a home keeps, and one in a browser, which only reads. */
export const LOGINS = {
  home: { name: 'login' },
  page: { name: 'browser login', scopes: ['read'] },
} as const satisfies Record<string, LoginFor>;

/**
 * Gives a person of the team a token that lasts `lastsMs`. A person is found by the subject; at the first login by the verified
 * address that an owner wrote down. Throws `not_allowed` for who is nobody of the team.
 */
export async function signIn(
  engine: Engine,
  identity: Identity,
  { lastsMs, now, login }: { lastsMs: number; now: () => number; login: LoginFor },
): Promise<GivenToken> {
  const email = identity.email === undefined ? undefined : comparableAddress(identity.email.trim());
  const person = await findByIdentity(engine, { subject: identity.subject, email });
  if (person === undefined) {
    throw new CairnError('not_allowed', `Nobody of the team logs in as ${email ?? identity.subject}.`, {
      fix: `An owner of the team adds you: cairn server member login NAME ${email === undefined ? `--subject "${identity.subject}"` : `--email ${email}`}`,
    });
  }
  await dropLoginTokens(engine, { personId: person.id, name: login.name, before: now() });
  const manager: Manager = { actor: `${person.name} by login`, now };
  return manageTeam(engine, manager).createToken({ person: person.id, ...login, lastsMs });
}
