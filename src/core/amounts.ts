/** A count with thousands apart: `12,345`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** Bytes as `1.2 GB`, `34 MB`, `5 kB`. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
