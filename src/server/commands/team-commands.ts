import { CairnError } from '../../core/errors.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { formatCount } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { openPool, type PgPool } from '../../platform/postgres/postgres.ts';
import { createEngine } from '../../store/postgres/engine/engine.ts';
import type { AuditEntry } from '../../store/postgres/team/audit.ts';
import type { PersonRow } from '../../store/postgres/team/people.ts';
import type { TenantRow } from '../../store/postgres/team/tenants.ts';
import type { TokenRow } from '../../store/postgres/team/tokens.ts';
import {
  type AddedPerson,
  createTeam,
  type GivenToken,
  listTeams,
  type Manager,
  manageTeam,
  type Team,
} from '../access/manage-team.ts';
import { databaseUrl } from '../server-config.ts';
import { GITHUB, GITHUB_PATH } from '../webhooks/github-route.ts';
import type { ServerCommand, ServerContext, ServerInput } from './command-table.ts';

const AUDIT = { usual: 50, most: 1_000 } as const;
const TENANT = { flags: '--tenant <id>', help: 'the team; not needed where the server has one alone' };

/** Commands about teams, people and tokens. */
export const TEAM_COMMANDS: readonly ServerCommand[] = [
  {
    name: 'tenant create',
    help: 'add a team and its first owner',
    args: ['name'],
    options: [{ flags: '--owner <name>', help: 'who owns it' }],
    run: ({ args, options }, context) =>
      withPool(context, (pool) =>
        createTeam(pool, { name: args[0] ?? '', owner: needed(options.owner, '--owner') }, managerOf(context)),
      ),
    show: ({ id, name }: TenantRow, { print, say }) => {
      print(id);
      say(`${safeText(name)} is a team. A token for its owner: cairn server token create OWNER --tenant ${id}`);
    },
  },
  {
    name: 'tenant list',
    help: 'list the teams of this server',
    run: (_input, context) => withPool(context, listTeams),
    show: (teams: TenantRow[], { print }) => {
      for (const { id, name, records, bytes } of teams)
        print(`${id}  ${safeText(name)}  ${formatCount(records)} records, ${formatCount(bytes)} bytes`);
    },
  },
  {
    name: 'tenant disable',
    help: 'take no token of a team any more',
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.disable(true)),
  },
  {
    name: 'tenant enable',
    help: 'take the tokens of a team again; names it, since a disabled one is not listed',
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.disable(false)),
  },
  {
    name: 'tenant quota',
    help: 'bound what the homes of a team may send; without a number there is no bound',
    options: [
      TENANT,
      { flags: '--records <n>', help: 'records at most' },
      { flags: '--bytes <n>', help: 'bytes at most' },
    ],
    run: (input, context) =>
      inTeam(input, context, (team) =>
        team.quota({ maxRecords: countOf(input, 'records'), maxBytes: countOf(input, 'bytes') }),
      ),
  },
  {
    name: 'member add',
    help: 'add a person to a team; by the name of one who was removed, that person comes back',
    args: ['name'],
    options: [
      TENANT,
      { flags: '--role <role>', help: 'owner, member or reader; default member' },
      { flags: '--email <address>', help: 'who may log in as this person, by an address that the provider verified' },
    ],
    run: (input, context) =>
      inTeam(input, context, async (team) => {
        const added = await team.addPerson(input.args[0] ?? '', textOf(input, 'role') ?? 'member');
        const email = textOf(input, 'email');
        if (email !== undefined) await team.setLogin(added.id, { email });
        return added;
      }),
    show: ({ name, role, returned }: AddedPerson, { say }) =>
      say(
        `${safeText(name)} is ${role} of the team${returned ? ', as the same person who was removed: homes of that name go on. For somebody else take another name' : ''}.`,
      ),
  },
  {
    name: 'member list',
    help: 'list the people of a team',
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.people()),
    show: (people: PersonRow[], { print }) => {
      for (const { id, name, role } of people) print(`${id}  ${safeText(name)}  ${role}`);
    },
  },
  {
    name: 'member role',
    help: 'give a person another role',
    args: ['name', 'role'],
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.setRole(input.args[0] ?? '', input.args[1] ?? '')),
  },
  {
    name: 'member login',
    help: 'say how a person logs in at the identity provider',
    args: ['name'],
    options: [
      TENANT,
      { flags: '--email <address>', help: 'an address that the provider verified; counts at the first login' },
      { flags: '--subject <text>', help: 'the issuer, a space, and the subject that it gives the person' },
    ],
    run: (input, context) =>
      inTeam(input, context, (team) => {
        const [subject, email] = [textOf(input, 'subject'), textOf(input, 'email')];
        return team.setLogin(input.args[0] ?? '', { ...(subject && { subject }), ...(email && { email }) });
      }),
  },
  {
    name: 'member remove',
    help: 'remove a person, whose tokens end; what the person shared stays',
    args: ['name'],
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.removePerson(input.args[0] ?? '')),
  },
  {
    name: 'token create',
    help: 'give a person a token, which is shown this once',
    args: ['person'],
    options: [
      TENANT,
      { flags: '--name <text>', help: 'what it is for, such as "laptop"' },
      { flags: '--scope <scope>', help: 'read, write, sync, admin; default read, write, sync', many: true },
      { flags: '--days <n>', help: 'days until it ends; default 90' },
      { flags: '--project <remote>', help: 'the one project that it counts for: its remote or id; default all' },
    ],
    run: (input, context) =>
      inTeam(input, context, (team) =>
        team.createToken({
          person: input.args[0] ?? '',
          name: textOf(input, 'name'),
          scopes: listOf(input, 'scope'),
          days: countOf(input, 'days'),
          project: textOf(input, 'project'),
        }),
      ),
    show: ({ id, token, person, scopes, expiresAt }: GivenToken, { print, say }) => {
      print(token);
      say(`${id} for ${safeText(person)}: ${scopes.join(', ')}, until ${isoTime(expiresAt)}. It is not shown again.`);
    },
  },
  {
    name: 'token list',
    help: 'list the tokens of a team, never the tokens themselves',
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.tokens()),
    show: (tokens: TokenRow[], { print, now }) => {
      for (const token of tokens) print(tokenLine(token, now()));
    },
  },
  {
    name: 'token revoke',
    help: 'end a token within a second',
    args: ['id'],
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.revokeToken(input.args[0] ?? '')),
  },
  {
    name: 'webhook create',
    help: 'make the secret with which GitHub signs its calls, which is shown this once',
    options: [TENANT],
    run: (input, context) =>
      inTeam(input, context, async (team) => {
        const { id } = await team.team();
        return { path: `${GITHUB_PATH}/${id}`, secret: await team.createWebhook(GITHUB) };
      }),
    show: ({ path, secret }: { path: string; secret: string }, { print, say }) => {
      print(secret);
      say(`The secret of a webhook at https://YOUR-SERVER${path}, as application/json. It is not shown again.`);
    },
  },
  {
    name: 'webhook remove',
    help: 'take no calls of GitHub any more',
    options: [TENANT],
    run: (input, context) => inTeam(input, context, (team) => team.removeWebhook(GITHUB)),
  },
  {
    name: 'audit',
    help: 'list who did what to a team, the latest first',
    options: [TENANT, { flags: '--limit <n>', help: `how many, 1 to ${AUDIT.most}; default ${AUDIT.usual}` }],
    run: (input, context) =>
      inTeam(input, context, (team) => team.audit(Math.min(countOf(input, 'limit') ?? AUDIT.usual, AUDIT.most))),
    show: (entries: AuditEntry[], { print }) => {
      for (const { at, actor, action, target, detail } of entries)
        print(`${isoTime(at)}  ${safeText(actor)}  ${action}  ${safeText(target)}  ${safeText(detail)}`.trimEnd());
    },
  },
];

function tokenLine({ id, person, name, scopes, project, expiresAt, revokedAt, usedAt }: TokenRow, now: number): string {
  const state =
    revokedAt !== null
      ? `revoked ${isoTime(revokedAt)}`
      : expiresAt !== null && expiresAt <= now
        ? 'expired'
        : `until ${expiresAt === null ? 'revoked' : isoTime(expiresAt)}`;
  const used = usedAt === null ? 'never used' : `used ${isoTime(usedAt)}`;
  return `${id}  ${safeText(person)}  ${safeText(name)}  ${project === null ? scopes : `${scopes} of ${project}`}  ${state}, ${used}`;
}

async function withPool<Answer>({ env }: ServerContext, work: (pool: PgPool) => Promise<Answer>): Promise<Answer> {
  const pool = openPool({ url: databaseUrl(env, 'CAIRN_DATABASE_URL'), connections: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/** Does something to the team that is named, or to the only one. */
function inTeam<Answer>(
  input: ServerInput,
  context: ServerContext,
  work: (team: Team) => Promise<Answer>,
): Promise<Answer> {
  return withPool(context, async (pool) => {
    const id = textOf(input, 'tenant') ?? (await onlyTeam(pool));
    return work(manageTeam(createEngine(pool, id), managerOf(context)));
  });
}

async function onlyTeam(pool: PgPool): Promise<string> {
  const [first, ...others] = await listTeams(pool);
  if (first !== undefined && others.length === 0) return first.id;
  throw new CairnError('invalid_input', first === undefined ? 'There is no team yet.' : 'Which team?', {
    fix:
      first === undefined
        ? 'cairn server tenant create NAME --owner NAME'
        : 'cairn server tenant list, then --tenant ID',
  });
}

function managerOf({ actor, now }: ServerContext): Manager {
  return { actor, now };
}

function textOf({ options }: ServerInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

function listOf({ options }: ServerInput, name: string): string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? value : undefined;
}

function countOf(input: ServerInput, name: string): number | undefined {
  const text = textOf(input, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new CairnError('invalid_input', `--${name} is "${text}"; it takes a whole number.`, { fix: `--${name} 1000` });
}

function needed(value: unknown, flag: string): string {
  if (typeof value === 'string') return value;
  throw new CairnError('invalid_input', `${flag} is missing.`, {
    fix: 'cairn server tenant create "Acme" --owner Ada',
  });
}
