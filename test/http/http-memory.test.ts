import { memoryContract } from '../memory/contract/memory-contract.ts';
import { httpMemory } from '../support/http-memory.ts';
import { runOwner } from '../support/run-owner.ts';
import { listenAt } from '../support/tcp-request.ts';

memoryContract('over HTTP on TCP', async (context) => {
  const owner = await runOwner(context);
  return httpMemory(await listenAt(owner.socket), owner.at.project);
});
