import { memoryContract } from '../memory/contract/memory-contract.ts';
import { httpMemory } from '../support/http-memory.ts';
import { listenAt } from '../support/tcp-request.ts';
import { workerHere } from '../support/worker-here.ts';

memoryContract('over HTTP on TCP', async (context) => {
  const { at, socket } = await workerHere(context);
  return httpMemory(await listenAt(socket), at.project);
});
