import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Agent, AgentEnvironment } from '../../agents/shared/contract.ts';

/** Which transcripts lie where their agent itself keeps them. */
export interface OwnTranscripts {
  has(agent: Agent, path: string): boolean;
}

/** True for an agent whose own transcripts are evidence of a person: they tell who typed a prompt. */
export function tellsWhoTyped({ capabilities }: Agent): boolean {
  return capabilities.tellsWhoTyped === true;
}

/** Looks an agent's folders through when a path is asked for that was not seen there yet. */
export function createOwnTranscripts(environment: AgentEnvironment): OwnTranscripts {
  const seen = new Map<string, ReadonlySet<string>>();
  return {
    has(agent, path) {
      if (seen.get(agent.name)?.has(path)) return true;
      const found = new Set(agent.findTranscripts(environment).map((file) => file.path));
      seen.set(agent.name, found);
      // A hook may name the short form of a transcript, whose whole lies beside it.
      if ([path, ...(agent.companions?.(path) ?? [])].some((one) => found.has(one))) return true;
      const real = realPathOf(path);
      return [...found].some((other) => basename(other) === basename(path) && realPathOf(other) === real);
    },
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
