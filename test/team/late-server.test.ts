import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import type { EventId } from '../../src/core/model/ids.ts';
import { openServed } from '../../src/memory/open-served.ts';
import { takeInRecords } from '../../src/server/tenants/take-in-records.ts';
import { createEngine } from '../../src/store/postgres/engine/engine.ts';
import { APP_ROLE } from '../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { dropLease, takeLease } from '../../src/store/postgres/team/leases.ts';
import { pushRecords } from '../../src/store/postgres/team/sync-records.ts';
import { readTenantKey } from '../../src/store/postgres/team/tenants.ts';
import { projectOf, type SyncRecord, toSharedEvent } from '../../src/sync/wire.ts';
import { PATIENT } from '../support/patience.ts';
import { ownCluster, poolOf } from './engines.ts';
import { eventRecord, homeOf, openTeamServer, tombstoneRecord } from './team-server.ts';

const HOUR_MS = 3_600_000;
const LEASE = { name: 'derive', ms: 30_000 } as const;

test('a server whose clock is ahead takes no lease that another holds, and leaves none that outlives it', async (context) => {
  const server = await openTeamServer(context);
  const { tenant } = await server.team();
  const engine = createEngine(poolOf(await ownCluster(), APP_ROLE, server.database), tenant);
  assert.ok(await takeLease(engine, { ...LEASE, holder: 'right' }));
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3 * HOUR_MS });
  assert.equal(await takeLease(engine, { ...LEASE, holder: 'ahead' }), false);
  await dropLease(engine, { name: LEASE.name, holder: 'right' });
  assert.ok(await takeLease(engine, { ...LEASE, ms: 1, holder: 'ahead' }));
  context.mock.timers.reset();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(await takeLease(engine, { ...LEASE, holder: 'right' }));
});

test('a server that was stopped between reading and writing brings back nothing that was forgotten meanwhile', async (context) => {
  const server = await openTeamServer(context);
  const { tenant } = await server.team();
  const pool = poolOf(await ownCluster(), APP_ROLE, server.database);
  const engine = createEngine(pool, tenant);
  const store = (await openPostgresStores({ pool, vectorsMs: PATIENT.vectorsMs })).store(tenant);
  const { settings } = resolveConfig({ env: {}, userHome: '/nonexistent', readText: () => undefined });
  const key = (await readTenantKey(engine)) ?? assert.fail('the team has a key');
  const memory = openServed({ store, key, settings, closing: new AbortController().signal });
  const home = homeOf('ada');
  const [kept, gone] = [eventRecord(home, 1), eventRecord(home, 2)];
  const push = (record: SyncRecord) =>
    pushRecords(engine, {
      personId: 'p_ada',
      at: Date.now(),
      records: [
        {
          id: record.id,
          kind: record.kind,
          home,
          target: record.kind === 'event' ? record.memory.target : '',
          version: record.kind === 'event' ? record.memory.version : 0,
          project: record.kind === 'event' ? projectOf(record).id : '',
          at: record.at,
          json: JSON.stringify(record),
        },
      ],
      erased: record.kind === 'tombstone' ? record.erases.map((one) => ({ home, ...one })) : [],
    });
  await push(kept);
  await push(gone);
  await push(tombstoneRecord(gone));
  // One server has read all three before the last came, and is stopped; another takes over.
  assert.equal(await takeInRecords({ engine, store, memory }, async () => true), 1);
  const { id, identity } = projectOf(gone);
  const late = {
    raw: toSharedEvent(gone),
    id: gone.id as EventId,
    project: { id, identity, name: 'app' },
    authority: 1 as const,
  };
  const { outcomes } = await memory.intake.brought([late]);
  assert.deepEqual(outcomes, ['refused']);
  assert.equal((await store.log.events([gone.id as EventId])).length, 0);
  assert.equal((await store.log.events([kept.id as EventId])).length, 1);
});
