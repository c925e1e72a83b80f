/** Number of the user this process acts for, -1 where the system has none. A user needs no entry in the system's list. */
export function currentUserId(): number {
  return process.geteuid?.() ?? -1;
}
