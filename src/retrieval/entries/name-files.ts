import { nameOf } from '../validity/trust.ts';

/**
 * Files by name, grouped by folder, as `src/cart.ts, test/{cart.test.ts, order.test.ts} and 3 more`: as many as fit
 * into `chars` characters, in the order of `paths`.
 */
export function nameFiles(paths: readonly string[], chars: number): string {
  const folders: Map<string, string[]> = new Map();
  let size = 0;
  let named = 0;
  for (const path of paths) {
    const name = nameOf(path);
    const cut = name.lastIndexOf('/') + 1;
    const folder = name.slice(0, cut);
    const known = folders.get(folder);
    size += name.length + 2 - (known === undefined ? 0 : cut);
    if (named > 0 && size > chars) break;
    named += 1;
    if (known === undefined) folders.set(folder, [name.slice(cut)]);
    else known.push(name.slice(cut));
  }
  const shown = [...folders].map(([folder, names]) =>
    names.length === 1 || folder === ''
      ? names.map((name) => folder + name).join(', ')
      : `${folder}{${names.join(', ')}}`,
  );
  const more = paths.length - named;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
