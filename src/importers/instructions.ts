import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../core/text/text.ts';

/** A statement of an instruction file: its text, the line on which it begins (from 1), and the heading above it. */
export interface StatedLine {
  text: string;
  line: number;
  heading?: string;
}

const FILES = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
  'QWEN.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.github/copilot-instructions.md',
];
const FOLDERS = [
  '.kiro/steering',
  '.claude/rules',
  '.cursor/rules',
  '.windsurf/rules',
  '.clinerules',
  '.github/instructions',
];
const FOLDER_FILE = /\.(?:md|mdc)$/;
const MOST_FILES = 200;
const MOST_STATEMENTS = 500;
const LEAST_CHARS = 10;
const LEAST_WORDS = 3;
const MOST_CHARS = 1_000;
const TITLE_CHARS = 300;

/** Absolute paths of a folder's instruction files, each once; links that lead out of the folder are left out. */
export function findInstructions(folder: string): string[] {
  const named = FILES.map((name) => join(folder, name));
  const listed = FOLDERS.flatMap((name) => filesIn(join(folder, name)));
  const root = realpathSync(folder);
  const found = new Map<string, string>();
  for (const path of [...named, ...listed]) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const real = realpathSync(path);
    if (real.startsWith(`${root}/`) && !found.has(real)) found.set(real, path);
  }
  return [...found.values()].slice(0, MOST_FILES);
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => FOLDER_FILE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * The statements of a Markdown instruction file: each list item, and each sentence between them; at most 500. Front
 * matter, code, quotations, tables, comments and texts too short to state anything are left out.
 */
export function statementsOf(markdown: string): StatedLine[] {
  const statements: StatedLine[] = [];
  for (const block of blocksOf(markdown)) {
    const sentences = block.isPoint ? [block.text] : block.text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d`"'(*])/u);
    for (const sentence of sentences) {
      const text = plainText(sentence);
      if (!isStatement(text)) continue;
      statements.push({ text, line: block.line, ...(block.heading === undefined ? {} : { heading: block.heading }) });
      if (statements.length >= MOST_STATEMENTS) return statements;
    }
  }
  return statements;
}

interface Block {
  text: string;
  line: number;
  isPoint: boolean;
  heading?: string | undefined;
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let heading: string | undefined;
  let fence: string | undefined;
  for (const [i, line] of bodyOf(markdown).split('\n').entries()) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const title = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line.slice(0, TITLE_CHARS))?.[1];
    const point = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)?.[1];
    if (title !== undefined && fence === undefined) heading = plainText(title);
    if (mark !== undefined || fence !== undefined || title !== undefined || line.trim() === '' || isOther(line)) {
      open = undefined;
      continue;
    }
    if (point === undefined && open !== undefined) {
      open.text += ` ${line.trim()}`;
      continue;
    }
    open = { text: point ?? line.trim(), line: i + 1, isPoint: point !== undefined, heading };
    blocks.push(open);
  }
  return blocks;
}

/** The text without front matter and comments; their line ends stay, so that line numbers do not change. */
function bodyOf(markdown: string): string {
  const blank = (text: string): string => text.replace(/[^\n]+/g, '');
  const text = markdown.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  return text.replace(/^---\n[\s\S]*?\n---(?=\n|$)/, blank).replace(/<!--[\s\S]*?(?:-->|$)/g, blank);
}

/** True for a line that states nothing: a quotation, a table row, a rule, a lone tag, the inclusion of another file. */
function isOther(line: string): boolean {
  return (
    /^\s*(?:>|\||@\S+\s*$|<\/?[\w-][^>]*>\s*$|[-*_=]{3,}\s*$|\[[^\]]+\]:\s|!\[)/.test(line) ||
    /^(?: {8,}|\t\t)\S/.test(line)
  );
}

function plainText(markdown: string): string {
  const unlinked = markdown.replace(/!?\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1');
  return oneLine(unlinked.replace(/\*\*|__/g, ''));
}

function isStatement(text: string): boolean {
  return (
    text.length >= LEAST_CHARS &&
    text.length <= MOST_CHARS &&
    text.split(' ').length >= LEAST_WORDS &&
    !text.endsWith(':')
  );
}
