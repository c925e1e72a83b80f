// api/team: what the dashboard of a team asks its server, and what the server answers.
// Nothing here reads, checks or shows anything: paths and types alone.

import type { Entry, MemoryRecord } from '../answers.ts';

/** The paths of the routes, all of them GET. */
export const TEAM_PATHS = {
  people: '/v1/team/people',
  projects: '/v1/team/projects',
  knows: '/v1/team/knows',
  knowledge: '/v1/team/knowledge',
  memory: '/v1/team/memory',
  audit: '/v1/team/audit',
} as const;

/** The paths by which a browser signs in and out, and asks who it is. */
export const PAGE_PATHS = {
  who: '/v1/page/who',
  signIn: '/v1/page/sign-in',
  signOut: '/v1/page/sign-out',
  login: '/v1/page/login',
  callback: '/v1/page/login/done',
} as const;

/** A part of a list; `next`: what the query's `after` takes to go on. */
export interface TeamList<Row> {
  rows: Row[];
  next?: string;
}

/** A person of the team. Times are ISO 8601. */
export interface TeamPerson {
  name: string;
  role: 'owner' | 'member' | 'reader';
  since: string;
  /** When they, or a home of theirs, asked the server last; absent: never. */
  seenAt?: string;
  /** Their homes; absent where the token is of one project. */
  homes?: { id: string; since: string; sharedAt?: string }[];
}

/** A project of which members share something. */
export interface TeamProject {
  id: string;
  name: string;
  remote: string;
  /** Memories by kind; `countedTo`: where counting ends. */
  counts: Record<string, number>;
  countedTo: number;
  changedAt?: string;
  /** Who shared of its newest records, who shared last first. */
  people: { name: string; records: number; at: string }[];
}

/** Who knows about a topic. */
export interface TeamKnows {
  people: {
    name: string;
    /** Shared memories that touch it, and how many of these are summaries of sessions. */
    memories: number;
    sessions: number;
    at: string;
    /** The newest of them. */
    latest: { id: string; kind: string; title: string; at: string }[];
  }[];
  /** Folders and files below the asked place, with how many memories name them and who shared these. */
  places: TopicPart[];
  concepts: TopicPart[];
  /** How many memories were read, and whether there are more. */
  read: number;
  isCut: boolean;
}

/** A part of a topic. */
export interface TopicPart {
  name: string;
  /** A folder has parts of its own. */
  isFolder?: boolean;
  memories: number;
  people: string[];
}

/** A memory that a member shared. */
export interface TeamMemory extends Entry {
  /** Whose words it is at home: a person's or an agent's. */
  saidBy: 'person' | 'agent';
}

/** What the team's memory holds under one id. */
export interface TeamRecord {
  record: MemoryRecord;
  saidBy: 'person' | 'agent';
}

/** One thing that was done to the team. */
export interface TeamAudit {
  at: string;
  actor: string;
  action: string;
  target: string;
  detail: string;
}

/** Who a browser is to the server, and how it signs in. */
export interface PageWho {
  /** `login`: at the identity provider; `token`: with a token that only reads. */
  way: 'login' | 'token';
  /** The server has several teams: whoever logs in names one. */
  hasTeams?: boolean;
  who?: { person: string; role: TeamPerson['role']; team: string; project?: string; until?: string };
}
