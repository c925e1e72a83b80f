import type { StatusResult } from '../../api/answers.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { AgentState } from '../../setup/describe-agents.ts';
import { plain, rows } from '../render/show.ts';
import { modelLine } from '../render/show-models.ts';
import { vectorLine } from '../render/show-vectors.ts';
import type { CommandSpec } from '../terminal/command.ts';
import type { Colors } from '../terminal/output.ts';

/** `cairn status` */
export const statusCommand: CommandSpec = {
  name: 'status',
  summary: 'show what is in memory, the worker, and which agents are set up',
  options: [{ flags: '--json', help: 'print JSON' }],
  async run(_input, context) {
    const { out, json } = context;
    const { describeAgents } = await import('../../setup/describe-agents.ts');
    const agents = describeAgents(await context.setupPlace(context.readConfig()));
    const status = await context.openMemory({ person: false }).status({ signal: context.io.signal });
    if (json) out.json({ ...status, agents });
    else out.print(describe(status, agents, out.colors));
    return undefined;
  },
};

function describe(status: StatusResult, agents: readonly AgentState[], colors: Colors): string {
  const { counts, owner, jobs, ignored, hooks, skipped, vectors } = status;
  const lines: [string, string][] = [
    ['version', status.version],
    ['home', status.home],
    [
      'worker',
      owner === undefined
        ? 'in this process'
        : `pid ${owner.pid}, version ${owner.version}, since ${formatMinute(owner.startedAt)}`,
    ],
    ['agents', agents.filter(isHere).map(agentState).join(', ') || 'none found'],
    ['memory', memoryLine(counts)],
    ['disk', diskLine(status.disk, colors)],
    ['by meaning', vectorLine(vectors)],
    ['model', modelLine(status.models)],
    [
      'waiting',
      waitingLine(status) +
        (jobs.dead > 0 ? colors.red(`; ${formatCounted(jobs.dead, 'job')} failed: cairn jobs`) : ''),
    ],
    [
      'hooks',
      hooks
        .map(
          ({ agent, event, count: times, lastAt }) =>
            `${agent} ${event} ${formatCount(times)} (${formatMinute(lastAt)})`,
        )
        .join(', ') || 'none seen yet',
    ],
    ['skipped', inOrder(skipped)],
    ['ignored', inOrder(ignored)],
  ];
  return rows(
    lines.filter(([, value]) => value !== ''),
    colors,
  );
}

function memoryLine(counts: StatusResult['counts']): string {
  const { events, items, sessions, projects, sizeBytes, freeBytes } = counts;
  const free = freeBytes === 0 ? '' : `, of which ${formatBytes(freeBytes)} are free`;
  return `${formatCounted(events, 'event')}, ${formatCounted(items, 'memory')}, ${formatCounted(sessions, 'session')}, ${formatCounted(projects, 'project')}, ${formatBytes(sizeBytes)}${free}`;
}

function waitingLine({ counts, distilling, jobs, journal }: StatusResult): string {
  const those = (amounts: readonly (readonly [number, string])[], todo: string): string[] => {
    const some = amounts.flatMap(([value, name]) => (value === 0 ? [] : [formatCounted(value, name)]));
    return some.length === 0 ? [] : [`${some.join(', ')} ${todo}`];
  };
  const derived = [
    [counts.pending, 'event'],
    [distilling.sessions, 'session'],
    [distilling.patterns, 'pattern'],
  ] as const;
  const rest = [
    ...those(derived, 'to be derived'),
    ...those([[journal.files, 'file']], 'of the journal to be read'),
    ...those([[jobs.waiting, 'job']], 'to be done'),
  ];
  return rest.join('; ') || 'nothing';
}

function diskLine({ room, freeBytes, grown }: StatusResult['disk'], colors: Colors): string {
  const parts = [
    freeBytes === undefined ? '' : `${formatBytes(freeBytes)} free`,
    grown === undefined || grown.bytes <= 0
      ? ''
      : `memory grew by ${formatBytes(grown.bytes)} since ${grown.since.slice(0, 10)}`,
    room === 'low' ? colors.red('little room: long outputs are kept by head and tail alone') : '',
    room === 'full' ? colors.red('no room: nothing new is remembered') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function isHere({ found, setUp, problem }: AgentState): boolean {
  return found || setUp || problem !== undefined;
}

function agentState({ title, setUp, problem }: AgentState): string {
  if (problem !== undefined) return `${title}: ${plain(problem)}`;
  return `${title} ${setUp ? 'set up' : 'found, not set up'}`;
}

function inOrder(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  return sorted.map(([name, value]) => `${plain(name)} ${formatCount(value)}`).join(', ');
}
