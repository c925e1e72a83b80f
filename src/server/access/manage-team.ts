import { CairnError } from '../../core/errors.ts';
import { randomBytes } from '../../core/hash.ts';
import { isText } from '../../core/json.ts';
import { projectId } from '../../core/model/ids.ts';
import type { PgPool } from '../../platform/postgres/postgres.ts';
import { normalizeRemote } from '../../projects/resolve-project.ts';
import { createEngine, type Engine } from '../../store/postgres/engine/engine.ts';
import { type AuditEntry, addAudit, listAudit } from '../../store/postgres/team/audit.ts';
import {
  addPerson,
  findPerson,
  listPeople,
  type PersonLogin,
  type PersonRow,
  ROLES,
  removePerson,
  setLogin,
  setRole,
  type TeamRole,
} from '../../store/postgres/team/people.ts';
import {
  addTenant,
  disableTenant,
  readTenant,
  setQuota,
  type TenantQuota,
  type TenantRow,
  tenantIds,
} from '../../store/postgres/team/tenants.ts';
import { addToken, listTokens, revokeToken, type TokenRow } from '../../store/postgres/team/tokens.ts';
import { dropWebhook, putWebhook } from '../../store/postgres/team/webhooks.ts';
import { SCOPES, type Scope } from './principals.ts';
import { newId, newTenantId, newToken, tokenHash } from './token-text.ts';

const NAME_CHARS = 80;
const KEY_BYTES = 32;
const DAY_MS = 86_400_000;
/** Days after which a token ends unless another time is asked for, and at most. */
const TOKEN_DAYS = { usual: 90, most: 3_650 } as const;

/** A token as it is given out: `token` is shown this once. */
export interface GivenToken {
  id: string;
  token: string;
  person: string;
  scopes: readonly Scope[];
  project?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A person who was added; `returned`: one who was removed, and is the same again. */
export type AddedPerson = PersonRow & { returned?: true };

/** What a token is asked for. `days` until it ends. */
export interface TokenRequest {
  person: string;
  name?: string | undefined;
  scopes?: readonly string[] | undefined;
  days?: number | undefined;
  /** The one project that it counts for: its remote, such as github.com/acme/app, or its id. */
  project?: string | undefined;
  /** Milliseconds until it ends, in place of `days`. */
  lastsMs?: number | undefined;
}

/** Who manages a team, as the audit log names it. */
export interface Manager {
  actor: string;
  now: () => number;
}

/** Adds a team with its first owner; returns its id. */
export async function createTeam(
  pool: PgPool,
  { name, owner }: { name: string; owner: string },
  manager: Manager,
): Promise<TenantRow> {
  const id = newTenantId();
  const engine = createEngine(pool, id);
  const at = manager.now();
  await addTenant(engine, { name: sound(name, 'name'), key: randomBytes(KEY_BYTES).toString('hex'), at });
  await addPerson(engine, { id: newId('m'), name: sound(owner, 'owner'), role: 'owner', createdAt: at });
  await note(engine, manager, { action: 'tenant.create', target: id, detail: name });
  return teamOf(engine);
}

/** All teams that are not disabled. */
export async function listTeams(pool: PgPool): Promise<TenantRow[]> {
  const teams: TenantRow[] = [];
  for (const id of await tenantIds(pool)) {
    const team = await readTenant(createEngine(pool, id));
    if (team !== undefined) teams.push(team);
  }
  return teams;
}

/** What changes a team; each change is in its audit log. */
export function manageTeam(engine: Engine, manager: Manager) {
  return {
    ...managePeople(engine, manager),
    ...manageTokens(engine, manager),
    ...manageWebhooks(engine, manager),
    team: (): Promise<TenantRow> => teamOf(engine),
    async disable(isDisabled: boolean): Promise<void> {
      await disableTenant(engine, isDisabled ? manager.now() : undefined);
      await note(engine, manager, { action: isDisabled ? 'tenant.disable' : 'tenant.enable', target: engine.tenant });
    },
    async quota(quota: TenantQuota): Promise<void> {
      await setQuota(engine, quota);
      await note(engine, manager, { action: 'tenant.quota', target: engine.tenant, detail: JSON.stringify(quota) });
    },
    audit: (limit: number): Promise<AuditEntry[]> => listAudit(engine, limit),
  };
}

async function personOf(engine: Engine, named: string): Promise<PersonRow> {
  const found = await findPerson(engine, named);
  if (found !== undefined) return found;
  throw new CairnError('not_found', `The team has no person ${JSON.stringify(named)}.`, {
    fix: 'cairn server member list',
  });
}

function managePeople(engine: Engine, manager: Manager) {
  return {
    people: (): Promise<PersonRow[]> => listPeople(engine),
    async addPerson(name: string, role: string): Promise<AddedPerson> {
      await teamOf(engine);
      const asked = { id: newId('m'), name: sound(name, 'name'), role: roleOf(role), createdAt: manager.now() };
      const row = await addPerson(engine, asked);
      const isBack = row.id !== asked.id;
      const detail = isBack ? `${row.role}, removed before` : row.role;
      await note(engine, manager, { action: 'person.add', target: row.name, detail });
      return isBack ? { ...row, returned: true } : row;
    },
    async setRole(named: string, role: string): Promise<void> {
      const { id, name } = await personOf(engine, named);
      await setRole(engine, id, roleOf(role));
      await note(engine, manager, { action: 'person.role', target: name, detail: role });
    },
    async setLogin(named: string, asked: PersonLogin): Promise<void> {
      const { id, name } = await personOf(engine, named);
      await setLogin(engine, id, loginOf(asked));
      await note(engine, manager, { action: 'person.login', target: name, detail: Object.values(asked).join(' ') });
    },
    async removePerson(named: string): Promise<void> {
      const { id, name } = await personOf(engine, named);
      await removePerson(engine, id, manager.now());
      await note(engine, manager, { action: 'person.remove', target: name });
    },
  };
}

function manageTokens(engine: Engine, manager: Manager) {
  return {
    tokens: (): Promise<TokenRow[]> => listTokens(engine),
    async createToken({
      person: named,
      name = '',
      scopes,
      days = TOKEN_DAYS.usual,
      project: asked,
      lastsMs = days * DAY_MS,
    }: TokenRequest): Promise<GivenToken> {
      const owner = await personOf(engine, named);
      if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS.most)
        throw wrong(`A token ends after 1 to ${TOKEN_DAYS.most} days.`, '--days 90');
      const given = scopesOf(scopes);
      const project = asked === undefined ? undefined : projectOf(asked);
      const token = newToken(engine.tenant);
      const id = newId('k');
      const createdAt = manager.now();
      const expiresAt = createdAt + lastsMs;
      const kept = { id, personId: owner.id, name: name.slice(0, NAME_CHARS), scopes: given.join(' '), project };
      await addToken(engine, { ...kept, hash: tokenHash(token), createdAt, expiresAt });
      await note(engine, manager, {
        action: 'token.create',
        target: id,
        detail: `${owner.name}: ${[...given, ...(project === undefined ? [] : [project])].join(' ')}`,
      });
      return { id, token, person: owner.name, scopes: given, expiresAt, ...(project !== undefined && { project }) };
    },
    async revokeToken(id: string): Promise<void> {
      if (!(await revokeToken(engine, id, manager.now())))
        throw new CairnError('not_found', `There is no token ${id} that counts.`, { fix: 'cairn server token list' });
      await note(engine, manager, { action: 'token.revoke', target: id });
    },
  };
}

function manageWebhooks(engine: Engine, manager: Manager) {
  return {
    /** Makes the secret with which a service signs its calls, in place of a former one. */
    async createWebhook(source: string): Promise<string> {
      await teamOf(engine);
      const secret = randomBytes(KEY_BYTES).toString('base64url');
      await putWebhook(engine, { source, secret, createdAt: manager.now() });
      await note(engine, manager, { action: 'webhook.create', target: source });
      return secret;
    },
    async removeWebhook(source: string): Promise<void> {
      if (!(await dropWebhook(engine, source)))
        throw new CairnError('not_found', `No calls of ${source} are taken.`, { fix: 'cairn server webhook create' });
      await note(engine, manager, { action: 'webhook.remove', target: source });
    },
  };
}

/** What changes a team. */
export type Team = ReturnType<typeof manageTeam>;

async function teamOf(engine: Engine): Promise<TenantRow> {
  const team = await readTenant(engine);
  if (team !== undefined) return team;
  throw new CairnError('not_found', `There is no team ${engine.tenant}.`, { fix: 'cairn server tenant list' });
}

function note(
  engine: Engine,
  { actor, now }: Manager,
  { action, target, detail = '' }: Pick<AuditEntry, 'action' | 'target'> & { detail?: string },
): Promise<void> {
  return addAudit(engine, { at: now(), actor, action, target, detail });
}

function scopesOf(asked: readonly string[] | undefined): Scope[] {
  if (asked === undefined || asked.length === 0) return ['read', 'write', 'sync'];
  const known = SCOPES.filter((scope) => asked.includes(scope));
  if (known.length === new Set(asked).size) return known;
  throw wrong(`Scopes are ${SCOPES.join(', ')}.`, '--scope read --scope sync');
}

function roleOf(role: string): TeamRole {
  const known = ROLES.find((one) => one === role);
  if (known !== undefined) return known;
  throw wrong(`${JSON.stringify(role)} is none of the roles ${ROLES.join(', ')}.`, '--role member');
}

/** The id of a project by its remote or its id. Throws `invalid_input` for a path. */
function projectOf(named: string): string {
  if (/^r_[a-z2-7]{16}$/.test(named)) return named;
  if (/^\w[\w@:/.~-]{1,499}[/:][\w./~-]+$/.test(named)) return projectId(normalizeRemote(named));
  throw wrong(
    `${JSON.stringify(named)} is neither the remote of a project nor its id.`,
    '--project github.com/acme/app',
  );
}

/** How someone logs in, as it is compared. */
function loginOf({ subject, email }: PersonLogin): PersonLogin {
  if (subject === undefined && email === undefined)
    throw wrong('How does the person log in?', '--email ada@acme.example');
  if (email !== undefined && !/^[^\s@]{1,200}@[^\s@]{1,200}$/.test(email))
    throw wrong('That is no address.', '--email ada@acme.example');
  if (subject !== undefined && !/^https?:\S{1,500} \S{1,500}$/.test(subject))
    throw wrong(
      'A subject is the address of the issuer, a space, and what it calls the person.',
      '--subject "https://id.acme.example 1234"',
    );
  return { ...(subject !== undefined && { subject }), ...(email !== undefined && { email: comparableAddress(email) }) };
}

/** An address as it is compared: of ASCII letters the small ones. Others fold into these, so that two mailboxes would be one. */
export function comparableAddress(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A name as it is shown to others: on one line, at most 80 characters. */
function sound(name: string, what: string): string {
  const clean = name.trim().replace(/\s+/g, ' ');
  // Control characters would act on the terminals of others.
  if (isText(clean) && clean !== '' && clean.length <= NAME_CHARS && !/\p{C}/u.test(clean)) return clean;
  throw wrong(`The ${what} takes 1 to ${NAME_CHARS} characters on one line.`, 'Choose another.');
}

function wrong(message: string, fix: string): CairnError {
  return new CairnError('invalid_input', message, { fix });
}
