import { memoryContract } from '../memory/contract/memory-contract.ts';
import { runOwner } from '../support/run-owner.ts';

memoryContract('by way of the owner', async (context) => (await runOwner(context)).memory());
