// sessions: a past session as a whole, out of the events that the memory keeps of it: its text, and the session in an
// agent's own form. What an agent's files look like is the agent's to know; nothing here reads the memory or writes a file.

import type { Agent, AgentEnvironment, WrittenSession } from '../agents/shared/contract.ts';
import { CairnError } from '../core/errors.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isPlainSessionId } from '../core/text/session-id.ts';
import { toPastSteps } from './past-steps.ts';
import type { SessionEvent } from './session-events.ts';

/** A session as it will be written. */
export interface RestoredSession extends WrittenSession {
  from: string;
  to: string;
  /** The agent's id of the written session. */
  id: string;
  cwd: string;
  /** How many prompts, answers and calls are in it; and how many prompts before them are not. */
  steps: number;
  leftOut: number;
  /** The command by which a person resumes it. */
  resume: string;
}

/** What is restored, and for whom. `seed`: Cairn's id of the session. */
export interface RestoreOptions {
  seed: string;
  title: string;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  /** Name of an agent; by default the session's own. */
  to?: string | undefined;
}

/**
 * Plans a session in an agent's own form. Throws `unsupported` for an agent whose sessions Cairn does not write, `not_found`
 * and for a session whose id is no plain name, `not_found` for one without a folder or a prompt, and `unwritable` when the
 * agent has the session already.
 */
export function planRestore(
  events: readonly [SessionEvent, ...SessionEvent[]],
  { seed, title, agents, environment, to }: RestoreOptions,
): RestoredSession {
  const { agent: from, agentSession } = events[0];
  const writers = agents.filter(({ sessionWriter }) => sessionWriter !== undefined);
  const agent = writers.find(({ name }) => name === (to ?? from));
  if (agent?.sessionWriter === undefined) {
    throw new CairnError('unsupported', `Cairn does not write sessions of ${to ?? from}.`, {
      fix: `cairn sessions restore ID --to ${writers.map(({ name }) => name).join('|')}`,
    });
  }
  const isOwn = agent.name === from;
  const { steps, leftOut } = toPastSteps(events, { isOwn });
  const cwd = events.find((event) => event.cwd !== undefined)?.cwd;
  if (cwd === undefined || steps.length === 0) {
    throw new CairnError('not_found', 'Cairn keeps nothing of this session that an agent could resume.', {
      fix: 'cairn sessions export ID gives all that Cairn keeps.',
    });
  }
  const id = isOwn ? agentSession : agent.sessionWriter.idOf(`${seed} ${agent.name}`);
  if (!isPlainSessionId(id)) {
    throw new CairnError('unsupported', 'The id that its agent gave the session is no plain name.', {
      fix: 'cairn sessions export ID gives all that Cairn keeps.',
    });
  }
  const there = agent.sessionWriter.find(id, environment);
  if (there !== undefined) {
    throw new CairnError('unwritable', `${agent.title} has the session: ${there}`, { fix: resumeWith(agent, id) });
  }
  const branch = events.find((event) => event.branch !== undefined)?.branch;
  const model = isOwn ? modelOf(events) : undefined;
  const written = agent.sessionWriter.write(
    { id, title, cwd, steps, ...omitUndefined({ branch, model }) },
    environment,
  );
  return { ...written, from, to: agent.name, id, cwd, steps: steps.length, leftOut, resume: resumeWith(agent, id) };
}

function resumeWith({ resume = '' }: Agent, id: string): string {
  return resume.replace('{id}', id);
}

function modelOf(events: readonly SessionEvent[]): string | undefined {
  const told = events.findLast(({ body }) => body.kind === 'message' && body.model !== undefined)?.body;
  return told?.kind === 'message' ? told.model : undefined;
}
