import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import type { ItemFilter } from '../../../src/store/contract/item-filter.ts';
import { createEngine } from '../../../src/store/sqlite/engine/engine.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { createVectorIndex } from '../../../src/store/sqlite/vectors/vector-index.ts';
import { findByVector } from '../../../src/store/sqlite/vectors/vector-search.ts';

/** What a process is asked: the file, the model's name, questions, filters by name, and how many to find. */
export interface VectorWork {
  path: string;
  model: string;
  questions: number[][];
  filters: Record<string, ItemFilter>;
  limit: number;
}

/** What it measured: milliseconds, bytes, and for each question without a filter the numbers of the items it found, best first. */
export interface VectorFigures {
  firstAnswerMs: number;
  loadedMs: number;
  /** By filter: milliseconds of each, and of the processor on average. */
  finds: Record<string, { took: number[]; cpuMs: number }>;
  queryMs: number[];
  bytesPerVector: number;
  bareBytes: number;
  loadedBytes: number;
  nearest: number[][];
}

/** Vectors by the parts of the store that the reader thread uses, read-only, in a process of their own. */
async function measureVectors({ path, model, questions, filters, limit }: VectorWork): Promise<VectorFigures> {
  const vectors = questions.map((numbers) => ({ model, vector: Float32Array.from(numbers) }));
  const store = openSqliteStore({ path, readonly: true });
  const ask = (vector: (typeof vectors)[number] | undefined) =>
    store.candidates.query({ words: [], phrases: [], filter: {}, limit, ...(vector === undefined ? {} : { vector }) });
  await ask(undefined);
  const bareBytes = process.memoryUsage.rss();
  const began = performance.now();
  let state = (await ask(vectors[0])).vectors;
  const firstAnswerMs = performance.now() - began;
  while (state === 'loading') state = (await ask(vectors[0])).vectors;
  const loadedMs = performance.now() - began;
  for (const vector of vectors) await ask(vector);
  const queryMs: number[] = [];
  for (const vector of vectors) {
    const from = performance.now();
    await ask(vector);
    queryMs.push(performance.now() - from);
  }
  const loadedBytes = process.memoryUsage.rss();
  await store.close();
  return {
    ...(await measureFinds({ path, vectors, filters, limit })),
    ...{ firstAnswerMs, loadedMs, queryMs, bareBytes, loadedBytes },
  };
}

/** The finding alone: both passes, without reading the items. */
async function measureFinds({
  path,
  vectors,
  filters,
  limit,
}: Omit<VectorWork, 'model' | 'questions'> & { vectors: { model: string; vector: Float32Array }[] }): Promise<
  Pick<VectorFigures, 'finds' | 'bytesPerVector' | 'nearest'>
> {
  const engine = createEngine(openDatabase(path, { readonly: true }));
  const index = createVectorIndex(engine.db);
  const parts = { engine, index };
  const finds: VectorFigures['finds'] = {};
  let nearest: number[][] = [];
  for (const [name, filter] of Object.entries({ none: {}, ...filters })) {
    const took: number[] = [];
    const answers: number[][] = [];
    let cpu = process.cpuUsage();
    for (const [i, vector] of [...vectors, ...vectors].entries()) {
      if (i === vectors.length) cpu = process.cpuUsage();
      const from = performance.now();
      let answer = await findByVector(parts, vector, { filter, limit });
      while (answer.state === 'loading') answer = await findByVector(parts, vector, { filter, limit });
      took.push(performance.now() - from);
      answers.push([...answer.found.keys()]);
    }
    const { user, system } = process.cpuUsage(cpu);
    finds[name] = { took: took.slice(vectors.length), cpuMs: (user + system) / 1_000 / vectors.length };
    if (name === 'none') nearest = answers.slice(vectors.length);
  }
  const model = engine.db.get<{ seq: number; name: string; dimensions: number; stored: number }>(
    'SELECT seq, name, dimensions, stored FROM vector_models WHERE in_use = 1',
  );
  const memory = model === undefined ? 'none' : await index.ready(model);
  const bytesPerVector = typeof memory === 'string' ? Number.NaN : memory.sizeBytes / memory.size;
  index.close();
  engine.db.close();
  return { finds, bytesPerVector, nearest };
}

process.on('message', async (work: VectorWork) => {
  const figures = await measureVectors(work);
  process.send?.(figures, () => process.disconnect());
});
