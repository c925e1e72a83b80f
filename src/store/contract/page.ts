/** A page of a list. `next`: an opaque cursor at which the next page begins; absent on the last one. */
export interface Page<Row> {
  rows: Row[];
  next?: string;
}

/** Which part of a list: at most `limit` rows after `cursor`. A cursor of another list is `invalid_input`. */
export interface PageOptions {
  limit: number;
  cursor?: string;
  oldestFirst?: boolean;
}
