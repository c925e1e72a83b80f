// context/neighbours: what an agent reads without Cairn, in files of instructions and in its own memory. Blocks leave out
// what stands there; nothing here writes one of these files.

import { dirname, join, relative } from 'node:path';
import { readGit } from '../../platform/git-text.ts';

/** Where a block will be read: the folder at hand, the person's home folder, and the agent where one asks. */
export interface Neighbourhood {
  cwd?: string;
  userHome: string;
  agent?: string;
}

/** Upper bound on folders between the one at hand and the root of its work tree. */
const FOLDERS = 6;
/** Claude Code cuts a longer folder name and adds a hash to it. */
const SLUG_CHARS = 200;

const CLAUDE = ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'];
const COPILOT = ['.github/copilot-instructions.md', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

/**
 * Files of instructions that an agent loads by itself from each folder between the one at hand and the root of its work
 * tree, by agent. A file that an agent does not load tells it nothing, whoever wrote it.
 */
const OF_FOLDER: Readonly<Record<string, readonly string[]>> = {
  'claude-code': CLAUDE,
  codex: ['AGENTS.override.md', 'AGENTS.md'],
  'gemini-cli': ['GEMINI.md'],
  'qwen-code': ['QWEN.md', 'AGENTS.md'],
  'kimi-code': ['.kimi-code/AGENTS.md', 'AGENTS.md'],
  'copilot-cli': COPILOT,
  vscode: COPILOT,
  cline: ['AGENTS.md', '.cursorrules', '.windsurfrules'],
  crush: ['AGENTS.md', 'CRUSH.md', 'CLAUDE.md', 'GEMINI.md', '.cursorrules', '.github/copilot-instructions.md'],
  windsurf: ['AGENTS.md', '.windsurfrules'],
  cursor: ['AGENTS.md', '.cursorrules'],
};
/** The same for any other agent, and where nobody says which one asks. */
const OF_ANY_FOLDER = ['AGENTS.md'];

/** The user's own instructions for an agent, below the home folder, by agent. */
const OF_USER: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.claude/CLAUDE.md'],
  codex: ['.codex/AGENTS.override.md', '.codex/AGENTS.md'],
  'gemini-cli': ['.gemini/GEMINI.md'],
  'qwen-code': ['.qwen/QWEN.md'],
  'kimi-code': ['.kimi-code/AGENTS.md', '.agents/AGENTS.md'],
  'copilot-cli': ['.copilot/copilot-instructions.md'],
  cline: ['.agents/AGENTS.md'],
  crush: ['.config/crush/CRUSH.md', '.config/AGENTS.md'],
  opencode: ['.config/opencode/AGENTS.md', '.claude/CLAUDE.md'],
  windsurf: ['.codeium/windsurf/memories/global_rules.md'],
};

/** The agent's own memory, below the home folder, by agent. */
const OF_MEMORY: Readonly<Record<string, readonly string[]>> = {
  codex: ['.codex/memories/memory_summary.md', '.codex/memories/MEMORY.md'],
};

/** A file that may tell an agent something beside Cairn. `isOwn`: its user wrote it, and not the agent or a repository. */
export interface StandingFile {
  path: string;
  isOwn: boolean;
}

/** The files that may tell an agent something beside Cairn, whether they are there or not; their paths are absolute. */
export function standingFiles({ cwd, userHome, agent }: Neighbourhood): StandingFile[] {
  const folders = cwd === undefined ? [] : foldersOf(cwd);
  const below = (all: typeof OF_USER): string[] => (filesOf(all, agent) ?? []).map((name) => join(userHome, name));
  const ofClaude = agent === 'claude-code' ? folders.flatMap((folder) => claudeMemory(folder, userHome)) : [];
  const names = filesOf(OF_FOLDER, agent) ?? OF_ANY_FOLDER;
  const ofFolders = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const own = new Set(below(OF_USER));
  const all = new Set([...ofClaude, ...below(OF_MEMORY), ...own, ...ofFolders]);
  return [...all].map((path) => ({ path, isOwn: own.has(path) }));
}

function filesOf(all: Readonly<Record<string, readonly string[]>>, agent = ''): readonly string[] | undefined {
  return Object.hasOwn(all, agent) ? all[agent] : undefined;
}

/** The folder at hand and those above it up to the root of its work tree; outside a repository the folder alone. */
function foldersOf(cwd: string): string[] {
  const root = readGit(cwd)?.worktree;
  if (root === undefined) return [cwd];
  const depth = relative(root, cwd) === '' ? 0 : relative(root, cwd).split(/[\\/]/).length;
  const folders = [root];
  for (let at = cwd, left = Math.min(depth, FOLDERS); left > 0; at = dirname(at), left -= 1) folders.push(at);
  return folders;
}

/** The file that Claude Code loads of its memory of a project, whose folder is named after the project's. */
function claudeMemory(folder: string, userHome: string): string[] {
  const slug = folder.replace(/[^A-Za-z0-9]/g, '-');
  return slug.length > SLUG_CHARS ? [] : [join(userHome, '.claude', 'projects', slug, 'memory', 'MEMORY.md')];
}
