import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bench/sde.ts', import.meta.url));
const said = (...texts: string[]): object[] =>
  texts.map((text, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', text }));
const BENCH_FILE = {
  tasks: [
    {
      task_id: 'lamp',
      source: 'conversation',
      bug_report: 'dim_lamp of the lamp flickers. How many steps should dim_lamp have?',
      policy: 'Twenty steps.',
      conversations: said(
        'How many steps should dim_lamp have for the lamp?',
        'We settled on twenty steps for the lamp.',
      ),
    },
    {
      task_id: 'bell',
      source: 'conversation-amended',
      bug_report: 'The bell of ring_bell rings too often on Sundays.',
      policy: 'Once.',
      conversations: [
        said('How often should ring_bell ring the bell on Sundays?', 'The bell rings twice on Sundays.'),
        said('We change ring_bell: the bell and Sundays once more.', 'The bell rings once on Sundays from now on.'),
      ],
    },
  ],
  decoys: [{ turns: said('What colour has the door?', 'The door is green.') }],
};

test('reports are asked of a memory of the conversations, and both blocks written', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bench.json');
  writeFileSync(file, JSON.stringify(BENCH_FILE));
  const args = [PROGRAM, file, '--json', '--blocks', join(folder, 'blocks')];
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  const [lamp, bell] = JSON.parse(ran.stdout) as {
    task: string;
    rank: number;
    ftsRank: number;
    amendmentFirst?: boolean;
  }[];
  assert.deepEqual([lamp?.task, lamp?.rank, lamp?.ftsRank, lamp?.amendmentFirst], ['lamp', 1, 1, undefined]);
  assert.equal(bell?.task, 'bell');
  assert.equal(typeof bell?.amendmentFirst, 'boolean');
  assert.deepEqual(readdirSync(join(folder, 'blocks')).toSorted(), ['bell.txt', 'lamp.txt']);
  assert.match(readFileSync(join(folder, 'blocks', 'lamp.txt'), 'utf8'), /lamp/);
});
