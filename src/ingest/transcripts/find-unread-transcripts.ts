import type { Agent, AgentEnvironment, TranscriptFile } from '../../agents/shared/contract.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { Log } from '../../store/contract/log.ts';
import { keptOffset, type ReadAs, wasReadBefore } from './kept-offset.ts';
import { tellsWhoTyped } from './own-transcripts.ts';
import { snapshotStamp } from './read-lines.ts';

/** Upper bound on transcripts per run; the next run takes further ones. */
const MOST = 40;

/** The bytes of a transcript that were not read yet, and whether it was read in its current version, as evidence of a person or not. */
export async function unreadBytes(
  { path, sizeBytes, modifiedAt }: TranscriptFile,
  { agent, proves }: ReadAs,
  log: Pick<Log, 'offset'>,
): Promise<{ leftBytes: number; isKnown: boolean }> {
  const known = await keptOffset(path, { agent, proves }, log);
  if (known === undefined) return { leftBytes: sizeBytes, isKnown: false };
  if (known.sizeBytes === sizeBytes && known.modifiedAt === modifiedAt) return { leftBytes: 0, isKnown: true };
  const stamp = agent.createSnapshot === undefined || known.headBytes > 0 ? undefined : snapshotStamp(path);
  const isSame = stamp?.sizeBytes === known.sizeBytes && stamp.modifiedAt === known.modifiedAt;
  if (isSame) return { leftBytes: 0, isKnown: true };
  return { leftBytes: known.resumeAt <= sizeBytes ? sizeBytes - known.resumeAt : sizeBytes, isKnown: false };
}

/**
 * Transcripts that no hook reported: those of agents that are set up, changed since the setup and unread, newest first;
 * and those that an earlier version of the agent's reader has read.
 * `setUpAt`: time of an agent's setup in milliseconds since 1970; `undefined` for one that is not set up. Bounded.
 */
export async function findUnreadTranscripts(parts: {
  log: Pick<Log, 'offset'>;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  setUpAt: (agent: string) => number | undefined;
}): Promise<{ agent: string; path: string }[]> {
  const unread: TranscriptFile[] = [];
  for (const agent of parts.agents) {
    const since = parts.setUpAt(agent.name);
    if (since === undefined) continue;
    for (const file of agent.findTranscripts(parts.environment)) {
      if (file.modifiedAt < since && !(await wasReadBefore(file.path, agent, parts.log))) continue;
      if (!(await unreadBytes(file, { agent, proves: tellsWhoTyped(agent) }, parts.log)).isKnown) unread.push(file);
    }
    await yieldToEventLoop();
  }
  const newest = unread.sort((one, other) => other.modifiedAt - one.modifiedAt).slice(0, MOST);
  return newest.map(({ agent, path }) => ({ agent, path }));
}
