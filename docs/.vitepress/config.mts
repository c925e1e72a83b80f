// The documentation site: pages of the repository as they lie there, searched and served without any other server.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitepress';
import { AGENT_PAGES } from './agent-pages.ts';
import { repositoryLinks } from './repository-links.ts';
import { type Page, SECTIONS, type Section } from './sidebar.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = fileURLToPath(new URL('../package.json', import.meta.url));
// Pages outside of docs, where the tools are not installed, find Vue there all the same.
const vueOfTools: Plugin = {
  name: 'vue-of-tools',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    if (!/^vue(?:\/|$)/.test(id)) return null;
    return options.ssr === true ? { id, external: true } : this.resolve(id, TOOLS, { ...options, skipSelf: true });
  },
};
const isPage = (path: string): boolean =>
  /^(?:docs\/(?!node_modules\/|index\.md).*|bench\/results\/[^/]+|bench\/README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)(?:\.md)$/.test(
    path,
  );
// Long tables of measurements would push the answer that a reader looks for out of the search's first hits.
const isSearched = (path: string): boolean => !/^(?:bench\/|CHANGELOG)/.test(path);

const linkTo = (path: string): string => `/${path.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`;
const firstOf = ({ groups }: Section): string => linkTo(groups[0]?.pages[0]?.path ?? 'docs/start.md');

const itemsOf = (pages: readonly Page[]) => pages.map(({ text, path }) => ({ text, link: linkTo(path) }));
// Every page shows the whole sidebar: a reader sees where it stands.
const sidebar = SECTIONS.map(({ text, groups }) => ({
  text,
  collapsed: text !== 'Start' && text !== 'Concepts',
  items: [
    ...groups.flatMap((group) =>
      groups.length === 1 ? itemsOf(group.pages) : [{ text: group.text, items: itemsOf(group.pages) }],
    ),
    ...(text === 'Agents' ? itemsOf(AGENT_PAGES) : []),
  ],
}));

export default defineConfig({
  lang: 'en',
  title: 'Cairn',
  description: 'The memory of coding agents',
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  srcDir: '..',
  outDir: '../.cache/docs/site',
  cacheDir: '../.cache/docs/vite',
  srcExclude: [
    'README.md',
    '{dist,examples,kernels,packages,scripts,src,test,web}/**',
    'bench/{*-labels,*-texts,support}/**',
    'docs/public/**',
  ],
  rewrites: { 'docs/index.md': 'index.md', 'docs/compare/index.md': 'docs/compare/index.md' },
  ignoreDeadLinks: false,
  markdown: { config: (markdown) => markdown.use(repositoryLinks, { root: ROOT, isPage }) },
  vite: {
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    server: { host: '127.0.0.1' },
    plugins: [vueOfTools],
    // The search's index of all pages is one chunk.
    build: { chunkSizeWarningLimit: 3_000 },
  },
  themeConfig: {
    nav: SECTIONS.map((section) => ({ text: section.text, link: firstOf(section) })),
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: async (source, env, markdown) => {
          const html = await markdown.render(source, env);
          return isSearched(env.relativePath) ? html : '';
        },
      },
    },
  },
});
