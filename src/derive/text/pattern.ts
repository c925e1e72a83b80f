/**
 * A case-insensitive pattern, written as a raw template: a backslash is written once, and what is interpolated is the source of
 * a part.
 */
export function pattern({ raw }: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw({ raw }, ...parts), 'i');
}

/** The patterns with the fields that all of them share, in their order. */
export function cues<const Fields extends object>(
  fields: Fields,
  patterns: readonly RegExp[],
): (Fields & { pattern: RegExp })[] {
  return patterns.map((one) => ({ ...fields, pattern: one }));
}
