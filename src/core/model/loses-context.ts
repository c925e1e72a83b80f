/** Start triggers after which the agent no longer has earlier injections in its context; `reopened`: with its history alone. */
const LOSING = new Set(['clear', 'compact', 'reopened']);

/** True for a session start trigger that removes earlier injections from the agent's context. */
export function losesContext(trigger: string | undefined): boolean {
  return trigger !== undefined && LOSING.has(trigger);
}
