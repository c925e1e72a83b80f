/** The marks around a text, and whether it reaches to the last closing mark instead of the next. */
export interface Marks {
  open: string;
  close: string;
  toLast?: boolean;
}

/**
 * The text between the first opening mark and a closing one behind it; `undefined` where one of them is missing. Goes through the
 * text once, however often the marks stand in it.
 */
export function between(text: string, { open, close, toLast = false }: Marks): string | undefined {
  const at = text.indexOf(open);
  const from = at + open.length;
  const end = toLast ? text.lastIndexOf(close) : text.indexOf(close, from);
  return at < 0 || end < from ? undefined : text.slice(from, end);
}
