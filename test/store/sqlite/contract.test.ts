import { suite } from 'node:test';
import { storeContract } from '../contract/store-contract.ts';
import { syncContract } from '../contract/sync.ts';
import { openTemporary } from './open-temporary.ts';

storeContract('sqlite', (test) => openTemporary(test).store);
// A home takes part in sync, not the store of a team.
suite('sqlite: sync', () => syncContract((test) => openTemporary(test).store));
