import type { AgentEnvironment } from '../agents/shared/contract.ts';
import type { Config } from '../config/resolve-config.ts';
import type { ReaderData } from './reader-thread.ts';

/** What a thread that reads a home's database is started with. */
export function readerData({ paths, settings, deadlines }: Config, environment: AgentEnvironment): ReaderData {
  const { home, variables } = environment;
  return {
    dbPath: paths.db,
    settings: { ...settings, userHome: home, programs: variables.PATH },
    vectorsMs: deadlines.vectorsMs,
  };
}
