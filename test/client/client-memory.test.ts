import { memoryContract } from '../memory/contract/memory-contract.ts';
import { clientOf } from '../support/run-worker.ts';
import { ownerHere } from '../support/worker-here.ts';

memoryContract('by way of the owner', async (context) => {
  const { at, socket } = await ownerHere(context);
  return clientOf(at, socket);
});
