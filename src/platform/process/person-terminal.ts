import { agentMark } from '../../config/agent-mark.ts';
import { agentProgram, programName } from '../../config/agent-programs.ts';
import type { ProcessTable, RunningProcess } from './process-table.ts';

/** Where a process stands: at a person's terminal, or why not. */
export type Standing = { terminal: string } | { why: string };

/** Programs that give a terminal to whom they start: with none of their own above them nobody types there. */
const PTY_TOOLS =
  /^(?:script|scriptreplay|expect|unbuffer|empty|faketty|socat|dtach|abduco|reptyr|setsid|nohup|tclsh[\d.]*|python[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|node|nodejs|bun|deno|java|go|sh|bash|dash|zsh|fish|ksh|systemd|init|ssh|env|timeout|xargs|watch)$/;
/** Terminals, and servers of editors, that run in a runtime. */
const IN_RUNTIME =
  /(?:^|[ /])(?:--type=ptyHost|\.(?:vscode|cursor|windsurf|vscodium)-server|code-server|jupyter|terminator|guake)/;
const IDE = /(?:^|\/)(?:idea|pycharm|webstorm|goland|clion|rider|phpstorm|rubymine|studio|JetBrains)/i;
/** Servers that give terminals to clients of the same name. */
const MULTIPLEXER = /^(tmux|screen|zellij)/i;
/** Upper bound on the processes above one that are looked at, and on the terminals above a terminal. */
const ABOVE = 64;
const TERMINALS = 5;

/**
 * Where a process stands, by the processes above it: an agent's program or variable anywhere above it means an agent, and a
 * terminal counts only when a person can sit at it. A program that means to deceive can look like a terminal: this makes it
 * hard, not impossible.
 */
export function standingOf(pid: number, table: ProcessTable): Standing {
  const self = table.read(pid);
  if (self === undefined) return { why: 'the process cannot be seen' };
  const above = [self, ...processesAbove(self, table)];
  const agent = above.map(agentOf).find((found) => found !== undefined);
  if (agent !== undefined) return { why: `an agent runs it (${agent})` };
  return whyNobody(self, table, TERMINALS) ?? { terminal: self.input ?? self.terminal ?? '' };
}

function processesAbove(below: RunningProcess, table: ProcessTable): RunningProcess[] {
  const above: RunningProcess[] = [];
  for (let at = table.read(below.parent); at !== undefined && above.length < ABOVE; at = table.read(at.parent)) {
    above.push(at);
    if (at.parent === at.pid) break;
  }
  return above;
}

/** The agent that a process is, by its program or a variable that agents set for what they run. */
function agentOf({ name, words, variables }: RunningProcess): string | undefined {
  return agentProgram({ name, words }) ?? agentMark(Object.fromEntries(variables.map((variable) => [variable, ''])));
}

/** Why nobody can sit at the terminal of a process; `undefined` when somebody can. */
function whyNobody(self: RunningProcess, table: ProcessTable, left: number): { why: string } | undefined {
  if (self.terminal === undefined) return { why: 'it has no terminal' };
  const line = [self, ...processesAbove(self, table)];
  const leader = line.find(({ pid }) => pid === self.session);
  if (leader === undefined) return { why: 'its terminal was left by the program that opened it' };
  const giver = table.read(leader.parent);
  if (giver === undefined) return undefined;
  const name = programName(giver.name);
  if (giver.terminal !== undefined && left > 0) return whyNobody(giver, table, left - 1);
  const multiplexer = MULTIPLEXER.exec(name)?.[1];
  if (multiplexer !== undefined)
    return hasClient({ name: multiplexer, server: giver }, table, left) ? undefined : nobodyAt(name);
  const command = giver.words.join(' ');
  if (IN_RUNTIME.test(command) || (name === 'java' && IDE.test(command))) return undefined;
  if (isOfWindows(leader, giver)) return undefined;
  // A console: the system itself starts the program that asks who signs in.
  if (giver.pid === 1 && leader.name.includes('login')) return undefined;
  return giver.terminal !== undefined || PTY_TOOLS.test(name) || isToolIn(giver) ? nobodyAt(name) : undefined;
}

/**
 * True for a terminal of Windows in WSL: root's `/init` relays it to the one process after which it names itself; in WSL 1 it leads
 * the session itself. It adopts orphans, too, which are of another number.
 */
function isOfWindows(leader: RunningProcess, giver: RunningProcess): boolean {
  const isInit = ({ userId, words }: RunningProcess): boolean => userId === 0 && words[0] === '/init';
  return (
    (isInit(giver) && giver.name === `Relay(${leader.pid})`) || (isInit(leader) && leader.name === 'SessionLeader')
  );
}

function nobodyAt(name: string): { why: string } {
  return { why: `nobody sits at its terminal (${name} gave it)` };
}

function isToolIn({ words: [first = ''] }: RunningProcess): boolean {
  return PTY_TOOLS.test(programName(first));
}

/** True when somebody sits at a client of a terminal multiplexer. */
function hasClient(
  { name, server }: { name: string; server: RunningProcess },
  table: ProcessTable,
  left: number,
): boolean {
  if (left === 0) return false;
  return table.pids().some((pid) => {
    const one = pid === server.pid ? undefined : table.read(pid);
    if (one?.userId !== server.userId || one.terminal === undefined) return false;
    if (!programName(one.name).startsWith(name)) return false;
    const above = [one, ...processesAbove(one, table)];
    return above.every((other) => agentOf(other) === undefined) && whyNobody(one, table, left - 1) === undefined;
  });
}
