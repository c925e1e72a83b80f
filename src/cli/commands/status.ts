import type { StatusResult } from '../../api/home-answers.ts';
import { tellGuard } from '../../core/guard-change.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { AgentState } from '../../setup/describe-agents.ts';
import { joined, type Part, pauseLine, plain, rows, sortedCounts } from '../render/show.ts';
import { modelLine } from '../render/show-models.ts';
import { vectorLine } from '../render/show-vectors.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import type { Colors, Shown } from '../terminal/output.ts';

/** `cairn status` */
export const statusCommand: CommandSpec = {
  name: 'status',
  summary: 'show what is in memory, the worker, and which agents are connected',
  async run(_input, context) {
    const { out } = context;
    const [status, agents] = await Promise.all([
      context.openMemory({ person: false }).status({ signal: context.io.signal }),
      agentsOf(context),
    ]);
    const { projectConfigHere } = await import('../terminal/project-config-here.ts');
    const here = projectConfigHere(context, context.readConfig());
    out.result({ ...status, agents }, () => {
      for (const pause of status.paused) out.print(out.colors.yellow(pauseLine(pause, out)));
      if (here?.narrowed['capture.enabled'] === false) {
        out.print(out.colors.yellow(`Nothing is recorded that agents do here: ${plain(here.file)} has it off.`));
      }
      out.print(describe(status, agents, out));
    });
  },
};

/** How each agent stands, read while the worker answers. */
async function agentsOf({ setupPlace, readConfig }: CliContext): Promise<AgentState[]> {
  const { describeAgents } = await import('../../setup/describe-agents.ts');
  return describeAgents(await setupPlace(readConfig()));
}

function describe(status: StatusResult, agents: readonly AgentState[], { colors, columns }: Shown): string {
  const { counts, owner, jobs, ignored, hooks, skipped, vectors } = status;
  const fired = hooks.map(
    ({ agent, event, count, lastAt }) => `${agent} ${event} ${formatCount(count)} (${formatMinute(lastAt)})`,
  );
  const lines: [string, Part][] = [
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
    ['loosened', status.guards.length > 0 && colors.red(plain(status.guards.map(tellGuard).join('; ')))],
    ['hooks', fired.join(', ') || 'none seen yet'],
    ['skipped', sortedCounts(skipped).join(', ')],
    ['ignored', sortedCounts(ignored).join(', ')],
  ];
  return rows(lines, colors, columns);
}

function memoryLine(counts: StatusResult['counts']): string {
  const { events, items, sessions, projects, sizeBytes, freeBytes } = counts;
  return joined([
    formatCounted(events, 'event'),
    formatCounted(items, 'memory'),
    formatCounted(sessions, 'session'),
    formatCounted(projects, 'project'),
    formatBytes(sizeBytes),
    freeBytes > 0 && `${formatBytes(freeBytes)} of it unused`,
  ]);
}

function waitingLine({ counts, distilling, jobs, journal }: StatusResult): string {
  const some = (n: number, name: string): Part => n > 0 && formatCounted(n, name);
  const derived = joined([
    some(counts.pending, 'event'),
    some(distilling.sessions, 'session'),
    some(distilling.patterns, 'pattern'),
  ]);
  const files = some(journal.files, 'file');
  const todo = some(jobs.waiting, 'job');
  const rest = [
    derived && `${derived} to be derived`,
    files && `${files} of the journal to be read`,
    todo && `${todo} to be done`,
  ];
  return joined(rest, '; ') || 'nothing';
}

function diskLine({ room, freeBytes, grown }: StatusResult['disk'], colors: Colors): string {
  return joined([
    freeBytes !== undefined && `${formatBytes(freeBytes)} free`,
    grown !== undefined &&
      grown.bytes > 0 &&
      `memory grew by ${formatBytes(grown.bytes)} since ${grown.since.slice(0, 10)}`,
    room === 'low' && colors.red('little room: long outputs are kept by head and tail alone'),
    room === 'full' && colors.red('no room: nothing new is remembered'),
  ]);
}

function isHere({ found, setUp, problem }: AgentState): boolean {
  return found || setUp || problem !== undefined;
}

function agentState({ title, setUp, problem }: AgentState): string {
  if (problem !== undefined) return `${title}: ${plain(problem)}`;
  return `${title} ${setUp ? 'set up' : 'found, not set up'}`;
}
