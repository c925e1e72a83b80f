import type { Store } from '../../src/store/contract/store.ts';
import { storeContract } from '../store/contract/store-contract.ts';
import { ENGINES, type TeamDatabase } from './engines.ts';

for (const [name, open] of Object.entries(ENGINES)) {
  let database: Promise<TeamDatabase> | undefined;
  let tenants = 0;
  storeContract(name, async () => {
    database ??= open();
    tenants += 1;
    return (await database).stores.store(`tenant-${tenants}`) as Store;
  });
}
