/** True for an occasion of an injection that the agent did not ask for; neither for a tool's answer nor for a notice to its user. */
export function isUnasked(occasion: string): boolean {
  return occasion !== 'tool' && occasion !== 'notice';
}
