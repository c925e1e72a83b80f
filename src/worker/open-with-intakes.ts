import { type OpenedMemory, type OpenOptions, openLocal } from '../memory/open.ts';
import type { LogFile } from '../platform/log.ts';
import { createIntakes, type Intakes } from './intakes.ts';

/** Opens the local memory with what it takes in beside calls: the journal, and the transcripts that hooks name. */
export function openWithIntakes(options: OpenOptions, log: LogFile): { opened: OpenedMemory; intakes: Intakes } {
  const { paths, environment } = options;
  const opened = openLocal({
    ...options,
    takeInJournal: () => intakes.takeInJournal(),
    finishForgetting: () => intakes.finishForgetting(),
  });
  const intakes = createIntakes({ opened, journal: paths.journal, agents: paths.agents, environment, log });
  return { opened, intakes };
}
