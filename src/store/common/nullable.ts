/** A row whose optional fields are NULL when they are absent, as the columns of a statement are. */
export type Nullable<Value> = {
  [Key in keyof Value]-?: Value[Key] | (Pick<Value, Key> extends Required<Pick<Value, Key>> ? never : null);
};

/** A row without its NULL fields. */
export function withoutNulls<Value extends object>(row: Nullable<Value>): Value {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
}
