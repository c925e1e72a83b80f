import { AGENTS } from '../../src/agents/registry.ts';
import type { Agent } from '../../src/agents/shared/contract.ts';

const HEAD = `# Agents

<!-- Made by scripts/write-agents.ts from src/agents/registry.ts; test/agents/docs.test.ts compares. -->

Find your agent in the table. Its page says what you get: what is recorded, where it takes context from Cairn, whether rules can warn it or stop it, and what all of this rests on.

\`cairn setup AGENT\` registers the hooks, and \`cairn import\` reads the sessions. Cairn merges a session that comes both ways: a hook, the transcript or both report each event, and Cairn keeps it once. For each kind of event, one of the two is the authority, and its version wins.

What a row rests on: **live** — Cairn's tests drive the real program, without a network, against a scripted model; **recorded** — payloads and files of the real program; **facts** — its documentation and source; it was not run for Cairn, so tell us where it differs.

A confirmed **tripwire** warns on the events named: before a tool call, after it if the agent takes no context before, and at prompts that ask for something forbidden. With \`tripwires.mode\` set to \`block\`, Cairn refuses a call where the table says so.

`;

/** The events on which context goes with a prompt. */
const PROMPTS = /prompt|^BeforeAgent$|^chat\.message$/i;

/** The page docs/agents.md. */
export function renderAgentDocs(): string {
  return `${HEAD}${renderTable()}`;
}

function renderTable(): string {
  const rows = AGENTS.map((agent) => {
    const { contextOn, transcripts, evidence, hooks } = agent.capabilities;
    const context = contextOn.filter((event) => hooks.includes(event));
    return [
      `[${agent.title}](agents/${agent.name}.md)`,
      agent.dialect === undefined ? '' : 'yes',
      context.length === 0 ? '' : context.join(', '),
      tripwiresOf(agent, context),
      transcripts === undefined ? '' : 'yes',
      evidence.how,
    ];
  });
  const head = ['agent', 'hooks', 'takes context on', 'tripwires', 'transcripts', 'rests on'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Where a tripwire speaks up, and where a call is refused. */
function tripwiresOf({ dialect }: Agent, context: readonly string[]): string {
  const { speaksOn = [], refusesOn = [] } = dialect ?? {};
  const isTold = context.some((event) => PROMPTS.test(event));
  return [
    ...(isTold ? ['prompts'] : []),
    ...speaksOn,
    ...(refusesOn.length === 0 ? [] : [`refuses on ${refusesOn.join(', ')}`]),
  ].join(', ');
}
