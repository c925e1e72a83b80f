// embedder.ts is the program of the embedding model's thread, and of the one that prepares a model from a folder.

import { parentPort, workerData } from 'node:worker_threads';
import { runBertThread } from '../embeddings/bert/run-bert-thread.ts';
import type { BertThreadData } from '../embeddings/bert/thread-protocol.ts';
import { type KeepModelData, runKeepModel } from '../embeddings/folder/keep-model.ts';

const data = workerData as BertThreadData | KeepModelData;
if ('folder' in data) parentPort?.postMessage(runKeepModel(data));
else if (parentPort !== null) runBertThread(parentPort, data);
