import type { ViewRow } from '../views.ts';

/** The views of a team's page, in the order of the side. */
export const TEAM_VIEWS: readonly ViewRow[] = [
  {
    name: 'people',
    path: '/',
    title: 'People',
    key: 'p',
    icon: 'prompt',
    group: 'work',
    load: () => import('./views/people-view.tsx').then((module) => module.PeopleView),
  },
  {
    name: 'projects',
    path: '/projects',
    title: 'Projects',
    key: 'o',
    icon: 'projects',
    group: 'work',
    load: () => import('./views/team-projects-view.tsx').then((module) => module.TeamProjectsView),
  },
  {
    name: 'knows',
    path: '/knows',
    title: 'Who knows what',
    key: 'w',
    icon: 'research',
    group: 'work',
    load: () => import('./views/knows-view.tsx').then((module) => module.KnowsView),
  },
  {
    name: 'knowledge',
    path: '/knowledge',
    title: 'Knowledge',
    key: 'k',
    icon: 'knowledge',
    group: 'work',
    load: () => import('./views/team-knowledge-view.tsx').then((module) => module.TeamKnowledgeView),
  },
  {
    name: 'audit',
    path: '/audit',
    title: 'Audit log',
    key: 'a',
    icon: 'lock',
    group: 'machine',
    load: () => import('./views/audit-view.tsx').then((module) => module.AuditView),
  },
];
