import { CairnError } from '../../../core/errors.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';
import { tellAccess } from './access-notice.ts';

/** What a person may do in a team: everything, read and write memories, or only read. */
export const ROLES = ['owner', 'member', 'reader'] as const;

/** One of `ROLES`. */
export type TeamRole = (typeof ROLES)[number];

/** A person of a team. Times in milliseconds since 1970. */
export interface PersonRow {
  id: string;
  name: string;
  role: TeamRole;
  createdAt: number;
}

/** How a person logs in at the identity provider. `email` in small letters. */
export interface PersonLogin {
  /** Issuer and subject, with a space between. */
  subject?: string | undefined;
  email?: string | undefined;
}

const PERSON = sql`id, name, role, created_at AS "createdAt"`;

/**
 * Adds a person. One who was removed comes back as the same, with the homes of all who were removed by that name; how it logs in is
 * to be said again. Returns the person. Throws `invalid_input` when the team has one of that name.
 */
export function addPerson(engine: Engine, { id, name, role, createdAt }: PersonRow): Promise<PersonRow> {
  return engine.write(async (tx) => {
    const there = sql`tenant_id = ${tx.tenant} AND name = ${name} AND removed_at IS NULL`;
    if ((await tx.get(sql`SELECT 1 AS one FROM people WHERE ${there}`)) !== undefined) throw taken(name);
    const former = await tx.get<{
      id: string;
    }>(sql`SELECT id FROM people WHERE tenant_id = ${tx.tenant} AND name = ${name}
      ORDER BY removed_at DESC, id LIMIT 1`);
    const added =
      former === undefined
        ? await tx.run(sql`INSERT INTO people (tenant_id, id, name, role, created_at)
            VALUES (${tx.tenant}, ${id}, ${name}, ${role}, ${createdAt}) ON CONFLICT DO NOTHING`)
        : await tx.run(sql`UPDATE people SET removed_at = NULL, role = ${role}, subject = NULL, email = NULL
            WHERE tenant_id = ${tx.tenant} AND id = ${former.id} AND removed_at IS NOT NULL`);
    if (added === 0) throw taken(name);
    const person = former?.id ?? id;
    await tx.run(sql`UPDATE sync_homes SET person_id = ${person} WHERE tenant_id = ${tx.tenant} AND person_id IN
      (SELECT id FROM people WHERE tenant_id = ${tx.tenant} AND name = ${name} AND removed_at IS NOT NULL)`);
    const row = await tx.get<PersonRow>(sql`SELECT ${PERSON} FROM people WHERE ${there}`);
    if (row === undefined) throw taken(name);
    return row;
  });
}

/** The people of a team, by name. */
export function listPeople(engine: Engine): Promise<PersonRow[]> {
  return engine.read((tx) =>
    tx.all<PersonRow>(
      sql`SELECT ${PERSON} FROM people WHERE tenant_id = ${tx.tenant} AND removed_at IS NULL ORDER BY name LIMIT 10000`,
    ),
  );
}

/** A person by name or id; `undefined` when the team has none. */
export function findPerson(engine: Engine, named: string): Promise<PersonRow | undefined> {
  return engine.read((tx) =>
    tx.get<PersonRow>(sql`SELECT ${PERSON} FROM people
      WHERE tenant_id = ${tx.tenant} AND removed_at IS NULL AND (id = ${named} OR name = ${named})`),
  );
}

/** Gives a person another role. Throws `not_allowed` when the team would be without an owner. */
export async function setRole(engine: Engine, id: string, role: TeamRole): Promise<void> {
  await engine.write(async (tx) => {
    await tx.run(sql`UPDATE people SET role = ${role} WHERE tenant_id = ${tx.tenant} AND id = ${id}`);
    await assertOwner(tx);
    await tellAccess(tx);
  });
}

/** Sets how a person logs in; what is not named stays. Throws `invalid_input` when another of the team logs in so. */
export async function setLogin(engine: Engine, id: string, { subject, email }: PersonLogin): Promise<void> {
  await engine.write(async (tx) => {
    const other = await tx.get(sql`SELECT 1 AS one FROM people WHERE tenant_id = ${tx.tenant} AND removed_at IS NULL
      AND id <> ${id} AND (subject = ${subject ?? null} OR email = ${email ?? null})`);
    if (other !== undefined)
      throw new CairnError('invalid_input', 'Another person of the team logs in so already.', {
        fix: 'cairn server member list',
      });
    // Another address is another login: the subject that came by the former one does not count any more.
    await tx.run(sql`UPDATE people SET subject = CASE WHEN ${subject ?? null}::text IS NOT NULL THEN ${subject ?? null}
        WHEN email IS NOT DISTINCT FROM coalesce(${email ?? null}, email) THEN subject END,
        email = coalesce(${email ?? null}, email)
      WHERE tenant_id = ${tx.tenant} AND id = ${id}`);
  });
}

/**
 * The person who logs in so: by the subject, else by the address of one who has no subject yet, who gets this one. `undefined`
 * when there is none.
 */
export function findByIdentity(engine: Engine, { subject, email }: PersonLogin): Promise<PersonRow | undefined> {
  return engine.write(async (tx) => {
    const known = await tx.get<PersonRow>(sql`SELECT ${PERSON} FROM people
      WHERE tenant_id = ${tx.tenant} AND removed_at IS NULL AND subject = ${subject ?? null}`);
    if (known !== undefined || email === undefined) return known;
    const [first] = await tx.all<PersonRow>(sql`UPDATE people SET subject = ${subject ?? null}
      WHERE tenant_id = ${tx.tenant} AND removed_at IS NULL AND email = ${email} AND subject IS NULL
      RETURNING ${PERSON}`);
    return first;
  });
}

/** Removes a person, whose tokens end with it; what the person shared stays. Throws `not_allowed` for the last owner. */
export async function removePerson(engine: Engine, id: string, at: number): Promise<void> {
  await engine.write(async (tx) => {
    await tx.run(sql`UPDATE people SET removed_at = ${at} WHERE tenant_id = ${tx.tenant} AND id = ${id}`);
    await tx.run(sql`UPDATE tokens SET revoked_at = ${at}
      WHERE tenant_id = ${tx.tenant} AND person_id = ${id} AND revoked_at IS NULL`);
    await assertOwner(tx);
    await tellAccess(tx);
  });
}

/** Rolls back what leaves a team without anyone who may give out tokens. A lock has two who do so at once take turns. */
async function assertOwner(tx: Tx): Promise<void> {
  await tx.run(sql`SELECT 1 FROM tenants WHERE tenant_id = ${tx.tenant} FOR UPDATE`);
  const owner = await tx.get(sql`SELECT 1 AS one FROM people
    WHERE tenant_id = ${tx.tenant} AND role = 'owner' AND removed_at IS NULL LIMIT 1`);
  if (owner !== undefined) return;
  throw new CairnError('not_allowed', 'A team needs an owner.', { fix: 'Make someone else an owner first.' });
}

function taken(name: string): CairnError {
  return new CairnError('invalid_input', `The team has a person called ${JSON.stringify(name)} already.`, {
    fix: 'Choose another name.',
  });
}
