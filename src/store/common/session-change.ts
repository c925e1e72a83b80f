import { losesContext } from '../../core/model/active-session.ts';
import type { CleanEvent } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';

/** A branch, and the time of the event that names it. */
export interface Branch {
  name: string;
  at: number;
}

/** What the events of one append say of their session. Times in milliseconds since 1970. */
export interface SessionChange {
  project?: ProjectId;
  cwd?: string;
  from: number;
  to: number;
  ended?: number;
  /** When the agent lost what had been injected into its context. */
  lost?: number;
  branch?: Branch;
}

/** Adds to a change what another event of the session says. */
export function widenSession(change: SessionChange, event: CleanEvent): void {
  change.from = Math.min(change.from, event.at);
  change.to = Math.max(change.to, event.at);
  if (change.project === undefined && event.project !== undefined) change.project = event.project;
  if (change.cwd === undefined && event.cwd !== undefined) change.cwd = event.cwd;
  if (event.branch !== undefined && event.subagent === undefined) {
    const branch = { name: event.branch, at: event.at };
    if (isLaterBranch(branch, change.branch)) change.branch = branch;
  }
  if (event.body.kind === 'session.end') change.ended = Math.max(change.ended ?? 0, event.at);
  if (isContextLost(event)) change.lost = Math.max(change.lost ?? 0, event.at);
}

/** True for the branch of a later event; of two at one time the greater name counts, in whatever order they come. */
export function isLaterBranch(branch: Branch, than: Branch | undefined): boolean {
  if (than === undefined || branch.at !== than.at) return than === undefined || branch.at > than.at;
  return branch.name > than.name;
}

/**
 * True for an event that removes earlier injections from the agent's context. The hook at the end of a compaction may
 * arrive after the block that answers the compaction, so the begin counts, or the end as the transcript dates it.
 */
function isContextLost({ body, source }: CleanEvent): boolean {
  if (body.kind === 'compact.start') return true;
  if (body.kind === 'compact.end') return source !== 'hook';
  return body.kind === 'session.start' && losesContext(body.trigger);
}
