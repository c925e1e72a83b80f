import { AGENTS } from '../../src/agents/registry.ts';
import type { Agent, FileChange, SetupTarget } from '../../src/agents/shared/contract.ts';
import { EVENT_KINDS } from '../../src/core/model/event.ts';

// A home that is nobody's, so that a page shows what set-up writes where nothing is there yet.
const HOME = '/nowhere/you';
const TARGET: SetupTarget = {
  environment: { home: HOME, variables: {} },
  hookCommand: `${HOME}/.cairn/bin/hook`,
  mcpCommand: { command: `${HOME}/.cairn/bin/cairn`, args: ['mcp'] },
};

/** Events on which context goes with a prompt, and at a start. */
const PROMPT = /prompt|^BeforeAgent$|^chat\.message$/i;
const START = /start|spawn|^PreInvocation$/i;
const FAILURE = /failure/i;

const EVIDENCE: Readonly<Record<Agent['capabilities']['evidence']['how'], string>> = {
  live: "Cairn's tests drive the real program, without a network, against a scripted model",
  recorded: 'recorded payloads and files of the real program',
  facts: 'its documentation and source; it was not run for Cairn, so tell us where it differs',
};

/** A page for each agent, by path. */
export function renderAgentPages(): Record<string, string> {
  return Object.fromEntries(AGENTS.map((agent) => [pathOf(agent), renderPage(agent)]));
}

/** The path of an agent's page. */
export function pathOf({ name }: Agent): string {
  return `docs/agents/${name}.md`;
}

function renderPage(agent: Agent): string {
  const { name, title, capabilities, planSetup } = agent;
  const { cannot, evidence, transcripts, afterSetup } = capabilities;
  const own = planSetup?.(TARGET) ?? [];
  // An agent that reads the files of a repository alone.
  const shared = own.length === 0 ? (planSetup?.({ ...TARGET, project: `${HOME}/PROJECT` }) ?? []) : [];
  const changes = [...own, ...shared];
  const command = `cairn setup ${name}${shared.length > 0 ? ' --project' : ''}`;
  const setUp = planSetup === undefined ? [] : ['```sh', command, '```', ''];
  const imported = transcripts === undefined ? [] : ['```sh', `cairn import --agent ${name}`, '```', ''];
  return [
    `# ${title}`,
    '',
    '<!-- Made by scripts/write-docs.ts from src/agents/registry.ts; test/docs/generated.test.ts compares. -->',
    '',
    '## What you get',
    '',
    ...rows(agent, changes),
    '',
    ...(cannot.length === 0 ? [] : ['### Limits', '', ...cannot.map((sentence) => `- ${sentence}`), '']),
    '## Set up',
    '',
    ...(planSetup === undefined ? [`Cairn registers nothing in ${title}. It imports the sessions:`, ''] : setUp),
    ...(planSetup === undefined ? imported : []),
    ...(afterSetup === undefined ? [] : [afterSetup, '']),
    ...filesOf(changes),
    ...(planSetup === undefined ? [] : [`Import the sessions from before set-up:`, '', ...imported]),
    '## Evidence',
    '',
    `**${evidence.how}**: ${EVIDENCE[evidence.how]}. Versions: ${evidence.versions}.`,
    '',
    ...authorities(agent),
    `[All agents](../agents.md)`,
    '',
  ].join('\n');
}

function rows({ capabilities, dialect }: Agent, changes: readonly FileChange[]): string[] {
  const { authority, contextOn, hooks, transcripts, contextBytes } = capabilities;
  const context = contextOn.filter((event) => hooks.includes(event));
  const on = (pattern: RegExp): string => list(context.filter((event) => pattern.test(event)));
  const around = list(context.filter((event) => !PROMPT.test(event) && !START.test(event) && !FAILURE.test(event)));
  const { speaksOn = [], refusesOn = [] } = dialect ?? {};
  const isLive = dialect !== undefined;
  const kinds = EVENT_KINDS.filter((kind) => authority[kind] !== undefined).length;
  const yes = (where: string, otherwise = 'no'): string => (where === '' ? otherwise : `yes, on ${where}`);
  const mcp = changes.some(({ why }) => why.includes('MCP server'));
  return [
    '| | |',
    '| --- | --- |',
    `| Sessions are recorded as they happen | ${isLive ? 'yes, by hooks' : 'no'} |`,
    `| Past sessions can be imported | ${transcripts === undefined ? 'no' : `yes, from \`${transcripts}\``} |`,
    `| Kinds of events | ${kinds} of 14 that an agent can report |`,
    `| Context at the start of a session | ${yes(on(START))} |`,
    `| Context with a prompt | ${yes(on(PROMPT))} |`,
    `| Context around a file or tool call | ${yes(around)} |`,
    ...(contextBytes > 0 && context.length > 0
      ? [`| Upper bound on context | ${contextBytes} bytes for each hook |`]
      : []),
    `| MCP server | ${mcp ? 'yes' : 'set-up registers none'} |`,
    `| Tripwires warn | ${yes(list([...context.filter((event) => PROMPT.test(event)), ...speaksOn]))} |`,
    `| Tripwires refuse a call | ${refusesOn.length === 0 ? 'no' : `yes, on ${list(refusesOn)}, with \`tripwires.mode\` set to \`block\``} |`,
  ];
}

function list(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `\`${name}\``).join(', ');
}

function filesOf(changes: readonly FileChange[]): string[] {
  if (changes.length === 0) return [];
  const files = changes.map(({ path, why }) => `| \`${path.replace(HOME, '~')}\` | ${why} |`);
  return [
    'Set-up changes these files, after showing the diff and asking:',
    '',
    '| file | why |',
    '| --- | --- |',
    ...files,
    '',
  ];
}

function authorities({ capabilities: { authority } }: Agent): string[] {
  const by = (source: 'hook' | 'transcript'): string => list(EVENT_KINDS.filter((kind) => authority[kind] === source));
  return [
    ...(by('hook') === '' ? [] : [`The hook is the authority for ${by('hook')}.`, '']),
    ...(by('transcript') === '' ? [] : [`The transcript is the authority for ${by('transcript')}.`, '']),
  ];
}
