import type { ViewRow } from '../views.ts';

/** The view of a path among some, with the parts of the path that have names; `undefined` where there is none. */
export function matchView(
  path: string,
  views: readonly ViewRow[],
): { view: ViewRow; params: Record<string, string> } | undefined {
  const parts = partsOf(path);
  for (const view of views) {
    const wanted = partsOf(view.path);
    if (wanted.length !== parts.length) continue;
    const named = wanted.map((part, at) => [part, parts[at] ?? ''] as const);
    if (named.some(([part, given]) => !part.startsWith(':') && part !== given)) continue;
    const params = named
      .filter(([part]) => part.startsWith(':'))
      .map(([part, given]) => [part.slice(1), decode(given)]);
    return { view, params: Object.fromEntries(params) };
  }
  return undefined;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
