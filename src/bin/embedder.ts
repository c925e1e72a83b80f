// embedder.ts is the program of the embedding model's thread, and of the one that prepares a model from a folder.

import { parentPort, workerData } from 'node:worker_threads';
import { runBertThread } from '../embeddings/bert/run-bert-thread.ts';
import type { BertThreadData } from '../embeddings/bert/thread-protocol.ts';
import { type KeepModelData, keepModel } from '../embeddings/folder/keep-model.ts';
import { toOutcome } from '../platform/process/run-in-thread.ts';

const data = workerData as BertThreadData | KeepModelData;
if ('folder' in data) parentPort?.postMessage(await toOutcome(() => keepModel(data)));
else if (parentPort !== null) runBertThread(parentPort, data);
