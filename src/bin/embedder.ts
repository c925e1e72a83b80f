// embedder.ts is the program of the embedding model's thread.

import { parentPort, workerData } from 'node:worker_threads';
import { runBertThread } from '../embed/bert/run-bert-thread.ts';
import type { BertThreadData } from '../embed/bert/thread-protocol.ts';

if (parentPort !== null) runBertThread(parentPort, workerData as BertThreadData);
