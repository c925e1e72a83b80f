import { AGENTS } from '../../src/agents/registry.ts';
import { gainsOf } from './render-agent-pages.ts';

const HEAD = `# Agents

<!-- Made by scripts/write-agents.ts from src/agents/registry.ts; test/agents/docs.test.ts compares. -->

The table says what you get with your agent: what is recorded; where it takes context from Cairn; whether set-up registers the MCP server; whether a rule can warn it or stop a call; and what all of this rests on, with the versions and when they were seen last. The agent's page names the events and the limits.

\`cairn setup AGENT\` registers the hooks, and \`cairn import\` reads the sessions. Cairn merges a session that comes both ways: a hook, the transcript or both report each event, and Cairn keeps it once. For each kind of event, one of the two is the authority, and its version wins.

What a row rests on: **live** — Cairn's tests drive the real program, without a network, against a scripted model; **recorded** — payloads and files of the real program; **facts** — its documentation and source; it was not run for Cairn, so tell us where it differs.

A confirmed **tripwire** warns at calls: before a tool call, or after it if the agent takes no context before; and at prompts that ask for something forbidden. With \`tripwires.mode\` set to \`block\`, Cairn refuses a call where the table says so.

\`npm run agents:check\` in a checkout runs the newest version of each agent that npm or PyPI brings; its last result is in \`bench/results/agents-check.md\`.

`;

/** The page docs/agents.md. */
export function renderAgentDocs(): string {
  return `${HEAD}${renderTable()}`;
}

const COLUMNS = [
  'agent',
  'recorded',
  'context at the start',
  'with a prompt',
  'at a file or call',
  'MCP',
  'tripwires warn',
  'refuse a call',
  'rests on',
];

function renderTable(): string {
  const rows = AGENTS.map((agent) => {
    const { transcripts, evidence } = agent.capabilities;
    const { speaksOn = [], refusesOn = [] } = agent.dialect ?? {};
    const { start, prompt, call, mcp } = gainsOf(agent);
    const yes = (is: boolean): string => (is ? 'yes' : '');
    return [
      `[${agent.title}](agents/${agent.name}.md)`,
      [
        ...(agent.dialect === undefined ? [] : ['as it happens']),
        ...(transcripts === undefined ? [] : ['past sessions']),
      ].join(', '),
      yes(start.length > 0),
      yes(prompt.length > 0),
      yes(call.length > 0),
      yes(mcp),
      [...(prompt.length > 0 ? ['prompts'] : []), ...(speaksOn.length > 0 ? ['calls'] : [])].join(', '),
      yes(refusesOn.length > 0),
      `${evidence.how}: ${evidence.versions} (${evidence.seen})`,
    ];
  });
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
