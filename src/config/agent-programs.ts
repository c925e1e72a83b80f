/** Programs of coding agents. An editor with an agent in it is none: a person types in its terminals. */
const PROGRAMS: ReadonlySet<string> = new Set(
  (
    'agent agy aider amp auggie claude cline codex copilot crush cursor-agent devin droid gemini gh-copilot goose grok hermes ' +
    'kimi kimi-cli kiro-cli openclaw opencode openhands pi qwen'
  ).split(' '),
);
/** The files of those that a runtime runs. */
const PACKAGES =
  /(?:^|\/)(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|@qwen-code\/qwen-code|@github\/copilot|@sourcegraph\/amp|@charmland\/crush|@augmentcode\/auggie|opencode-ai|cursor-agent)\//;
const RUNTIME = /^(?:node|bun|deno|python[\d.]*|uv|uvx|npx|npm|tsx|env|sh|bash|zsh)$/;
/** Words after a runtime among which its program is. */
const WORDS = 6;

/** The agent's program that a process is, by its name and the words of its command line; `undefined` when it is none. */
export function agentProgram({ name, words }: { name: string; words: readonly string[] }): string | undefined {
  const [first = '', ...rest] = words;
  const own = [name, programName(first)].find((one) => PROGRAMS.has(one));
  if (own !== undefined || !RUNTIME.test(programName(first))) return own;
  const isShell = /sh$/.test(programName(first));
  // The words of a shell's command are no program of its own: what they start stands below it.
  const run = isShell ? rest.slice(0, 1) : rest.slice(0, WORDS).filter((word) => !word.startsWith('-'));
  const found = run.find((word) => PACKAGES.test(word) || (word.includes('/') && PROGRAMS.has(programName(word))));
  return found === undefined ? undefined : (PACKAGES.exec(found)?.[0].replace(/^\/|\/$/g, '') ?? programName(found));
}

/** The name of a program without its folder and ending; a login shell begins with a hyphen. */
export function programName(word: string): string {
  return word
    .slice(word.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^-/, '')
    .replace(/(?:\.(?:exe|js|mjs|cjs|py|sh))+$/, '');
}
