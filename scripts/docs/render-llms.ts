import { readFileSync } from 'node:fs';
import { type Page, SECTIONS } from '../../docs/.vitepress/sidebar.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import { pathOf } from './render-agent-pages.ts';

/** The file llms.txt of the site: every page with its address and its first sentence, for language models. */
export function renderLlms(root: URL): string {
  const line = ({ text, path }: Page): string => {
    const about = firstSentence(readFileSync(new URL(path, root), 'utf8'));
    return `- [${text}](/${path.replace(/\.md$/, '.html')})${about === '' ? '' : `: ${about}`}`;
  };
  const parts = SECTIONS.map(({ text, groups }) => {
    const pages = groups.flatMap((group) => group.pages);
    const agents = text === 'Agents' ? AGENTS.map((agent) => ({ text: agent.title, path: pathOf(agent) })) : [];
    return `## ${text}\n\n${[...pages, ...agents].map(line).join('\n')}\n`;
  });
  return `# Cairn

> The memory of coding agents: it records what agents do, keeps what matters in one SQLite file on the user's machine, and gives it to the next session. Local first, open source (Apache-2.0).

${parts.join('\n')}`;
}

const MAX_CHARS = 200;

// The first sentence of the first paragraph; empty for a page that begins with anything else.
function firstSentence(page: string): string {
  const paragraphs = page
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/<!--.*?-->/gs, '')
    .split(/\n\s*\n/);
  const first = paragraphs.find((paragraph) => /^[A-Z`*[]/.test(paragraph.trim())) ?? '';
  const plain = first
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(plain) ?? [];
  return sentence.length > MAX_CHARS ? '' : sentence.replace(/:$/, '.');
}
