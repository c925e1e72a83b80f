/** How a session begins of which the agent no longer knows what it was told before: `reopened` with its history alone. */
const LOSING = new Set(['clear', 'compact', 'reopened']);

/** True for a trigger of a session's start that takes earlier injections out of the agent's context. */
export function losesContext(trigger: string | undefined): boolean {
  return trigger !== undefined && LOSING.has(trigger);
}
