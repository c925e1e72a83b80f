/** A count with separated thousands, to three decimals: `12,345`. Written out here: to load `Intl` takes 15 ms. */
export function formatCount(value: number): string {
  const [whole = '', rest] = `${Math.round(value * 1000) / 1000}`.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** Bytes as `1.2 GB`, `34 MB`, `5 kB`. */
export function formatBytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

/** A count with its noun, given in the singular: `1 session`, `1,234 memories`. */
export function formatCounted(value: number, one: string): string {
  return `${formatCount(value)} ${value === 1 ? one : plural(one)}`;
}

/** Counts with their plural nouns, zeros left out: `12 prompts, 1 search`. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, value]) => value > 0)
    .map(
      ([name, value]) => `${formatCount(value)} ${value === 1 ? name.replace(/^(\w+?)(?:(?<=ch)es|s)\b/, '$1') : name}`,
    )
    .join(', ');
}

/** The regular plural of a word: `sessions`, `memories`. */
export function plural(one: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(one)) return `${one}es`;
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
}
