// The pages of the documentation site as the tests read them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** All pages below docs, by path, without the tools' own. */
export function docsPages(): string[] {
  const names = readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' });
  const pages = names.filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
  return pages.map((name) => `docs/${name}`).sort();
}

/** The code blocks of a page that are written in a language, without their fences. */
export function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(/^```(\w+)[^\n]*\n(.*?)^```/gms);
  return [...blocks].filter(([, name]) => name === language).map(([, , text = '']) => text);
}

/** The anchors of a page's headings, as GitHub and the site make them. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    anchors.add(slug);
  }
  return anchors;
}
