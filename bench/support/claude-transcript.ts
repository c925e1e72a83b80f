import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '../../src/core/hash.ts';
import { claudeFolder } from './claude-folder.ts';

/** A call of a tool and what it gave back; with the steps of the subagent that it started, which lie in a file of their own. */
export interface Call {
  tool: string;
  input: Readonly<Record<string, unknown>>;
  output: string;
  /** The blocks of the result where it is more than its text, and the structured result. */
  blocks?: readonly Readonly<Record<string, unknown>>[];
  result?: Readonly<Record<string, unknown>>;
  subagent?: readonly Step[];
}

/**
 * A step of a session: a person types, the agent says something or calls a tool, the session is compacted, or Claude Code writes
 * a line `beside` these, of which the step has the fields.
 */
export type Step =
  | { typed: string }
  | { said: string }
  | { call: Call }
  | { compacted: string }
  | { beside: Readonly<Record<string, unknown>> };

/** Where and when a session took place. Its name gives it its ids. */
export interface SessionPlace {
  home: string;
  project: string;
  name: string;
  /** Time of its last step in milliseconds since 1970; the steps lie a minute apart. */
  endsAt: number;
}

const STEP_MS = 60_000;

/** Writes a session as Claude Code keeps it; gives the session's id and the paths of its transcript and its subagents'. */
export function writeClaudeSession(steps: readonly Step[], place: SessionPlace): { session: string; paths: string[] } {
  const session = uuidOf(place.name);
  const folder = claudeFolder(place.home, place.project);
  const own = join(folder, `${session}.jsonl`);
  writeLines(own, linesOf(steps, { ...place, session }), place.endsAt);
  const paths = [own];
  for (const [n, step] of steps.entries()) {
    if (!('call' in step) || step.call.subagent === undefined) continue;
    const agentId = agentIdOf(callIdOf(place.name, n));
    const path = join(folder, session, 'subagents', `agent-${agentId}.jsonl`);
    const endsAt = place.endsAt - (steps.length - 1 - n) * STEP_MS;
    const name = `${place.name} ${agentId}`;
    writeLines(path, linesOf(step.call.subagent, { ...place, name, session, endsAt, agentId }), endsAt);
    writeFileSync(path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify({ agentType: 'general-purpose' }));
    paths.push(path);
  }
  return { session, paths };
}

function writeLines(path: string, lines: readonly string[], endsAt: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  utimesSync(path, endsAt / 1_000, endsAt / 1_000);
}

/** A thread of a session: its own, or that of a subagent. */
interface Thread extends SessionPlace {
  session: string;
  agentId?: string;
}

function linesOf(steps: readonly Step[], { project, name, session, endsAt, agentId }: Thread): string[] {
  let parentUuid: string | null = null;
  const fixed = { userType: 'external', cwd: project, sessionId: session, version: '2.1.330', gitBranch: 'main' };
  const thread = agentId === undefined ? { isSidechain: false } : { isSidechain: true, agentId };
  return steps.flatMap((step, n) =>
    messagesOf(step, { callId: callIdOf(name, n), isOwn: agentId === undefined }).map((message, part) => {
      const uuid = uuidOf(`${name} ${n}${part === 0 ? '' : ` ${part}`}`);
      const timestamp = new Date(endsAt - (steps.length - 1 - n) * STEP_MS + part * 1_000).toISOString();
      const line = { parentUuid, ...fixed, ...thread, uuid, timestamp, ...message(`msg_${uuid}`) };
      parentUuid = uuid;
      return JSON.stringify(line);
    }),
  );
}

type Message = (id: string) => Record<string, unknown>;

function messagesOf(step: Step, { callId, isOwn }: { callId: string; isOwn: boolean }): Message[] {
  if ('typed' in step) {
    const message = { role: 'user', content: step.typed };
    const typed = isOwn ? { promptSource: 'typed', origin: { kind: 'human' } } : {};
    return [() => ({ type: 'user', ...typed, message })];
  }
  if ('said' in step) return [fromAgent([{ type: 'text', text: step.said }])];
  if ('compacted' in step) {
    const content = `This session is being continued from a previous conversation that ran out of context.\n\n${step.compacted}`;
    return [
      () => ({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }),
      () => ({ type: 'user', isCompactSummary: true, message: { role: 'user', content } }),
    ];
  }
  if ('beside' in step) return [() => step.beside];
  const { tool, input, output, blocks, subagent } = step.call;
  const result = { type: 'tool_result', tool_use_id: callId, content: blocks ?? output };
  const of = { status: 'completed', agentId: agentIdOf(callId), content: [{ type: 'text', text: output }] };
  const structured = subagent === undefined ? step.call.result : of;
  const toolUseResult = structured === undefined ? {} : { toolUseResult: structured };
  return [
    fromAgent([{ type: 'tool_use', id: callId, name: tool, input }]),
    () => ({ type: 'user', message: { role: 'user', content: [result] }, ...toolUseResult }),
  ];
}

function callIdOf(name: string, n: number): string {
  return `toolu_${sha256Hex(`${name} ${n}`).slice(0, 24)}`;
}

function agentIdOf(callId: string): string {
  return `a${sha256Hex(callId).slice(0, 16)}`;
}

function fromAgent(content: readonly Record<string, unknown>[]): Message {
  return (id) => ({
    type: 'assistant',
    message: { id, type: 'message', role: 'assistant', model: 'a-model', content },
  });
}

function uuidOf(name: string): string {
  const hex = sha256Hex(name).slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
