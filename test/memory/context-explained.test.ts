import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { ConsideredLine } from '../../src/api/context-answers.ts';
import { openFresh } from '../support/fresh-home.ts';

const PNPM = 'Always use pnpm in this repository and never npm.';
const CENTS = 'Amounts are always whole cents and never floating point numbers.';
const NAMES = 'Test names always say what is true and never what is called.';
const LOGS = 'Never write the address of a customer into a log file.';

const of = (lines: readonly ConsideredLine[], id: string): ConsideredLine | undefined =>
  lines.find((line) => line.id === id);

test('an explained block says of each line why it is told and of the others what they lack', async (context) => {
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const state = async (text: string) => (await memory.remember({ text, kind: 'constraint' })).id;
  const [pnpm, cents, names, logs] = [await state(PNPM), await state(CENTS), await state(NAMES), await state(LOGS)];
  await memory.settled();
  const file = join(at.userHome, '.codex', 'AGENTS.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `# Rules\n\n${CENTS}\n`);
  await memory.update(names, { muted: true });
  const whole = await memory.context({ explain: true, agent: 'codex' });
  const plain = await memory.context({ agent: 'codex' });
  assert.equal(whole.text, plain.text, 'an explanation changes nothing');
  assert.equal(plain.explained, undefined);
  const { told, left, budget, usualBudget, enabled, occasion } = whole.explained ?? assert.fail('no explanation');
  assert.deepEqual([occasion, budget, enabled], ['start', usualBudget, true]);
  assert.deepEqual(told.map(({ id }) => id).sort(), [pnpm, logs].sort());
  assert.deepEqual(
    told.map(({ id, tokens }) => ({ id, tokens })),
    whole.items.map(({ id, tokens }) => ({ id, tokens })),
  );
  assert.match(of(told, pnpm)?.why ?? '', /A person stated it as a rule/);
  assert.equal(of(told, pnpm)?.timesTold, 0);
  assert.deepEqual(of(left, names)?.lacks, { code: 'muted', says: 'A person muted it' });
  assert.match(of(left, names)?.text ?? '', /Test names always say/);
  assert.deepEqual(of(left, cents)?.lacks, {
    code: 'stands',
    says: 'The agent reads it anyway, in AGENTS.md',
    by: file,
  });
});

test('a line that the budget cuts says how many tokens are missing, and with them it is told', async (context) => {
  const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
  for (const text of [PNPM, LOGS, CENTS]) await memory.remember({ text, kind: 'constraint' });
  await memory.settled();
  const budget = 80;
  const { explained } = await memory.context({ explain: true, budget });
  const cut = (explained?.left ?? []).filter(({ lacks }) => lacks?.code === 'room');
  assert.ok(cut.length > 0 && (explained?.told.length ?? 0) > 0);
  const [next] = cut;
  const more = await memory.context({ explain: true, budget: budget + (next?.lacks?.tokens ?? 0) });
  assert.ok(of(more.explained?.told ?? [], next?.id ?? ''), 'the nearest line has room now');
  const less = await memory.context({ explain: true, budget: budget + (next?.lacks?.tokens ?? 0) - 1 });
  assert.equal(less.text.includes(next?.id ?? ''), false);
});

test('what names a file that is gone is left out of the block and named with the file', async (context) => {
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  writeFileSync(join(at.project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(at.project, 'ledger.ts'), 'export const ledger = 1;\n');
  const input = { file_path: join(at.project, 'src/ledger-old.ts'), content: 'x' };
  await memory.record([{ kind: 'tool.end', tool: 'Write', input, output: 'ok', sessionId: 'one', number: '1' }]);
  const { id } = await memory.remember({ text: 'Always keep src/ledger-old.ts free of dates.', kind: 'constraint' });
  await memory.settled();
  const { explained } = await memory.context({ explain: true });
  const line = of(explained?.left ?? [], id);
  assert.equal(line?.lacks?.code, 'gone');
  assert.match(line?.lacks?.says ?? '', /ledger-old\.ts/);
});
