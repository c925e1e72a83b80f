import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { variedText } from '../../bench/support/generated/varied-text.ts';
import { createDiskGauge } from '../../src/platform/disk-room.ts';
import { openFresh } from '../support/fresh-home.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ALL = '1000000000';
const RUN = {
  kind: 'tool.end',
  tool: 'Bash',
  input: { command: 'cat pump.txt' },
  output: variedText(7, 20_000),
  success: true,
  sessionId: 's',
  agent: 'claude-code',
  number: '1',
};

suite('a disk', () => {
  test('has room, little, or none', (context) => {
    const folder = temporaryFolder(context);
    const roomOf = (lowBytes: number, fullBytes: number) => createDiskGauge(folder, { lowBytes, fullBytes }).room();
    assert.deepEqual([roomOf(1, 0), roomOf(1e18, 0), roomOf(1e18, 1e18)], ['ample', 'low', 'full']);
    assert.ok((createDiskGauge(folder, { lowBytes: 0, fullBytes: 0 }).freeBytes() ?? 0) > 0);
  });

  test('with little room keeps what people say and of long outputs head and tail', async (context) => {
    const { memory, store } = openFresh(context, { env: { CAIRN_DISK_LOW_MEGABYTES: ALL } });
    const text = variedText(8, 5_000);
    const said = { kind: 'message', text, sessionId: 's', agent: 'claude-code', number: '2' };
    assert.equal((await memory.record([RUN, said])).accepted, 2);
    await memory.settled();
    const [run, message] = await store.log.since(0, 9);
    const output = run?.body.kind === 'tool.end' ? run.body.output : '';
    assert.ok(output.length < 1_024 && RUN.output.startsWith(output.slice(0, 400)), `${output.length}`);
    assert.match(output, /\[cut: \d+ of 20000 characters/);
    assert.equal(message?.body.kind === 'message' ? message.body.text : '', text);
    assert.equal((await memory.status()).disk.room, 'low');
  });

  test('with no room takes nothing new, and can be read, pruned, exported and forgotten', async (context) => {
    const first = openFresh(context);
    await first.memory.record([{ ...RUN, at: Date.now() - 300 * 86_400_000 }]);
    const { id } = await first.memory.remember('The valve opens at ninety bar.');
    await first.memory.settled();
    await first.memory.close();
    const env = { CAIRN_DISK_FULL_MEGABYTES: ALL };
    const { memory } = openFresh(context, { home: first.at, env, caller: { surface: 'cli', person: true } });
    await assert.rejects(memory.record([{ ...RUN, number: '3' }]), { code: 'low_disk' });
    await assert.rejects(memory.remember('More of it.'), { code: 'low_disk' });
    assert.equal((await memory.search('valve')).hits[0]?.id, id);
    assert.equal((await memory.update(id, { status: 'withdrawn' })).id, id);
    const lines: unknown[] = [];
    for await (const line of memory.export()) lines.push(line);
    assert.ok(lines.length >= 3);
    const plan = await memory.prune({ olderThan: '180d', now: true });
    assert.ok('token' in plan && plan.items > 0);
    assert.equal((await memory.prune({ olderThan: '180d', now: true, confirm: plan.token })).state, 'pruned');
    const done = await memory.forget({ ids: [id], now: true });
    assert.equal(done.state, 'erased');
    assert.equal((await memory.status()).disk.room, 'full');
  });

  test('status says how the memory grew', async (context) => {
    const { memory, counts } = openFresh(context);
    await counts.save();
    await memory.record([RUN]);
    await memory.settled();
    const { grown } = (await memory.status()).disk;
    assert.ok((grown?.bytes ?? 0) > 0 && typeof grown?.since === 'string', JSON.stringify(grown));
  });
});
