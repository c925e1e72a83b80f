import type { ItemId } from '../../src/core/model/ids.ts';
import type { ItemDetail } from '../../src/core/model/item.ts';
import type { Engine } from '../../src/store/postgres/engine/engine.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-stores.ts';
import { addAudit } from '../../src/store/postgres/team/audit.ts';
import { takeLease } from '../../src/store/postgres/team/leases.ts';
import { addPerson } from '../../src/store/postgres/team/people.ts';
import { pushRecords } from '../../src/store/postgres/team/sync-records.ts';
import { addTenant } from '../../src/store/postgres/team/tenants.ts';
import { addToken } from '../../src/store/postgres/team/tokens.ts';
import { takeDelivery } from '../../src/store/postgres/team/tracked-issues.ts';
import { putWebhook } from '../../src/store/postgres/team/webhooks.ts';
import {
  eventIdOf,
  itemIdOf,
  makeEvent,
  makeItem,
  makeUnnumbered,
  projectOf,
  putWithEvent,
  START,
  toolEnd,
} from '../store/contract/make.ts';

/** Writes at least one row of a tenant into every table. */
export async function fillTenant(store: PostgresStore, engine: Engine, tenant: string): Promise<void> {
  await fillLog(store, tenant);
  await fillItems(store);
  await fillOperating(store);
  await fillTeam(engine, tenant);
}

async function fillTeam(engine: Engine, tenant: string): Promise<void> {
  await addTenant(engine, { name: tenant, key: '0'.repeat(64), at: START });
  await addPerson(engine, { id: 'ada', name: 'Ada', role: 'owner', createdAt: START });
  const token = { id: 'laptop', personId: 'ada', name: 'laptop', hash: tenant, scopes: 'read sync' };
  await addToken(engine, { ...token, createdAt: START, expiresAt: undefined });
  await addAudit(engine, { at: START, actor: 'Ada', action: 'token.create', target: 'laptop', detail: '' });
  await takeLease(engine, { name: 'derive', holder: 'one', ms: 1 });
  const record = { kind: 'event', home: 'h_one', target: itemIdOf('a'), version: 2, project: projectOf('shop') };
  await putWebhook(engine, { source: 'github', secret: 's', createdAt: START });
  const issue = { number: 1, kind: 'issue', state: 'open', updatedAt: START } as const;
  await takeDelivery(engine, { id: 'one', hash: tenant, at: START }, { project: projectOf('shop'), issue });
  await pushRecords(engine, {
    personId: 'ada',
    at: START,
    records: [{ ...record, id: eventIdOf('2'), at: START, json: '{}' }],
    erased: [{ home: 'h_one', target: itemIdOf('b'), until: 1 }],
  });
}

async function fillLog({ log, guards, contexts }: PostgresStore, tenant: string): Promise<void> {
  const project = { id: projectOf('shop'), identity: 'example.com/shop', name: tenant, root: '/w/shop' };
  const events = [
    makeEvent({ project: project.id, body: toolEnd(`Output of ${tenant}. `.repeat(200)) }),
    makeUnnumbered('ok', 'line 1'),
    makeEvent({ number: '9', agentSession: 'gone' }),
    makeEvent({ number: '8', targets: [itemIdOf('a')] }),
  ];
  const offset = {
    path: '/w/one.jsonl',
    agent: 'claude-code',
    resumeAt: 1,
    sizeBytes: 1,
    modifiedAt: START,
    head: '',
    headBytes: 1,
    state: {},
  };
  await log.append({ events, projects: [project], offset, delivery: { id: tenant, at: START } });
  const gone = makeEvent({ number: '9', agentSession: 'gone' }).session;
  await log.erase([eventIdOf('9', 'gone')], START, { sessions: [gone] });
  await log.count({ seen: 1 }, START);
  await log.rulesAre('1');
  await guards.add({ key: 'tripwires.mode', value: '"ask"', from: 'file', how: 'seen', at: START });
  await contexts.put(makeEvent().session, { stamp: '1', until: 1, state: {}, words: new Int32Array([1]) });
}

async function fillItems(store: PostgresStore): Promise<void> {
  const detail: ItemDetail = { observation: 'note', concepts: ['auth'], filesChanged: ['src/a.ts'] };
  const text = 'we keep money as integer cents and never as floating point numbers';
  const items = ['a', 'b'].map((name) => makeItem({ name, text, detail, contentHash: 7, project: projectOf('shop') }));
  await putWithEvent(store, makeEvent({ number: '2' }), items);
  await embedOne(store);
  await distilOne(store);
  await store.items.apply({ derived: [], put: [makeItem({ name: 'c', kind: 'message', text: 'waits for a vector' })] });
}

async function embedOne({ vectors }: PostgresStore): Promise<void> {
  await vectors.useModel({ name: 'small', dimensions: 2 });
  const waiting = await vectors.waiting(1);
  const vector = new Float32Array([0.6, 0.8]);
  await vectors.put(
    'small',
    waiting.map(({ id, contentHash }) => ({ id, contentHash, vector })),
  );
}

/** Stores a finding of one session, which waits again afterwards. */
async function distilOne({ distilled }: PostgresStore): Promise<void> {
  const [waiting] = await distilled.waiting(1);
  if (waiting === undefined) return;
  const { session, mark } = waiting;
  const found = { session, project: projectOf('shop'), kind: 'error', key: 'cannot find module' } as const;
  const told = {
    count: 1,
    evidence: [],
    files: [],
    author: 'tool',
    exposed: false,
    label: 'It fails',
    detail: {},
  } as const;
  const findings = [{ ...found, ...told, firstAt: START, lastAt: START, evidence: [], files: [] }];
  await distilled.put([{ session, mark, items: [], findings }]);
  await distilled.markAll('sessions');
}

async function fillOperating({ items, jobs, models, meter }: PostgresStore): Promise<void> {
  const { session } = makeEvent();
  const ids: ItemId[] = [itemIdOf('a')];
  await items.recordInjection({ session, at: START, occasion: 'prompt', ids, tokens: 3, shingles: [1] });
  const [injected] = (await meter.ofSession(session)).injected;
  await meter.keep(session, [{ injection: injected?.injection ?? 0, place: 0, how: 'touched', at: START }]);
  await jobs.enqueue({ kind: 'distil', key: 'all', payload: {}, priority: 1, runAt: START }, START);
  const answer = { key: 'k', purpose: 'summary', model: 'm', at: START, answer: {}, sources: ids } as const;
  await models.putAnswer({ ...answer, sources: ids });
  const [item] = await items.get(ids);
  if (item !== undefined) await models.refine(item);
  const use = { calls: 1, failed: 0, inputTokens: 1, outputTokens: 1, cost: 0 };
  await models.count({ day: '2026-01-01', purpose: 'summary', model: 'm' }, use);
}
