/** How the title of a question to the user begins. */
export const ASKED_USER = 'Asked the user: ';

/** How the title of a plan begins. */
export const PLAN = 'Plan: ';

/** How the title of a call ends that failed or was interrupted. */
export const FAILED_END: RegExp = / (?:failed(?: \(exit -?\d+\))?|was interrupted)$/;

/** How the title of a call ends that a person refused. */
export const REFUSED_END = ', refused by the user';

/** True for the title of a call that a person refused, so that it did nothing. */
export function isRefusedTitle(title: string): boolean {
  return title.endsWith(REFUSED_END);
}

/** Start of the output of a call that a person refused. */
export const REFUSED: RegExp =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|User rejected tool use)/;
