/** A secret in a text: UTF-16 offsets, and the kind. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

/** Result of matching at an anchor: the secret, or the offset up to which the text was read without a match. */
export type Look = Secret | number;

/** Start and end of an anchor, and the end of the last secret (`floor`), before which nothing is read. */
export interface AnchorPlace {
  start: number;
  end: number;
  floor: number;
}

/** Start of every mark that replaces a secret: `[redacted:kind]`. */
export const MARK_START = '[redacted:';
