import type { ImportInput } from '../../src/api/requests.ts';
import { type Config, resolveConfig } from '../../src/config/resolve-config.ts';
import type { Embedder } from '../../src/embeddings/embedder/embedder.ts';
import type { LocalMemory } from '../../src/memory/local.ts';
import { type OpenedMemory, openLocal } from '../../src/memory/open.ts';

/** A memory of a bench with the paths and the settings that it was opened with. */
export type BenchMemory = OpenedMemory & Pick<Config, 'paths' | 'settings'>;

/** How a memory of a bench is opened. */
export interface BenchMemoryOptions {
  /** The user's folder; default the memory's own. */
  userHome?: string;
  /** Makes vectors; it is not closed with the memory, so that the next one may use it. */
  embedder?: Embedder | undefined;
}

/** Opens the memory of a folder with the settings of a new home, in this process. */
export function openBenchMemory(home: string, { userHome = home, embedder }: BenchMemoryOptions = {}): BenchMemory {
  const { paths, settings } = resolveConfig({ env: { CAIRN_HOME: home }, userHome, readText: () => undefined });
  const embed = embedder === undefined ? {} : { embed: { embedder: { ...embedder, close: () => embedder.rest() } } };
  const environment = { home: userHome, variables: {} };
  const caller = { surface: 'sdk', person: false } as const;
  return { ...openLocal({ paths, settings, ...embed, environment, version: '0.0.0', caller }), paths, settings };
}

/** Imports recorded transcripts as the person does whose words they hold, wherever they lie. */
export async function importRecorded(memory: LocalMemory, input: ImportInput): Promise<void> {
  const person = memory.withCaller({ surface: 'cli', person: true });
  for await (const _progress of person.import({ ...input, mine: true }));
}
