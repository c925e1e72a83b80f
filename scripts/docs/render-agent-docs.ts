import { AGENTS } from '../../src/agents/registry.ts';
import type { Agent } from '../../src/agents/shared/contract.ts';
import { EVENT_KINDS } from '../../src/core/model/event.ts';

const HEAD = `# Agents

<!-- Made by scripts/write-agents.ts from src/agents/registry.ts; test/agents/docs.test.ts compares. -->

\`cairn setup AGENT\` registers the hooks, \`cairn import\` reads the sessions. A session that comes both ways is one: each event is told by a hook, by the transcript or by both, and is kept once; for each kind one of the two is the authority, whose telling wins.

What each row rests on: **live** — Cairn's tests drive the real program, without a network, against a scripted model; **recorded** — payloads and files of the real program; **facts** — its documentation and source, no run: tell us where it differs.

A **tripwire** that a person confirmed speaks up on the events named: before a tool call, after it where the agent takes nothing before, and at prompts that ask for what is forbidden. With \`tripwires.mode\` set to \`block\`, a call is refused where that stands.

`;

/** The events on which context goes with a prompt. */
const PROMPTS = /prompt|^BeforeAgent$|^chat\.message$/i;

/** The page docs/agents.md. */
export function renderAgentDocs(): string {
  return `${HEAD}${renderTable()}\n${AGENTS.map(renderAgent).join('\n')}`;
}

function renderTable(): string {
  const rows = AGENTS.map((agent) => {
    const { contextOn, transcripts, evidence, hooks } = agent.capabilities;
    const context = contextOn.filter((event) => hooks.includes(event));
    return [
      `[${agent.title}](#${anchorOf(agent)})`,
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

function renderAgent(agent: Agent): string {
  const { name, title, capabilities } = agent;
  const { hooks, transcripts, evidence, authority, contextBytes, cannot, contextOn } = capabilities;
  const by = (source: 'hook' | 'transcript'): string =>
    EVENT_KINDS.filter((kind) => authority[kind] === source)
      .map((kind) => `\`${kind}\``)
      .join(', ');
  const lines = [
    `\`${name}\`, ${evidence.how}: ${evidence.versions}.`,
    hooks.length === 0 ? undefined : `Hooks: ${hooks.join(', ')}.`,
    contextOn.length === 0 ? undefined : `At most ${contextBytes} bytes of context a hook.`,
    transcripts === undefined ? undefined : `Sessions: \`${transcripts}\`.`,
    by('hook') === '' ? undefined : `The hook is the authority for ${by('hook')}.`,
    by('transcript') === '' ? undefined : `The transcript is the authority for ${by('transcript')}.`,
  ];
  const limits = cannot.map((sentence) => `- ${sentence}`);
  return [
    `## ${title}`,
    '',
    ...lines.filter((line) => line !== undefined).map((line) => `${line}\n`),
    ...limits,
    '',
  ].join('\n');
}

function anchorOf({ title }: Agent): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
