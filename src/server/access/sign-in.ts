import { CairnError } from '../../core/errors.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { findByIdentity } from '../../store/postgres/team/people.ts';
import { dropLoginTokens } from '../../store/postgres/team/tokens.ts';
import { type GivenToken, type Manager, manageTeam } from './manage-team.ts';

/** Who the identity provider says that someone is. */
export interface Identity {
  /** Issuer and subject, with a space between. */
  subject: string;
  /** An address that the provider says it has verified. */
  email?: string;
}

/** The name of tokens that a login gives. */
const LOGIN = 'login';

/**
 * Gives a person of the team a token that lasts `lastsMs`. A person is found by the subject; at the first login by the verified
 * address that an owner wrote down. Throws `not_allowed` for who is nobody of the team.
 */
export async function signIn(
  engine: Engine,
  identity: Identity,
  { lastsMs, now }: { lastsMs: number; now: () => number },
): Promise<GivenToken> {
  const email = identity.email?.trim().toLowerCase();
  const person = await findByIdentity(engine, { subject: identity.subject, email });
  if (person === undefined) {
    throw new CairnError('not_allowed', `Nobody of the team logs in as ${email ?? identity.subject}.`, {
      fix: `An owner of the team adds you: cairn server member login NAME ${email === undefined ? `--subject "${identity.subject}"` : `--email ${email}`}`,
    });
  }
  await dropLoginTokens(engine, { personId: person.id, name: LOGIN, before: now() });
  const manager: Manager = { actor: `${person.name} by login`, now };
  return manageTeam(engine, manager).createToken({ person: person.id, name: LOGIN, lastsMs });
}
