import { openFresh } from '../support/fresh-home.ts';
import { memoryContract } from './contract/memory-contract.ts';

memoryContract('local', async (context) => openFresh(context).memory);
