/**
 * Environment variables that agents set for the programs they run; `*` matches any ending. A process that has one
 * counts as run by an agent, not by a person.
 */
export const AGENT_MARKS = [
  'CLAUDECODE',
  'CLAUDE_CODE_*',
  'CLAUDE_PROJECT_DIR',
  'CODEX_*',
  'GEMINI_CLI',
  'GEMINI_CLI_*',
  'CURSOR_*',
  'KIRO_*',
  'KIMI_*',
  'QWEN_*',
  'OPENCODE',
  'OPENCODE_*',
  'COPILOT_*',
  'CLINE_*',
  'WINDSURF_*',
  'AI_AGENT',
] as const;

/**
 * Variables that a person sets in a profile to configure an agent, or an editor in all of its terminals: no evidence that an
 * agent runs.
 */
const SETTING =
  /_(?:API_KEY|AUTH_TOKEN|BASE_URL|HOME|CONFIG_DIR|MODEL|SSE_PORT)$|_IDE_|^CLAUDE_CODE_(?:USE|MAX|SKIP|DISABLE|ENABLE)_|^CURSOR_TRACE_ID$/;

/** The first variable of an environment that shows that an agent runs it; `undefined` when there is none. */
export function agentMark(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return Object.keys(env).find(isMark);
}

/**
 * The session of Claude Code, by its own id, that an environment names: it tells every program that it runs. `undefined`
 * where another agent left its mark, too: then one of them runs within the other, and which of the two asks does not show.
 */
export function sessionMark(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { CLAUDE_CODE_SESSION_ID: named = '' } = env;
  const isAnothers = Object.keys(env).some((name) => isMark(name) && !/^(?:CLAUDE|AI_AGENT$)/.test(name));
  return named === '' || isAnothers ? undefined : named;
}

function isMark(name: string): boolean {
  return !SETTING.test(name) && AGENT_MARKS.some((mark) => fits(name, mark));
}

function fits(name: string, mark: string): boolean {
  return mark.endsWith('*') ? name.startsWith(mark.slice(0, -1)) : name === mark;
}
