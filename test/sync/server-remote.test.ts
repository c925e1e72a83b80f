import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join as pathOf } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { CairnError } from '../../src/core/errors.ts';
import { parseRecord, type SyncRecord } from '../../src/sync/wire.ts';
import { openFresh } from '../support/fresh-home.ts';
import { nameRemote, openHome, shareProject, syncAll, type TeamHome } from './homes.ts';

const TOKEN = 'token-of-a-member';

/** A small team server: it keeps records by id, in order. */
interface TeamServer {
  url: string;
  records: Map<string, SyncRecord>;
  /** What goes wrong with the next requests: a lost answer after it was done, or a status. */
  failures: ('lost' | number)[];
  /** It takes what is pushed, and gives nothing out. */
  isMute: boolean;
}

async function teamServer(context: TestContext): Promise<TeamServer> {
  const records = new Map<string, SyncRecord>();
  const failures: TeamServer['failures'] = [];
  const state = { isMute: false };
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return answer(response, 401, {});
    const failure = state.isMute && request.method === 'GET' ? 503 : failures.shift();
    if (typeof failure === 'number') return answer(response, failure, {});
    const done = request.method === 'POST' ? take(records, await bodyOf(request)) : page(records, request);
    if (failure === 'lost') response.destroy();
    else answer(response, 200, done);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, records, failures });
}

function take(records: TeamServer['records'], body: unknown): unknown {
  const acknowledged: string[] = [];
  for (const value of (body as { records: never[] }).records) {
    const record = parseRecord(value);
    assert.ok(typeof record !== 'string', String(record));
    if (!records.has(record.id)) records.set(record.id, record);
    acknowledged.push(record.id);
  }
  return { acknowledged, refused: [] };
}

function page(records: TeamServer['records'], { url = '' }: IncomingMessage): unknown {
  const query = new URL(url, 'http://here').searchParams;
  const from = Number(query.get('after') ?? 0);
  const some = [...records.values()].slice(from, from + Math.min(Number(query.get('limit')), 2));
  return { records: some, next: String(from + some.length), more: from + some.length < records.size };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  assert.equal(request.headers['content-encoding'], 'gzip');
  return JSON.parse(gunzipSync(Buffer.concat(parts)).toString('utf8'));
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function join(home: TeamHome, { url }: TeamServer): Promise<void> {
  await home.memory.sync({ add: url, token: TOKEN, member: home.name });
  await shareProject(home);
}

suite('a team server as a remote', () => {
  test('carries memories and tombstones both ways, page by page', async (t) => {
    const server = await teamServer(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    for (let n = 0; n < 4; n += 1)
      await ben.memory.remember({ text: `Rule ${n} is about zebra ${n}.`, kind: 'constraint' });
    await join(ada, server);
    await join(ben, server);
    await syncAll(ada, ben, ada);
    assert.equal((await ben.memory.get(id)).records[0]?.member, 'Ada');
    assert.equal((await ada.memory.sync()).received, 4);
    await ada.memory.forget({ ids: [id], now: true });
    await syncAll(ada, ben, ada);
    assert.deepEqual((await ben.memory.get(id)).missing, [id]);
    assert.equal((await ada.memory.sync()).forgotten[0]?.state, 'reached');
  });

  test('what was forgotten has not reached all while it is unknown who had it', async (t) => {
    const server = await teamServer(t);
    const [ada, ben] = [openHome(t, 'Ada', { ignorable: /^a run of sync failed$/ }), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await join(ada, server);
    await join(ben, server);
    await syncAll(ada, ben);
    server.isMute = true;
    const report = await ada.memory.forget({ ids: [id], now: true, receipt: true });
    const told = 'sync' in report ? report.sync : undefined;
    assert.deepEqual([told?.members, 'receipt' in report && report.receipt?.sync], [[], told]);
    await assert.rejects(ada.memory.sync({ run: true }));
    const ask = async () => {
      const [one] = (await ada.memory.sync({ forgotten: told?.ids ?? [] })).forgotten;
      return [one?.state, one?.missing];
    };
    // The tombstone is on the server; that Ben is there has not come yet.
    assert.deepEqual(await ask(), ['pending', []]);
    server.isMute = false;
    await syncAll(ada);
    assert.deepEqual(await ask(), ['pending', ['Ben']]);
    await syncAll(ben, ada);
    assert.deepEqual(await ask(), ['reached', []]);
  });

  test('a server without TLS is refused until a person allows it, which is remembered with it and told', async (t) => {
    const { url } = await teamServer(t);
    // It leads to this machine, but does not say so.
    const open = url.replace('127.0.0.1', '0.0.0.0');
    const ada = openHome(t, 'Ada', { ignorable: /^a run of sync failed$/ });
    const doctor = async () => (await ada.memory.doctor()).checks.find(({ name }) => name === 'sync-tls');
    await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    const add = { add: open, token: TOKEN, member: 'Ada' };
    const refused = (error: CairnError): boolean => {
      assert.deepEqual([error.code, error.message.includes(`${open} has no TLS`)], ['invalid_input', true]);
      assert.match(error.fix ?? '', /cairn sync add https:\/\/0\.0\.0\.0:\d+\..*cairn sync add http:\S+ --insecure/);
      return true;
    };
    await assert.rejects(ada.memory.sync(add), refused);
    assert.equal((await ada.memory.sync()).state, 'off');
    assert.equal(await doctor(), undefined);
    const { remote, notes } = await ada.memory.sync({ ...add, insecure: true });
    assert.deepEqual([remote?.insecure, notes.map(({ code }) => code)], [true, ['no-tls']]);
    assert.match(notes[0]?.message ?? '', /has no TLS, as you allowed/);
    assert.equal((await doctor())?.status, 'warning');
    await shareProject(ada);
    assert.equal((await ada.memory.sync({ run: true })).lastRun?.pushed.memories, 1);
    // A new token for the same server needs no second word; a file of before the word existed does.
    assert.equal((await ada.memory.sync(add)).remote?.insecure, true);
    const file = pathOf(ada.at.home, 'sync.json');
    const { remote: kept, ...config } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...config, remote: { kind: kept.kind, url: kept.url } }));
    const later = openFresh(t, { home: ada.at, caller: { person: true }, ignorable: /^a run of sync failed$/ });
    await assert.rejects(later.memory.sync({ run: true }), refused);
  });

  test('a server of this machine or with TLS is added without a word, and nothing warns of it', async (t) => {
    const { url } = await teamServer(t);
    const ada = openHome(t, 'Ada');
    const { remote, notes } = await ada.memory.sync({ add: url, token: TOKEN, member: 'Ada', insecure: true });
    assert.deepEqual([remote?.insecure, notes], [undefined, []]);
    assert.equal((await ada.memory.doctor()).checks.find(({ name }) => name === 'sync-tls')?.status, 'ok');
  });

  test('a worker that checks nobody’s certificate is no sync with TLS', async (t) => {
    const { url } = await teamServer(t);
    const ada = openHome(t, 'Ada', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    await ada.memory.sync({ add: url, token: TOKEN, member: 'Ada' });
    const found = (await ada.memory.doctor()).checks.find(({ name }) => name === 'sync-tls');
    assert.deepEqual([found?.status, found?.fix], ['failed', 'Unset it, then: cairn worker stop']);
  });

  test('a lost answer doubles nothing, and a server that fails loses nothing', async (t) => {
    const server = await teamServer(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await join(ada, server);
    await join(ben, server);
    for (const failure of ['lost', 503, 'lost', 429, 401] as const) {
      server.failures.push(failure);
      await assert.rejects(ada.memory.sync({ run: true }));
      assert.equal((await ada.memory.sync()).state, 'failed');
    }
    await syncAll(ada, ben);
    assert.equal((await ada.memory.sync()).state, 'ready');
    const kinds = [...server.records.values()].map(({ kind }) => kind).sort();
    assert.deepEqual(kinds, ['event', 'hello', 'hello']);
    assert.equal((await ben.memory.sync()).received, 1);
    assert.equal((await ben.memory.sync({ runs: 200 })).runs?.filter(({ pulled }) => pulled.added > 0).length, 1);
  });

  test('while it is paused nothing leaves and nothing is taken in, until a person goes on', async (t) => {
    const server = await teamServer(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    await ben.memory.remember({ text: 'Releases go out on Fridays.', kind: 'decision' });
    await join(ada, server);
    await join(ben, server);
    await ada.memory.sync({ pause: true });
    await assert.rejects(ada.memory.sync({ run: true }), { code: 'not_allowed' });
    await syncAll(ben);
    const agent = ada.memory.withCaller({ surface: 'mcp', person: false, agent: true });
    await assert.rejects(agent.sync({ pause: false }), { code: 'not_allowed' });
    assert.deepEqual([(await ada.memory.sync()).state, (await ada.memory.sync()).received], ['paused', 0]);
    await ada.memory.sync({ pause: false });
    await syncAll(ada, ben);
    assert.deepEqual([(await ada.memory.sync()).received, (await ben.memory.sync()).received], [1, 1]);
  });
});

suite('what is shared', () => {
  test('an agent neither takes part nor chooses', async (t) => {
    const server = await teamServer(t);
    const ada = openHome(t, 'Ada');
    const agent = ada.memory.withCaller({ surface: 'mcp', person: false, agent: true });
    await assert.rejects(agent.sync({ add: server.url, token: TOKEN, member: 'x' }), { code: 'not_allowed' });
    await ada.memory.remember({ text: 'Ports are 4711.', kind: 'constraint' });
    await join(ada, server);
    for (const asked of [{ share: ada.at.project }, { unshare: ada.at.project }, { remove: true }, { keep: ['o_x'] }]) {
      await assert.rejects(agent.sync(asked), { code: 'not_allowed' });
    }
  });

  test('no secret, no path of the machine and no kind that was not chosen leaves; what is shared no more is taken back', async (t) => {
    const server = await teamServer(t);
    const ada = openHome(t, 'Ada');
    const { memory, at } = ada;
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await memory.remember({
      text: `Deploys read ${at.userHome}/shop/deploy.env, never ${secret}.`,
      kind: 'constraint',
      files: ['src/deploy.ts', `${at.userHome}/private.txt`],
    });
    await memory.remember({ text: 'A thought of my own about walrus.', kind: 'note' });
    await memory.record({ sessionId: 's1', messages: [{ role: 'tool', content: 'tool says otter', name: 'x' }] });
    const other = `${at.userHome}/other`;
    nameRemote(other, 'git@git.example:acme/other.git');
    await memory.remember({ text: 'Of another project: always bison.', kind: 'constraint', project: other });
    await join(ada, server);
    await syncAll(ada);
    const sent = JSON.stringify([...server.records.values()]);
    assert.match(sent, /Deploys read ~\/shop/);
    assert.match(sent, /src\/deploy\.ts/);
    for (const word of [secret, at.userHome, 'private.txt', 'walrus', 'otter', 'bison'])
      assert.ok(!sent.includes(word), word);
    await memory.sync({ unshare: at.project });
    await syncAll(ada);
    const [last] = [...server.records.values()].slice(-1);
    assert.equal(last?.kind === 'tombstone' && last.reason, 'unshared');
    assert.equal((await memory.sync()).shares.length, 0);
  });
});
