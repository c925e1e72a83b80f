// server/pages: what the server answers the dashboard of a team. Every answer is read by the engine of who asks, so that the database
// shows no row of another team, nor of another project where a token is of one.

import type { Entry } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import {
  TEAM_PATHS,
  type TeamAudit,
  type TeamKnows,
  type TeamList,
  type TeamMemory,
  type TeamPerson,
  type TeamProject,
  type TeamRecord,
} from '../../api/team/team-pages.ts';
import { CairnError } from '../../core/errors.ts';
import { isoTime } from '../../core/text/calendar.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { pageAudit } from '../../store/postgres/team/audit.ts';
import { homesOf, listMembers, namesOf } from '../../store/postgres/team/member-rows.ts';
import { listProjectFigures } from '../../store/postgres/team/project-figures.ts';
import { findTouching, sharersOf } from '../../store/postgres/team/who-knows.ts';
import type { Principal } from '../access/principals.ts';
import { latestOf, partsOf, peopleOf } from './knows-parts.ts';

/** What an answer is made from: who asks, the engine that reads for them, and the memory as they may ask it. */
export interface TeamAsked {
  who: Principal;
  engine: Engine;
  memory: () => Promise<Memory>;
  query: URLSearchParams;
}

/** Rows of one page, homes of the people on it, and what is read of each project and topic. */
const ROWS = { people: 100, projects: 50, knowledge: 50, audit: 100 } as const;
const HOMES = 1_000;
const COUNTED = 1_000;
const RECORDS = 200;
const READ = 2_000;
const QUERY_CHARS = 1_000;

const ANSWERS: Readonly<Record<string, (asked: TeamAsked) => Promise<object>>> = {
  [TEAM_PATHS.people]: people,
  [TEAM_PATHS.projects]: projects,
  [TEAM_PATHS.knows]: knows,
  [TEAM_PATHS.knowledge]: knowledge,
  [TEAM_PATHS.memory]: record,
  [TEAM_PATHS.audit]: audit,
};

/** The answer of a path; `undefined` where there is none. */
export function teamAnswer(path: string): ((asked: TeamAsked) => Promise<object>) | undefined {
  return Object.hasOwn(ANSWERS, path) ? ANSWERS[path] : undefined;
}

async function people({ who, engine, query }: TeamAsked): Promise<TeamList<TeamPerson>> {
  const limit = ROWS.people;
  const found = await listMembers(engine, { after: fieldOf(query, 'after') ?? '', limit: limit + 1 });
  const rows = found.slice(0, limit);
  // Homes are not of one project, and when they shared something may tell of another.
  const homes =
    who.project === undefined
      ? await homesOf(
          engine,
          rows.map(({ id }) => id),
          HOMES,
        )
      : undefined;
  return {
    rows: rows.map(({ id, name, role, createdAt, usedAt }) => {
      const own = homes?.filter(({ personId }) => personId === id);
      const seen = [usedAt, ...(own ?? []).map(({ lastAt }) => lastAt)].filter((at) => at !== null);
      return {
        name,
        role,
        since: isoTime(createdAt),
        ...(seen.length > 0 && { seenAt: isoTime(Math.max(...seen)) }),
        ...(own !== undefined && {
          homes: own.map(({ home, firstAt, lastAt }) => ({
            id: home,
            since: isoTime(firstAt),
            ...(lastAt !== null && { sharedAt: isoTime(lastAt) }),
          })),
        }),
      };
    }),
    ...(found.length > limit && { next: rows.at(-1)?.name ?? '' }),
  };
}

async function projects({ engine, query }: TeamAsked): Promise<TeamList<TeamProject>> {
  const limit = ROWS.projects;
  const found = await listProjectFigures(engine, {
    after: fieldOf(query, 'after') ?? '',
    limit: limit + 1,
    counted: COUNTED,
    records: RECORDS,
  });
  const rows = found.slice(0, limit);
  const names = await namesOf(engine, [...new Set(rows.flatMap((row) => row.people.map((one) => one.personId)))]);
  return {
    rows: rows.map(({ id, name, identity, counts, lastAt, people: sharing }) => ({
      id,
      name,
      remote: identity,
      counts,
      countedTo: COUNTED,
      ...(lastAt !== null && { changedAt: isoTime(lastAt) }),
      people: sharing.map(({ personId, records, lastAt: at }) => ({
        name: names.get(personId) ?? '',
        records,
        at: isoTime(at),
      })),
    })),
    ...(found.length > limit && { next: rows.at(-1)?.id ?? '' }),
  };
}

async function knows({ who, engine, query }: TeamAsked): Promise<TeamKnows> {
  const path = fieldOf(query, 'path')?.replace(/^\/+|\/+$/g, '');
  const topic = {
    project: who.project ?? projectOf(query),
    path: path === '' ? undefined : path,
    concept: fieldOf(query, 'concept'),
  };
  const { memories, files, concepts, isCut } = await findTouching(engine, topic, READ);
  const names = await namesOf(engine, [...new Set(memories.map(({ personId }) => personId))]);
  const sharing = peopleOf(memories);
  const titles = await sharersOf(engine, latestOf(sharing));
  const parts = partsOf({ memories, names, files, concepts }, topic);
  return {
    people: sharing.map(({ personId, latest, at, ...counts }) => ({
      name: names.get(personId) ?? '',
      ...counts,
      at: isoTime(at),
      latest: latest.map((one) => ({
        id: one.id,
        kind: one.kind,
        title: titles.get(one.id)?.title ?? '',
        at: isoTime(one.at),
      })),
    })),
    ...parts,
    read: memories.length,
    isCut,
  };
}

async function knowledge({ engine, memory, query }: TeamAsked): Promise<TeamList<TeamMemory>> {
  const words = fieldOf(query, 'query');
  const cursor = fieldOf(query, 'after');
  const input = {
    kinds: ['knowledge' as const],
    project: projectOf(query) ?? '*',
    limit: ROWS.knowledge,
    ...(cursor !== undefined && { cursor }),
  };
  const asked = await memory();
  const { entries, nextCursor } =
    words === undefined
      ? await asked.list(input)
      : await asked.search({ ...input, query: words }).then(({ hits, ...more }) => ({ entries: hits, ...more }));
  const shared = await sharersOf(
    engine,
    entries.map(({ id }) => id),
  );
  return {
    rows: entries.map((entry: Entry) => ({ ...entry, saidBy: saidBy(shared.get(entry.id)?.author) })),
    ...(nextCursor !== undefined && { next: nextCursor }),
  };
}

async function record({ engine, memory, query }: TeamAsked): Promise<TeamRecord> {
  const { records } = await (await memory()).get([fieldOf(query, 'id') ?? '']);
  const [found] = records;
  if (found === undefined) throw new CairnError('not_found', 'The team has no memory of that id.');
  return { record: found, saidBy: saidBy((await sharersOf(engine, [found.id])).get(found.id)?.author) };
}

async function audit({ who, engine, query }: TeamAsked): Promise<TeamList<TeamAudit>> {
  if (who.role !== 'owner' || who.project !== undefined)
    throw new CairnError('not_allowed', 'Owners of the team read its audit log.');
  const limit = ROWS.audit;
  const after = fieldOf(query, 'after');
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw new CairnError('invalid_input', 'after: of another form.');
  const before = after === undefined ? undefined : Number(after);
  const found = await pageAudit(engine, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(({ at, actor, action, target, detail }) => ({ at: isoTime(at), actor, action, target, detail })),
    ...(found.length > limit && { next: String(rows.at(-1)?.seq ?? 0) }),
  };
}

function saidBy(author: string | undefined): TeamMemory['saidBy'] {
  return author === 'person' ? 'person' : 'agent';
}

function projectOf(query: URLSearchParams): string | undefined {
  const project = fieldOf(query, 'project');
  if (project === undefined || /^r_[a-z2-7]{16}$/.test(project)) return project;
  throw new CairnError('invalid_input', 'project: the id of a project.', { fix: 'project=r_…' });
}

/** A field of the query; `undefined` where it is absent or empty. */
function fieldOf(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name) ?? '';
  if (value.length > QUERY_CHARS)
    throw new CairnError('invalid_input', `${name}: has more than ${QUERY_CHARS} characters.`);
  // PostgreSQL takes no text with a NUL in it.
  return value === '' ? undefined : value.replaceAll('\0', '');
}
