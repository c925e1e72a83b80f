import { memoryContract } from '../memory/contract/memory-contract.ts';
import { ownerHere } from '../support/owner-here.ts';
import { clientOf } from '../support/run-owner.ts';

memoryContract('by way of the owner', async (context) => {
  const { at, socket } = await ownerHere(context);
  return clientOf(at, socket);
});
