import { baseName } from '../../core/text/text.ts';

/** Programs of coding agents, by which a person is signed in to a subscription. */
const AGENT_PROGRAMS: ReadonlySet<string> = new Set(
  (
    'agent agy aider amp antigravity auggie claude cline codex copilot crush cursor cursor-agent devin droid gemini gh-copilot ' +
    'goose grok hermes kimi kimi-cli kiro kiro-cli openclaw opencode openhands pi qwen windsurf'
  ).split(' '),
);
/** The names under which registries have them. */
const AGENT_PACKAGE =
  /^(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|@qwen-code\/qwen-code|@github\/copilot|@sourcegraph\/amp|@charmland\/crush|opencode-ai|kimi-cli)(?:@|$)/;
/** Programs that run the program that comes after them. */
const LAUNCHERS: ReadonlySet<string> = new Set(
  (
    'bash bun bunx busybox cmd command dash deno doas docker env exec fish gh ionice ksh nice node nohup npm npx pnpm podman ' +
    'powershell pwsh script setsid sh ssh stdbuf sudo time timeout uv uvx wsl xargs yarn zsh'
  ).split(' '),
);

/** The agent's program that the words of a command line run, itself or by way of another; `undefined` when they run none. */
export function agentProgramIn(words: readonly string[]): string | undefined {
  const [first = '', ...rest] = words;
  const run = LAUNCHERS.has(programName(first)) ? rest.flatMap((word) => word.split(/[\s;&|()`$=]+/)) : [];
  return [first, ...run].find((word) => AGENT_PACKAGE.test(word) || AGENT_PROGRAMS.has(programName(word)));
}

function programName(word: string): string {
  return baseName(word)
    .toLowerCase()
    .replace(/(?:\.(?:exe|cmd|bat|ps1|sh|js|mjs|cjs))+$/, '');
}
