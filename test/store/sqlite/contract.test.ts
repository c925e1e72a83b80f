import { storeContract } from '../contract/store-contract.ts';
import { openTemporary } from './open-temporary.ts';

storeContract('sqlite', (test) => openTemporary(test).store);
