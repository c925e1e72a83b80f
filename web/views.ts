import type { ComponentType } from 'preact';
import type { ViewProps } from './app/view-props.ts';
import type { IconName } from './parts/icons.ts';

/** A view: where it is, what it is called, and how it is loaded. */
export interface ViewRow {
  name: string;
  /** Path, with parts that have names: `/sessions/:id`. */
  path: string;
  title: string;
  icon: IconName;
  /** Key after `g`. */
  key?: string;
  /** Where it stands at the side; absent: it is reached from another view. */
  group?: 'work' | 'memory' | 'machine';
  load?: () => Promise<ComponentType<ViewProps>>;
}

/** All views, in the order of the side. */
export const VIEWS: readonly ViewRow[] = [
  {
    name: 'today',
    path: '/',
    title: 'Today',
    key: 't',
    icon: 'today',
    group: 'work',
    load: () => import('./views/today/today-view.tsx').then((module) => module.TodayView),
  },
  {
    name: 'sessions',
    path: '/sessions',
    title: 'Sessions',
    key: 's',
    icon: 'sessions',
    group: 'work',
    load: () => import('./views/sessions/sessions-view.tsx').then((module) => module.SessionsView),
  },
  {
    name: 'session',
    path: '/sessions/:id',
    title: 'Session',
    icon: 'sessions',
    load: () => import('./views/session/session-view.tsx').then((module) => module.SessionView),
  },
  {
    name: 'search',
    path: '/search',
    title: 'Search',
    icon: 'search',
    group: 'work',
    load: () => import('./views/search/search-view.tsx').then((module) => module.SearchView),
  },
  {
    name: 'threads',
    path: '/threads',
    title: 'Threads',
    key: 'h',
    icon: 'threads',
    group: 'work',
    load: () => import('./views/threads/threads-view.tsx').then((module) => module.ThreadsView),
  },
  {
    name: 'knowledge',
    path: '/knowledge',
    title: 'Knowledge',
    key: 'k',
    icon: 'knowledge',
    group: 'memory',
    load: () => import('./views/knowledge/knowledge-view.tsx').then((module) => module.KnowledgeView),
  },
  {
    name: 'review',
    path: '/review',
    title: 'Review',
    key: 'r',
    icon: 'review',
    group: 'memory',
    load: () => import('./views/review/review-view.tsx').then((module) => module.ReviewView),
  },
  {
    name: 'next',
    path: '/next',
    title: 'Next session',
    key: 'n',
    icon: 'next',
    group: 'memory',
    load: () => import('./views/next/next-view.tsx').then((module) => module.NextView),
  },
  {
    name: 'patterns',
    path: '/patterns',
    title: 'Patterns',
    key: 'p',
    icon: 'patterns',
    group: 'memory',
    load: () => import('./views/patterns/patterns-view.tsx').then((module) => module.PatternsView),
  },
  {
    name: 'tripwires',
    path: '/tripwires',
    title: 'Tripwires',
    key: 'w',
    icon: 'tripwire',
    group: 'memory',
    load: () => import('./views/tripwires/tripwires-view.tsx').then((module) => module.TripwiresView),
  },
  {
    name: 'collections',
    path: '/collections',
    title: 'Collections',
    key: 'c',
    icon: 'collections',
    group: 'memory',
    load: () => import('./views/collections/collections-view.tsx').then((module) => module.CollectionsView),
  },
  {
    name: 'collection',
    path: '/collections/:id',
    title: 'Collection',
    icon: 'collections',
    load: () => import('./views/collections/collection-view.tsx').then((module) => module.CollectionView),
  },
  {
    name: 'files',
    path: '/files',
    title: 'Files',
    key: 'f',
    icon: 'folder',
    group: 'memory',
    load: () => import('./views/files/files-view.tsx').then((module) => module.FilesView),
  },
  {
    name: 'projects',
    path: '/projects',
    title: 'Projects',
    key: 'o',
    icon: 'projects',
    group: 'memory',
    load: () => import('./views/projects/projects-view.tsx').then((module) => module.ProjectsView),
  },
  {
    name: 'project',
    path: '/projects/:id',
    title: 'Project',
    icon: 'projects',
    load: () => import('./views/projects/project-view.tsx').then((module) => module.ProjectView),
  },
  {
    name: 'analytics',
    path: '/analytics',
    title: 'Analytics',
    key: 'a',
    icon: 'analytics',
    group: 'machine',
    load: () => import('./views/analytics/analytics-view.tsx').then((module) => module.AnalyticsView),
  },
  {
    name: 'reports',
    path: '/reports',
    title: 'Report',
    icon: 'summary',
    load: () => import('./views/reports/reports-view.tsx').then((module) => module.ReportsView),
  },
  {
    name: 'jobs',
    path: '/jobs',
    title: 'Jobs',
    key: 'j',
    icon: 'jobs',
    group: 'machine',
    load: () => import('./views/jobs/jobs-view.tsx').then((module) => module.JobsView),
  },
  {
    name: 'health',
    path: '/doctor',
    title: 'Health',
    key: 'l',
    icon: 'health',
    group: 'machine',
    load: () => import('./views/health/health-view.tsx').then((module) => module.HealthView),
  },
  {
    name: 'privacy',
    path: '/privacy',
    title: 'Privacy',
    key: 'v',
    icon: 'privacy',
    group: 'machine',
    load: () => import('./views/privacy/privacy-view.tsx').then((module) => module.PrivacyView),
  },
  {
    name: 'explorer',
    path: '/explorer',
    title: 'API',
    key: 'i',
    icon: 'command',
    group: 'machine',
    load: () => import('./views/explorer/explorer-view.tsx').then((module) => module.ExplorerView),
  },
  {
    name: 'id',
    path: '/id/:id',
    title: 'Memory',
    icon: 'search',
    load: () => import('./views/id/id-view.tsx').then((module) => module.IdView),
  },
  {
    name: 'settings',
    path: '/settings',
    title: 'Settings',
    key: ',',
    icon: 'settings',
    group: 'machine',
    load: () => import('./views/settings/settings-view.tsx').then((module) => module.SettingsView),
  },
];
