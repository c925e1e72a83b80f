import { memoryContract } from '../memory/contract/memory-contract.ts';
import { clientOf } from '../support/run-worker.ts';
import { workerHere } from '../support/worker-here.ts';

memoryContract('by way of the worker', async (context) => {
  const { at, socket } = await workerHere(context);
  return clientOf(at, socket);
});
