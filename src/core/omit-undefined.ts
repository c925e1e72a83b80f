/** The fields that have a value: what is `undefined` is left out, so that the receiver's defaults hold. */
export function omitUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never;
}
