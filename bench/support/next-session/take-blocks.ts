import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contextReads, type HookNeed, type ReadSettings } from '../../../src/context/context-reads.ts';
import type { BlockRequest } from '../../../src/context/lines/block-request.ts';
import * as LIMITS from '../../../src/core/limits.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import { sum } from '../../../src/core/sum.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { selectProject } from '../../../src/retrieval/query/select-project.ts';
import type { Injection } from '../../../src/store/contract/items.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { questionVector } from '../bench-embedder.ts';
import { openBenchMemory } from '../bench-memory.ts';
import type { Blocks } from './block-figures.ts';
import { type LayOutOptions, layOutCheckout, layOutTranscripts } from './lay-out.ts';
import { plainWays } from './plain-ways.ts';
import type { Point } from './recorded-sessions.ts';

/** What a session that begins at a point would be told. */
export interface TakenBlocks extends Required<Blocks> {
  /** Milliseconds that each block took. */
  startMs: number;
  promptMs: number;
  /** The blocks as hooks of one session give them: the prompt's does not repeat the start's. */
  hooks: { start: string; prompt: string };
  /** What plain ways would tell, by name: their lines, the most wanted first. */
  ways: Record<string, string[]>;
}

/** How blocks are taken. */
export interface TakeOptions extends LayOutOptions {
  scratch: string;
  embedder?: Embedder | undefined;
  /** Called at each point with the memory and what the session that begins there asks. */
  look?: (point: Point, store: Store, request: BlockRequest) => Promise<void>;
}

const SETTLED_MS = 3_600_000;
/** Milliseconds between the last thing before a point and the session that starts there. */
const LATER_MS = 120_000;
const PROMPT_CHARS = 6_000;

/**
 * Takes the blocks of a developer's points, the earliest first, from one memory that grows as it did on the disk: what
 * is imported does not depend on its order, so each block is what a fresh import would give.
 */
export async function* takeBlocks(
  points: readonly Point[],
  options: TakeOptions,
): AsyncGenerator<{ point: Point; blocks: TakenBlocks }> {
  const [first] = points;
  if (first === undefined) return;
  const home = join(options.scratch, `${first.next.set}-${first.next.developer}`);
  const project = join(home, 'work', first.next.set === 'entire' ? 'cli' : 'agentv');
  mkdirSync(home, { recursive: true });
  const { memory, store, settings } = openBenchMemory(join(home, '.cairn'), {
    userHome: home,
    embedder: options.embedder,
  });
  try {
    for (const point of points) {
      layOutCheckout(point, { home, project }, options);
      layOutTranscripts(point, { home, project }, options);
      for await (const _progress of memory.import({}));
      await memory.settled({ timeoutMs: SETTLED_MS });
      const told = await blocksAt(point, { store, project, settings: { ...settings, userHome: home } }, options);
      yield { point, blocks: { ...told, ways: plainWays(point, project) } };
    }
  } finally {
    await memory.close();
  }
}

/** The memory that blocks are taken from, and the checkout that they are taken in. */
interface Place {
  store: Store;
  project: string;
  settings: ReadSettings;
}

async function blocksAt(
  point: Point,
  { store, project, settings }: Place,
  { embedder, look }: TakeOptions,
): Promise<Omit<TakenBlocks, 'ways'>> {
  const { next } = point;
  const reads = contextReads(store, settings);
  const at = next.firstAt + LATER_MS;
  const prompt = next.prompt.slice(0, PROMPT_CHARS);
  const asked = omitUndefined({ prompt, vector: await questionVector(embedder, prompt) });
  if (look !== undefined) {
    const named = await selectProject(store, project, settings.userHome);
    const place = { cwd: project, agent: next.agent, userHome: settings.userHome };
    const budget = LIMITS.contextTokens.prompt;
    await look(point, store, {
      occasion: 'prompt',
      budget,
      now: at,
      place,
      ...asked,
      ...omitUndefined({ project: named }),
    });
  }
  const timed = async (request: Partial<HookNeed>) => {
    const began = performance.now();
    const { text, items } = await reads.context({ cwd: project, ...request }, at);
    return { text, items, ms: performance.now() - began };
  };
  const start = await timed({});
  const told = await timed(asked);
  return {
    start: start.text,
    prompt: told.text,
    items: [...start.items, ...told.items],
    startMs: start.ms,
    promptMs: told.ms,
    hooks: await hookBlocksAt(next, { store, project, settings }, asked),
  };
}

/** Both blocks of one session by its hooks. What they inject is not kept, so that the points after it do not know it. */
async function hookBlocksAt(
  { agent, id, firstAt }: Point['next'],
  { store, project, settings }: Place,
  asked: Pick<HookNeed, 'prompt' | 'vector'>,
): Promise<{ start: string; prompt: string }> {
  const injections: Injection[] = [];
  const items: Store['items'] = {
    ...store.items,
    injected: async () => ({
      ids: injections.flatMap(({ ids }) => ids),
      tokens: sum(injections.map(({ tokens }) => tokens)),
      words: injections,
    }),
  };
  const reads = contextReads({ ...store, items }, settings);
  const named = await selectProject(store, project, settings.userHome);
  const session = omitUndefined({ agent, agentSession: `${id}-to-come`, cwd: project, project: named });
  const tell = async (need: Pick<HookNeed, 'occasion' | 'prompt' | 'vector'>): Promise<string> => {
    const { text, injection } = await reads.hookContext({ ...session, ...need }, firstAt + LATER_MS);
    if (injection !== undefined) injections.push(injection);
    return text;
  };
  return {
    start: await tell({ occasion: 'start' }),
    prompt: await tell({ occasion: 'prompt', ...asked }),
  };
}
