const WHAT = 'saves what can be read, keeps the damaged file, and asks before';

/** What helps where a database is damaged. */
export const SALVAGE = `cairn doctor --fix ${WHAT}`;

/** The same where only a deep look finds the damage. */
export const DEEP_SALVAGE = `cairn doctor --deep --fix ${WHAT}`;
