import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import type { ExportInput, ImportInput } from '../../../src/api/requests.ts';
import type { ItemId } from '../../../src/core/model/ids.ts';
import { EXPORT_HEADER } from '../../../src/importers/export-format.ts';
import { openFresh } from '../../support/fresh-home.ts';

const PERSON = { surface: 'cli', person: true } as const;

async function exported(memory: Memory, input: ExportInput = {}): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of memory.export(input)) lines.push(line);
  return lines;
}

async function imported(memory: Memory, lines: readonly unknown[], how: ImportInput & { path: string }) {
  const { path, ...input } = how;
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ ...input, paths: [path] })) last = progress;
  return last ?? assert.fail();
}

suite('what a person keeps from being shared', () => {
  test('is kept so at another home that reads the export, whoever vouches for it', async (t) => {
    const { memory, store, at } = openFresh(t, { caller: PERSON });
    const { id } = await memory.remember({ text: 'The salary is 5000 a month.', project: at.project });
    const elsewhere = await memory.remember({ text: 'Of another project.', project: join(at.userHome, 'other') });
    await memory.settled();
    const ids = [id, elsewhere.id].sort() as ItemId[];
    await store.sync.setPrivate(ids, true);
    const lines = await exported(memory);
    for (const mine of [true, false]) {
      const other = openFresh(t, { caller: PERSON });
      await imported(other.memory, lines, { mine, path: join(other.at.root, 'export.jsonl') });
      assert.deepEqual((await other.store.sync.privateItems()).sort(), ids, `mine: ${mine}`);
      const [, second] = await exported(other.memory);
      assert.deepEqual((second as { private: string[] }).private.sort(), ids);
    }
    assert.deepEqual((await exported(memory, { project: at.project }))[1], { private: [id] });
  });

  test('is not what a stranger’s export says of memories that are here', async (t) => {
    const { memory, store, at } = openFresh(t, { caller: PERSON });
    const { id } = await memory.remember({ text: 'Deploys go out on Mondays.', kind: 'constraint' });
    await memory.settled();
    const path = join(at.root, 'stranger.jsonl');
    const lines = [JSON.parse(EXPORT_HEADER), { private: [id] }, { private: ['x'] }];
    const { skipped } = await imported(memory, lines, { path });
    assert.deepEqual([await store.sync.privateItems(), skipped], [[], { 'ids that are none': 1 }]);
    await imported(memory, lines, { path, mine: true });
    assert.deepEqual(await store.sync.privateItems(), [id]);
  });
});
