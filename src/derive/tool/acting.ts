/** A request or a command that can act for a person. */
export const ACTING = /cairn|cli\.js|\/api\/v1\//i;
