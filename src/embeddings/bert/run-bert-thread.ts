import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { toCairnError } from '../../core/errors.ts';
import { ignore } from '../../platform/ignored.ts';
import type { EmbedPurpose } from '../embedder/embedder.ts';
import { BATCH_TOKENS, type BertModel, openBertModel, type Pass } from './bert-model.ts';
import { checkModelFile } from './open-model-file.ts';
import type { BertThreadAnswer, BertThreadCall, BertThreadData } from './thread-protocol.ts';

/** A call and how far it is. */
interface BertWork {
  id: number;
  texts: readonly string[];
  purpose: EmbedPurpose;
  vectors: Float32Array;
  /** Texts whose vectors are there. */
  done: number;
  /** What is on its way, and how many texts it is. */
  batch?: { pass: Pass; size: number };
}

/**
 * The program of the model's thread. Between two layers it looks at what came in: a question goes before memories, also
 * when their batch is half-way through the layers. A model that does not load fails every call.
 */
export function runBertThread(port: MessagePort, { path, kernel }: BertThreadData): void {
  const waiting: Record<EmbedPurpose, BertWork[]> = { question: [], memory: [] };
  let model: BertModel | undefined;
  let isRunning = false;
  let file: 'unchecked' | 'whole' | 'damaged' = 'unchecked';

  port.on('message', (call: BertThreadCall) => {
    if ('cancel' in call) {
      for (const purpose of ['question', 'memory'] as const) {
        waiting[purpose] = waiting[purpose].filter(({ id }) => id !== call.cancel);
      }
      return;
    }
    waiting[call.purpose].push({ ...call, vectors: new Float32Array(0), done: 0 });
    if (!isRunning) void run();
  });

  async function run(): Promise<void> {
    isRunning = true;
    // What came in together is seen together.
    await nextTurn();
    for (let work = first(); work !== undefined; work = first()) {
      try {
        if (file === 'damaged' || (file === 'unchecked' && work.purpose === 'memory')) check();
        model ??= openBertModel(path, kernel);
        if (advance(model, work)) finish(work, { id: work.id, vectors: work.vectors });
      } catch (error) {
        finish(work, { id: work.id, error: toCairnError(error).toJSON() });
      }
      await nextTurn();
    }
    isRunning = false;
    if (file === 'unchecked' && model !== undefined) checkQuietly();
  }

  function check(): void {
    try {
      checkModelFile(path);
      file = 'whole';
    } catch (error) {
      file = 'damaged';
      model?.close();
      model = undefined;
      throw error;
    }
  }

  function checkQuietly(): void {
    try {
      check();
    } catch (error) {
      ignore(error, 'the model is damaged: the next call says so');
    }
  }

  function first(): BertWork | undefined {
    return waiting.question[0] ?? waiting.memory[0];
  }

  function finish(work: BertWork, answer: BertThreadAnswer): void {
    waiting[work.purpose] = waiting[work.purpose].filter((other) => other !== work);
    port.postMessage(answer, 'vectors' in answer ? [answer.vectors.buffer as ArrayBuffer] : []);
  }
}

/** Runs one layer of a call's batch; true when the call is done. */
function advance(model: BertModel, work: BertWork): boolean {
  if (work.done === work.texts.length) return true;
  const { hidden } = model.header.shape;
  if (work.vectors.length === 0) work.vectors = new Float32Array(work.texts.length * hidden);
  work.batch ??= beginBatch(model, work);
  const { pass, size } = work.batch;
  if (pass.step()) return false;
  work.vectors.set(pass.vectors(), work.done * hidden);
  work.done += size;
  delete work.batch;
  return work.done === work.texts.length;
}

function beginBatch(model: BertModel, { texts, done, purpose }: BertWork): { pass: Pass; size: number } {
  const batch: number[][] = [];
  let tokens = 0;
  for (const text of texts.slice(done, done + BATCH_TOKENS)) {
    const ids = model.tokenize(text);
    tokens += ids.length;
    if (tokens > BATCH_TOKENS) break;
    batch.push(ids);
  }
  return { pass: model.begin(purpose, batch), size: batch.length };
}
