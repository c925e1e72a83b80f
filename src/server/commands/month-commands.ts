import { CairnError } from '../../core/errors.ts';
import { formatCount } from '../../core/text/format-count.ts';
import { openPool, type PgPool } from '../../platform/postgres/postgres.ts';
import { type EventMonth, listEventMonths, makeEventMonths } from '../../store/postgres/team/event-months.ts';
import { databaseUrl } from '../server-config.ts';
import { dropMonths, type FilledMonth, planDrop } from '../tenants/drop-months.ts';
import type { ServerCommand, ServerContext } from './command-table.ts';

/** What dropping months takes away, or took. */
interface DropAnswer {
  isDone: boolean;
  months: FilledMonth[];
}

/** Commands about the tables of months in which events are. */
export const MONTH_COMMANDS: readonly ServerCommand[] = [
  {
    name: 'month list',
    help: 'list the tables of months in which events are',
    run: (_input, context) => withOwner(context, listEventMonths),
    show: (months: EventMonth[], { print }) => {
      for (const { month, table, bytes } of months) print(`${month}  ${table}  ${formatCount(bytes)} bytes`);
    },
  },
  {
    name: 'month make',
    help: 'make the tables of this month and the next three, as servers do each day',
    run: (_input, context) => withOwner(context, makeEventMonths),
    show: (made: string[], { say }) => say(made.length === 0 ? 'All are there.' : `Made ${made.join(', ')}.`),
  },
  {
    name: 'month drop',
    help: 'erase what arrived before a month from all memories of teams, and drop its tables; shows the plan without --yes',
    options: [
      { flags: '--before <month>', help: 'the first month that stays, such as 2026-11' },
      { flags: '--yes', help: 'do it' },
    ],
    async run({ options }, context): Promise<DropAnswer> {
      const { before, yes } = options;
      if (typeof before !== 'string')
        throw new CairnError('invalid_input', '--before is missing.', {
          fix: 'cairn server month drop --before 2026-11',
        });
      return withOwner(context, (owner) => dropBefore({ owner, before, isDone: yes === true }, context));
    },
    show: ({ isDone, months }: DropAnswer, { print, say }) => {
      for (const { month, table, bytes, events, teams } of months)
        print(`${month}  ${table}  ${formatCount(events)} events of ${teams} teams, ${formatCount(bytes)} bytes`);
      if (months.length === 0) say('Nothing is that old.');
      else if (isDone) say('These were erased, with all that was derived from them.');
      else say('Nothing was done. With --yes these events are erased, and all that was derived from them.');
    },
  },
];

async function dropBefore(
  { owner, before, isDone }: { owner: PgPool; before: string; isDone: boolean },
  { env, now }: ServerContext,
): Promise<DropAnswer> {
  const server = openPool({ url: databaseUrl(env, 'CAIRN_DATABASE_URL') });
  try {
    const months = await planDrop({ owner, server }, before);
    if (isDone) await dropMonths({ owner, server }, { months, now });
    return { isDone, months };
  } finally {
    await server.close();
  }
}

async function withOwner<T>({ env }: ServerContext, use: (pool: PgPool) => Promise<T>): Promise<T> {
  const pool = openPool({ url: databaseUrl(env, 'CAIRN_DATABASE_OWNER_URL'), connections: 1, statementMs: 0 });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}
