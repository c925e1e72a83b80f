// Links of pages that lead out of the site. A page links to other files of the repository by relative paths, so that
// the link works on GitHub too; on the site those files are named, not linked.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The part of markdown-it that this plugin uses. */
interface Token {
  type: string;
  tag: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}
interface Markdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: { path?: string } }) => void): void } };
}

/** Files that a link may name and that are a page of the site under another path. */
const INSTEAD: Readonly<Record<string, string>> = {
  'README.md': 'docs/start.md',
  'bench/results': 'docs/benchmarks.md',
  'docs/dashboard': 'docs/dashboard.md',
};

/**
 * A markdown-it plugin: a relative link to a file that is no page becomes its text. Throws for a link to a file that
 * the repository does not hold.
 */
export function repositoryLinks(markdown: Markdown, { root, isPage }: Site): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const from = env.path ?? join(root, 'index.md');
    for (const token of tokens) rewrite(token.children ?? [], (href) => follow(href, { root, isPage, from }));
  });
}

/** The repository and which of its files are pages. */
interface Site {
  root: string;
  isPage: (path: string) => boolean;
}

function rewrite(tokens: Token[], follow: (href: string) => string | undefined): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = follow(token.attrGet('href') ?? '');
      isDropped = href === undefined;
      if (href !== undefined) token.attrSet('href', href);
    }
    if (isDropped && (token.type === 'link_open' || token.type === 'link_close')) {
      if (token.type === 'link_close') isDropped = false;
      Object.assign(token, { type: 'text', tag: '', content: '' });
    }
  }
}

// The link as the site has it; undefined where the file is no page.
function follow(href: string, { root, isPage, from }: Site & { from: string }): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [file = ''] = href.split(/[#?]/);
  const target = resolve(dirname(from), decodeURI(file));
  if (!existsSync(target)) throw new Error(`${relative(root, from)}: dead link ${href}`);
  const path = relative(root, target);
  const place = INSTEAD[path.replace(/\/$/, '')];
  if (place !== undefined) return `/${place}`;
  return isPage(path) || /\.(?:png|svg)$/.test(path) ? href : undefined;
}
