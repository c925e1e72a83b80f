import { memoryContract } from '../memory/contract/memory-contract.ts';
import { httpMemory } from '../support/http-memory.ts';
import { ownerHere } from '../support/owner-here.ts';
import { listenAt } from '../support/tcp-request.ts';

memoryContract('over HTTP on TCP', async (context) => {
  const { at, socket } = await ownerHere(context);
  return httpMemory(await listenAt(socket), at.project);
});
