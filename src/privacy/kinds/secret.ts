/** A place in a text where a secret stands: UTF-16 offsets, and the kind. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

/** What a look at an anchor gives: the secret, or the offset up to which the text was read in vain. */
export type Look = Secret | number;

/** Where an anchor stands, and the end of the last secret, before which nothing is looked at. */
export interface AnchorPlace {
  start: number;
  end: number;
  floor: number;
}

/** Starts every mark in place of a secret: `[redacted:kind]`. */
export const MARK_START = '[redacted:';
