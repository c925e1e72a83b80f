import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';

const TOOLS = 'Bash,Read,Write,Edit,Agent,TaskCreate,TaskUpdate,mcp__cairn';
/** Not a key: the scripted model asks for none, but Claude Code does. */
const KEY = 'sk-ant-scripted-model-of-the-live-test';

const settings = {
  env: { EDITOR: 'vi' },
  hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo ${OWN_HOOK_WORD}` }] }] },
  theme: 'dark',
};

/** What `~/.claude.json` says after the first start in a folder was gone through. */
export function firstStartDone(cwd: string): object {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
  };
}

/** What Claude Code may use without asking, as arguments. */
export const ALLOWED: readonly string[] = ['--permission-mode', 'default', '--allowedTools', TOOLS];

/** Anthropic's Claude Code. */
export const CLAUDE_CODE: LiveAgent = {
  name: 'claude-code',
  package: { name: '@anthropic-ai/claude-code', version: '2.1.330', command: 'claude', finish: 'install.cjs' },
  files: () => ({
    // Four spaces and no line end: a format of the user's own, to be found again.
    '.claude/settings.json': JSON.stringify(settings, null, 4),
    '.claude.json': JSON.stringify(firstStartDone(PROJECT), null, 2),
  }),
  rewrites: ['.claude.json'],
  env: (modelUrl) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  args: (prompt, resume) => [
    ...['-p', prompt, ...(resume === undefined ? [] : ['--resume', resume])],
    ...['--output-format', 'json', ...ALLOWED],
  ],
  said: (stdout) => {
    const said = stdout === '' ? {} : (JSON.parse(stdout) as { session_id?: string; result?: string });
    return { session: said.session_id, result: said.result };
  },
  tools: {
    read: (file) => ({ tool: 'Read', args: { file_path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'Edit',
      args: { file_path: `${PROJECT}/${file}`, old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'Bash', args: { command } }),
    delegate: (prompt) => ({
      tool: 'Agent',
      args: { description: 'Find callers', prompt, subagent_type: 'general-purpose' },
    }),
    search: (query) => ({ tool: 'mcp__cairn__search', args: { query } }),
    todos: (done, open) => [
      { tool: 'TaskCreate', args: { subject: done, description: done } },
      { tool: 'TaskCreate', args: { subject: open, description: open } },
    ],
  },
  compactsAt: 990_000,
  filesShownAgain: 2,
};
