import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ForgetReceipt } from '../../src/api/forget-receipt.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { until } from '../support/until.ts';
import { atKeyboard } from './at-keyboard.ts';

const AGENT = { CLAUDECODE: '1' };

async function withMemories(context: TestContext): Promise<{ cairn: Cairn; heron: string; egret: string }> {
  const cairn = cairnIn(context);
  const heron = await cairn.json(['remember', 'The heron contract ends in May']);
  const egret = await cairn.json(['remember', 'The egret contract goes on']);
  return { cairn, heron: String(heron.id), egret: String(egret.id) };
}

async function knows(cairn: Cairn, id: string): Promise<boolean> {
  return (await cairn.run(['get', id])).code === 0;
}

test('shows what would go and changes nothing, in a dry run', async (context) => {
  const { cairn, heron, egret } = await withMemories(context);
  const { code, stdout, stderr } = await cairn.run(['forget', '--query', 'heron', '--dry-run']);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^1\\. The heron contract ends in May\\n.*${heron}`));
  assert.match(stderr, /^1 event and 1 memory of 1 session/);
  assert.match(stderr, /To erase exactly this: cairn forget --query heron --confirm \w+\n$/);
  assert.deepEqual([await knows(cairn, heron), await knows(cairn, egret)], [true, true]);
});

test('asks in a terminal; Enter alone changes nothing, a yes forgets, says what it searched, and is undone by a person', async (context) => {
  const { cairn, heron, egret } = await withMemories(context);
  const no = atKeyboard(context, cairn, ['forget', heron]);
  await no.shows('The heron contract ends in May', 'Forget this?', 'No');
  await no.type('\r');
  assert.equal((await no.ended).code, 130);
  assert.ok(await knows(cairn, heron));
  const yes = atKeyboard(context, cairn, ['forget', heron]);
  await yes.shows('Forget this?', 'No');
  await yes.type('y');
  const { code, stdout } = await yes.ended;
  assert.equal(code, 0);
  assert.match(stdout, /forgot 1 event, 1 memory/);
  assert.match(stdout, /Searched \d+ files, .*: nothing of it is left\./);
  assert.deepEqual([await knows(cairn, heron), await knows(cairn, egret)], [false, true]);
  const { stdout: listed } = await cairn.run(['privacy']);
  const [batch = ''] = /f_[a-z2-7]{16}/.exec(listed) ?? [];
  assert.equal((await cairn.run(['forget', '--undo', batch])).code, 1, 'a script brings nothing back');
  assert.match((await cairn.terminal(['forget', '--undo', batch])).stdout, /brought back 1 event/);
  await until(() => knows(cairn, heron));
});

test('a receipt is written to the file that is named', async (context) => {
  const { cairn, heron } = await withMemories(context);
  const file = join(cairn.at.root, 'receipt.json');
  assert.equal((await cairn.run(['forget', heron, '--now', '--yes', '--receipt', file])).code, 0);
  const receipt = JSON.parse(readFileSync(file, 'utf8')) as ForgetReceipt;
  assert.deepEqual([receipt.version, receipt.passages.length > 0, receipt.kept], [1, true, undefined]);
});

test('without a terminal it takes --yes or the token of a plan, which ends when more belongs to it', async (context) => {
  const { cairn, heron, egret } = await withMemories(context);
  const unasked = await cairn.run(['forget', '--query', 'contract']);
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /no terminal to ask in[^\n]*\nfix: {3}cairn forget --query contract --yes\n$/);
  const plan = await cairn.json(['forget', '--query', 'contract', '--dry-run']);
  await cairn.run(['remember', 'The stork contract is new']);
  const late = await cairn.json(['forget', '--query', 'contract', '--confirm', String(plan.token)]);
  assert.equal((late.error as { code?: string }).code, 'outdated');
  const done = await cairn.json(['forget', heron, '--yes']);
  assert.deepEqual([done.state, done.items], ['erased', [heron]]);
  assert.equal((await cairn.run(['forget', '--query', 'contract', '--yes'])).code, 0);
  assert.equal(await knows(cairn, egret), false);
});

test('wants to know what to forget, and says what is unknown', async (context) => {
  const { cairn } = await withMemories(context);
  for (const args of [['forget'], ['forget', '--since', 'once'], ['forget', '--yes']]) {
    assert.equal((await cairn.run(args)).code, 2, args.join(' '));
  }
  const { code, stderr } = await cairn.run(['forget', 'o_aaaaaaaaaaaaaaaa', '--yes']);
  assert.equal(code, 1);
  assert.match(stderr, /Unknown: o_a+/);
});

test('in the terminal of an agent it hides by id, and a person shows it again', async (context) => {
  const { cairn, heron } = await withMemories(context);
  const hidden = await cairn.run(['forget', heron], { env: AGENT });
  assert.deepEqual([hidden.code, hidden.stdout], [0, `hidden ${heron}\n`]);
  assert.match(
    hidden.stderr,
    /an agent's terminal \(CLAUDECODE is set\)[\s\S]*Hidden, not erased: .* cairn review unhide ID/,
  );
  const query = await cairn.run(['forget', '--query', 'egret', '--yes'], { env: AGENT });
  assert.notEqual(query.code, 0);
  assert.doesNotMatch((await cairn.run(['search', 'heron'])).stdout, /heron/);
  const { entries } = (await cairn.json(['review', 'hidden'])) as { entries: { id: string }[] };
  assert.deepEqual(
    entries.map(({ id }) => id),
    [heron],
  );
  assert.equal((await cairn.run(['review', 'unhide', heron], { env: AGENT })).code, 1);
  assert.equal((await cairn.terminal(['review', 'unhide', heron])).code, 0);
  assert.match((await cairn.run(['search', 'heron'])).stdout, /heron/);
});

test('an import says how much it leaves out: what was forgotten, and the first lines of a session that begins so', async (context) => {
  const cairn = cairnIn(context);
  const write = (id: string, said: string): void => {
    const folder = join(cairn.at.userHome, '.kimi', 'sessions', '0123456789abcdef0123456789abcdef', id);
    mkdirSync(folder, { recursive: true });
    const lines = ['Go on with the ledger.', said].map((content) => JSON.stringify({ role: 'user', content }));
    writeFileSync(join(folder, 'context.jsonl'), `${lines.join('\n')}\n`);
  };
  write('one', 'The walrus is amber.');
  await cairn.run(['import', '--agent', 'kimi-cli', '--yes']);
  await cairn.terminal(['forget', '--query', 'ledger', '--now', '--yes']);
  write('two', 'The heron is blue.');
  const { stdout, stderr } = await cairn.run(['import', '--agent', 'kimi-cli', '--yes']);
  assert.match(stdout, /left out +1 event \(forgotten before 1\)/);
  assert.match(stderr, /1 event was forgotten before, or stands at the beginning of a session without times/);
});
