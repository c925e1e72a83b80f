/**
 * Id of the user for whom this process acts, -1 where the system has none. The user needs no entry in the system's user
 * list.
 */
export function currentUserId(): number {
  return process.geteuid?.() ?? -1;
}
