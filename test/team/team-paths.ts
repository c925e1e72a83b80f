import { TEAM_PATHS } from '../../src/api/team/team-pages.ts';

/** Every route of a team's dashboard, asked in every way, also about what is another's. */
export function teamPaths(of: { project: string; id: string; query: string }): string[] {
  const { people, projects, knows, knowledge, memory, audit } = TEAM_PATHS;
  const asked = (fields: Record<string, string>): string => `?${new URLSearchParams(fields)}`;
  return [
    people,
    projects,
    knows,
    ...[{ project: of.project }, { path: 'src' }, { concept: 'deploy' }, { ...of, path: 'src', concept: 'deploy' }].map(
      (fields) => `${knows}${asked(fields)}`,
    ),
    knowledge,
    ...[{ project: of.project }, { query: of.query }, { query: of.query, project: of.project }].map(
      (fields) => `${knowledge}${asked(fields)}`,
    ),
    `${memory}${asked({ id: of.id })}`,
    audit,
  ];
}
