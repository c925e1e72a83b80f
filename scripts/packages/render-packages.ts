// The packages of the agents, made from one source: hooks and servers as set-up writes them, and the texts beside this.
// A package is a folder of `packages/`; nothing is written there by hand.
import { readFileSync } from 'node:fs';
import { REGISTERED_HOOKS as KIMI_HOOKS } from '../../src/agents/kimi-code/capabilities.ts';
import { tomlHookTables } from '../../src/agents/shared/setup/toml-hooks.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { HOOK, mcpServer, projectFiles, projectJson } from './project-files.ts';
import { COMMANDS, type CommandName, commandText, SKILL, skillFile, textOf } from './texts.ts';

const { version, description, license, keywords } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const ABOUT = { name: 'cairn', version, description };
const OWNER = { name: 'Cairn' };
const SERVERS = { cairn: mcpServer() };
/** The form of packages that several vendors read: https://agent-plugins.org. It knows skills and servers, no hooks. */
const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0';
const SKILL_PATH = `skills/${SKILL.name}/SKILL.md`;

/** All files of all packages by path from the root of the repository, with what is in them. */
export function renderPackages(): ReadonlyMap<string, string> {
  const packages: Readonly<Record<string, Record<string, string>>> = {
    'agent-plugin': agentPlugin(),
    'claude-code': claudeCode(),
    codex: codex(),
    'copilot-cli': copilotCli(),
    cursor: cursor(),
    'gemini-cli': geminiCli(),
    'kimi-code': kimiCode(),
    kiro: kiro(),
    opencode: openCode(),
  };
  const files = Object.entries(packages).flatMap(([name, contents]) =>
    Object.entries({ ...contents, 'README.md': readme(name) }).map(
      ([path, text]) => [`packages/${name}/${path}`, text] as const,
    ),
  );
  return new Map([
    ...files,
    ['packages/AGENTS.md', `${textOf('section')}\n`],
    ['.claude-plugin/marketplace.json', json(marketplace('./packages/claude-code'))],
    // Copilot reads Claude Code's file as well, where it does not find its own.
    ['.github/plugin/marketplace.json', json(marketplace('./packages/copilot-cli'))],
    ['packages/.agents/plugins/marketplace.json', json(marketplace('./codex'))],
  ]);
}

function agentPlugin(): Record<string, string> {
  return {
    'plugin.json': json({ $schema: `${SCHEMAS}/plugin.schema.json`, ...ABOUT, author: OWNER, license, keywords }),
    'mcp.json': json({
      $schema: `${SCHEMAS}/mcp.schema.json`,
      mcpServers: { cairn: { type: 'stdio', ...mcpServer() } },
    }),
    [SKILL_PATH]: skillFile(),
    ...commandFiles((name) => [
      `skills/cairn-${name}/SKILL.md`,
      `---\nname: cairn-${name}\ndescription: ${JSON.stringify(COMMANDS[name].about)}\n---\n\n${commandText(name, 'What the person asked for.')}\n`,
    ]),
  };
}

function claudeCode(): Record<string, string> {
  return {
    '.claude-plugin/plugin.json': json({ ...ABOUT, author: OWNER, license, keywords }),
    'hooks/hooks.json': json(projectJson('claude-code', '.claude/settings.json')),
    '.mcp.json': json({ mcpServers: { cairn: { type: 'stdio', ...mcpServer({ silentFor: 'claude-code' }) } } }),
    [SKILL_PATH]: skillFile(),
    ...commandFiles((name) => [`commands/${name}.md`, markdownCommand(name)]),
  };
}

function codex(): Record<string, string> {
  return {
    '.codex-plugin/plugin.json': json({
      ...ABOUT,
      keywords,
      skills: './skills',
      hooks: './hooks/hooks.json',
      mcpServers: './.mcp.json',
    }),
    'hooks/hooks.json': json(projectJson('codex', '.codex/hooks.json')),
    '.mcp.json': json({ mcpServers: SERVERS }),
    [SKILL_PATH]: skillFile(),
  };
}

function copilotCli(): Record<string, string> {
  return {
    'plugin.json': json({ ...ABOUT, author: OWNER, license, hooks: './hooks.json', mcpServers: './.mcp.json' }),
    'hooks.json': json(projectJson('copilot-cli', '.github/hooks/cairn.json')),
    '.mcp.json': json({ mcpServers: { cairn: { type: 'local', ...mcpServer({ findsProject: true }), tools: ['*'] } } }),
    [SKILL_PATH]: skillFile(),
  };
}

function cursor(): Record<string, string> {
  return {
    '.cursor-plugin/plugin.json': json({ ...ABOUT, author: OWNER }),
    'hooks/hooks.json': json(projectJson('cursor', '.cursor/hooks.json')),
    'mcp.json': json({ mcpServers: SERVERS }),
    'rules/cairn.mdc': `---\ndescription: ${JSON.stringify(SKILL.description)}\nalwaysApply: true\n---\n\n${textOf('section')}\n`,
    [SKILL_PATH]: skillFile(),
    ...commandFiles((name) => [
      `commands/${name}.md`,
      `${commandText(name, 'What the person typed after the command.')}\n`,
    ]),
  };
}

function geminiCli(): Record<string, string> {
  const { hooks = {} } = projectJson('gemini-cli', '.gemini/settings.json');
  return {
    'gemini-extension.json': json({ ...ABOUT, mcpServers: SERVERS }),
    'hooks/hooks.json': json({ hooks }),
    [SKILL_PATH]: skillFile(),
    ...commandFiles((name) => [`commands/${name}.toml`, tomlCommand(name)]),
  };
}

/** User level: its skill is read in every project, so it holds no project's content and says to ask for `context` first. */
function kimiCode(): Record<string, string> {
  const hooks = tomlHookTables(HOOK, { agent: 'kimi-code', hooks: KIMI_HOOKS });
  return {
    'kimi.plugin.json': json({
      ...ABOUT,
      skills: './skills',
      sessionStart: { skill: SKILL.name },
      commands: './commands',
      mcpServers: { cairn: mcpServer({ silentFor: 'kimi-code', findsProject: true }) },
      hooks,
    }),
    [SKILL_PATH]: skillFile(),
    ...commandFiles((name) => [`commands/${name}.md`, markdownCommand(name)]),
  };
}

function kiro(): Record<string, string> {
  const about = { name: 'cairn', description: 'An agent with the memory of this project' };
  return {
    'hooks/cairn.json': json(projectJson('kiro', '.kiro/hooks/cairn.json')),
    'settings/mcp.json': json({ mcpServers: SERVERS }),
    'agents/cairn.json': json({
      ...about,
      prompt: textOf('section'),
      mcpServers: SERVERS,
      tools: ['*'],
      allowedTools: ['@cairn'],
      includeMcpJson: true,
    }),
    'steering/cairn.md': `---\ninclusion: always\n---\n\n${textOf('section')}\n`,
  };
}

function openCode(): Record<string, string> {
  const plugin = projectFiles('opencode').get('.opencode/plugins/cairn.js');
  if (plugin === undefined) throw new Error('set-up of opencode writes no plugin into a repository');
  return {
    'plugins/cairn.js': plugin,
    'opencode.json': projectFiles('opencode').get('opencode.json') ?? '',
    [SKILL_PATH]: skillFile(),
    ...commandFiles((name) => [`commands/${name}.md`, markdownCommand(name)]),
  };
}

function readme(name: string): string {
  if (name === 'agent-plugin') return agentPluginReadme();
  return `# Cairn for ${name}

<!-- Made by "npm run packages". -->

${description}

The program comes first: \`npm install --global cairn-memory\`, then \`cairn setup --program\`. Without it the hooks do nothing. \`cairn setup ${name}\` does all that this package does except commands and skill, into your own files; with both in place your own hooks and server tell, and this package's stay silent.

${INSTALL[name] ?? ''}
`;
}

function agentPluginReadme(): string {
  return `# Cairn as an Agent Plugin

<!-- Made by "npm run packages". -->

${description}

A package in the form of Agent Plugins 1.0, for every client that reads it: skills and the MCP server. That form has no hooks: what records sessions and passes memories on is in the package of each vendor beside this folder, or comes with \`cairn setup AGENT\`.

The program comes first: \`npm install --global cairn-memory\`, then \`cairn setup --program\`.

Install: give the client this folder, for example as a power of Kiro, or as a plugin of Cursor.
`;
}

const INSTALL: Readonly<Record<string, string>> = {
  'claude-code':
    'Install: `/plugin marketplace add FOLDER` with the folder or repository that holds `.claude-plugin/marketplace.json`, then `/plugin install cairn@cairn`. To try it: `claude --plugin-dir packages/claude-code`.',
  codex:
    'Install: `codex plugin marketplace add FOLDER` with the folder `packages`, then `codex plugin add cairn@cairn`. Codex runs no hook before it is trusted, and does not say so: `/hooks`.',
  'copilot-cli':
    'Install: `copilot plugin marketplace add FOLDER` with the folder or repository that holds `.github/plugin/marketplace.json`, then `copilot plugin install cairn@cairn`.',
  cursor: 'Install: copy the folder to `~/.cursor/plugins/local/cairn`.',
  'gemini-cli': 'Install: `gemini extensions install FOLDER`, or `gemini extensions link FOLDER` to try it.',
  'kimi-code':
    'Install: `/plugins` in Kimi Code, with this folder.\n\nKimi Code starts the MCP server of a plugin in the plugin’s folder: Cairn takes the folder in which Kimi Code was started for the project. Where that is another one (`kimi web`, `kimi acp`), use `cairn setup kimi-code` instead.',
  kiro: 'Install: copy what is in this folder to `.kiro/` of a repository, or to `~/.kiro/`.',
  opencode:
    'Install: copy what is in this folder to `.opencode/` of a repository, or to `~/.config/opencode/`. Where an `opencode.json` is there already, add to it what this one says of `mcp`.',
};

function commandFiles(file: (name: CommandName) => [path: string, text: string]): Record<string, string> {
  return Object.fromEntries((Object.keys(COMMANDS) as CommandName[]).map(file));
}

function markdownCommand(name: CommandName): string {
  const { about, hint } = COMMANDS[name];
  return `---\ndescription: ${JSON.stringify(about)}\nargument-hint: ${JSON.stringify(hint)}\n---\n\n${commandText(name, '$ARGUMENTS')}\n`;
}

function tomlCommand(name: CommandName): string {
  return `description = ${JSON.stringify(COMMANDS[name].about)}\nprompt = """\n${commandText(name, '{{args}}')}\n"""\n`;
}

function marketplace(source: string): JsonValue {
  return { name: 'cairn', owner: OWNER, plugins: [{ name: 'cairn', source, description, version }] };
}

function json(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
