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
const PROMPT = /prompt|^BeforeAgent$|^chat\.message$|^pre_llm_call$/i;
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

/** What set-up writes: `shared`, for an agent that reads the files of a repository alone. */
function changesOf({ planSetup, capabilities }: Agent): { changes: readonly FileChange[]; shared: boolean } {
  const own = planSetup?.(TARGET) ?? [];
  const isDone = own.length > 0 || capabilities.serverIn !== undefined;
  if (isDone || planSetup === undefined) return { changes: own, shared: false };
  const changes = planSetup({ ...TARGET, project: `${HOME}/PROJECT` });
  return { changes, shared: changes.length > 0 };
}

/** The hook events on which an agent takes context, by occasion, and whether set-up registers the MCP server. */
export function gainsOf(agent: Agent): { start: string[]; prompt: string[]; call: string[]; mcp: boolean } {
  const { contextOn, hooks, serverIn } = agent.capabilities;
  const context = contextOn.filter((event) => hooks.includes(event));
  return {
    start: context.filter((event) => START.test(event)),
    prompt: context.filter((event) => PROMPT.test(event)),
    call: context.filter((event) => !PROMPT.test(event) && !START.test(event) && !FAILURE.test(event)),
    mcp: serverIn !== undefined || changesOf(agent).changes.some(({ why }) => why.includes('MCP server')),
  };
}

function renderPage(agent: Agent): string {
  const { name, title, capabilities, planSetup } = agent;
  const { cannot, evidence, transcripts, afterSetup } = capabilities;
  const { changes, shared } = changesOf(agent);
  const command = `cairn setup ${name}${shared ? ' --project' : ''}`;
  const setUp = planSetup === undefined ? [] : ['```sh', command, '```', ''];
  const imported = transcripts === undefined ? [] : ['```sh', `cairn import --agent ${name}`, '```', ''];
  return [
    `# ${title}`,
    '',
    '<!-- Made by scripts/write-docs.ts from src/agents/registry.ts; test/docs/generated.test.ts compares. -->',
    '',
    '## What you get',
    '',
    ...rows(agent),
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
    `**${evidence.how}**: ${EVIDENCE[evidence.how]}. Versions: ${evidence.versions}. Seen last: ${evidence.seen}.`,
    '',
    ...authorities(agent),
    `[All agents](../agents.md)`,
    '',
  ].join('\n');
}

function rows(agent: Agent): string[] {
  const { capabilities, dialect } = agent;
  const { authority, contextOn, hooks, transcripts, contextBytes, serverIn } = capabilities;
  const context = contextOn.filter((event) => hooks.includes(event));
  const { start, prompt, call, mcp } = gainsOf(agent);
  const { speaksOn = [], refusesOn = [] } = dialect ?? {};
  const isLive = dialect !== undefined;
  const kinds = EVENT_KINDS.filter((kind) => authority[kind] !== undefined).length;
  const yes = (where: string, otherwise = 'no'): string => (where === '' ? otherwise : `yes, on ${where}`);
  return [
    '| | |',
    '| --- | --- |',
    `| Sessions are recorded as they happen | ${isLive ? 'yes, by hooks' : 'no'} |`,
    `| Past sessions can be imported | ${transcripts === undefined ? 'no' : `yes, from \`${transcripts}\``} |`,
    `| Kinds of events | ${kinds} of 14 that an agent can report |`,
    `| Context at the start of a session | ${yes(list(start))} |`,
    `| Context with a prompt | ${yes(list(prompt))} |`,
    `| Context around a file or tool call | ${yes(list(call))} |`,
    ...(contextBytes > 0 && context.length > 0
      ? [`| Upper bound on context | ${contextBytes} bytes for each hook |`]
      : []),
    `| MCP server | ${mcp ? `yes${serverIn === undefined ? '' : `, in \`${serverIn}\` where it is there`}` : 'set-up registers none'} |`,
    `| Tripwires warn | ${yes(list([...prompt, ...speaksOn]))} |`,
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
