/** Start of the output of a call that a person refused. */
export const REFUSED = /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|User rejected tool use)/;
