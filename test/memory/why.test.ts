import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import { openShop, PAY, REFUND } from '../support/shop-repository.ts';

/** What an agent's session reports: a prompt, and an edit that puts lines in place of others. */
async function reportEdit(
  memory: Memory,
  cwd: string,
  { session, prompt, before, after }: { session: string; prompt: string; before: string; after: string },
): Promise<void> {
  const path = join(cwd, 'src/pay.ts');
  const by = { agent: 'codex', sessionId: session, cwd };
  await memory.record([
    { ...by, kind: 'prompt', text: prompt, origin: 'person' },
    {
      ...by,
      kind: 'tool.end',
      tool: 'Edit',
      input: { file_path: path, old_string: before, new_string: after },
      output: 'done',
    },
  ]);
  await memory.settled();
}

test('names the session whose edit wrote a committed line, with the prompt that led to it', async (context) => {
  const { memory, at, git, write } = openShop(context);
  write(PAY);
  git('add', '.');
  git('commit', '-q', '-m', 'Pay', '--date=2026-01-01T00:00:00Z');
  await reportEdit(memory, at.project, {
    session: 's1',
    prompt: 'Let customers have their money back.',
    before: '}',
    after: ['}', ...REFUND].join('\n'),
  });
  write([...PAY, ...REFUND]);
  const [uncommitted] = (await memory.why({ path: 'src/pay.ts', line: 6 })).lines;
  assert.equal(uncommitted?.confidence, 'certain');
  assert.equal(uncommitted?.commit, undefined);
  assert.equal(uncommitted?.asked?.text, 'Let customers have their money back.');
  git('commit', '-q', '-am', 'Refund');
  git('mv', 'src/pay.ts', 'src/till.ts');
  git('commit', '-q', '-m', 'Rename');
  const { lines } = await memory.why({ path: 'src/till.ts', line: 5, endLine: 6 });
  assert.deepEqual(
    lines.map(({ from, to, confidence, commit, asked }) => [from, to, confidence, commit?.subject, asked?.text]),
    [[5, 6, 'likely', 'Refund', 'Let customers have their money back.']],
  );
  const [old] = (await memory.why('src/till.ts')).lines;
  assert.deepEqual([old?.confidence, old?.session, old?.commit?.subject], ['unknown', undefined, 'Pay']);
});

test('knows a line of which an edit named only the part that it changed', async (context) => {
  const { memory, at, git, write } = openShop(context);
  write(['export const shipping = charge * 0.9;', 'export const shipped = true;']);
  git('add', '.');
  git('commit', '-q', '-m', 'Shipping');
  await reportEdit(memory, at.project, {
    session: 's1',
    prompt: 'Ship in whole cents.',
    before: 'charge * 0.9',
    after: 'Math.round(charge * 0.9)',
  });
  write(['export const shipping = Math.round(charge * 0.9);', 'export const shipped = false;']);
  const { lines } = await memory.why('src/pay.ts');
  assert.deepEqual(
    lines.map(({ from, confidence, asked }) => [from, confidence, asked?.text]),
    [
      [1, 'certain', 'Ship in whole cents.'],
      // The only session that changed the file since the commit.
      [2, 'possible', 'Ship in whole cents.'],
    ],
  );
});

test('refuses files outside of the project, of secrets, and lines that are not there', async (context) => {
  const { memory, at, git, write } = openShop(context);
  write(PAY);
  write(['KEY=1'], '.env');
  git('add', 'src');
  git('commit', '-q', '-m', 'Pay');
  writeFileSync(join(at.userHome, 'notes.txt'), 'x\n');
  await assert.rejects(memory.why('../notes.txt'), { code: 'not_allowed' });
  await assert.rejects(memory.why('.env'), { code: 'not_allowed' });
  await assert.rejects(memory.why('.git/config'), { code: 'not_allowed' });
  await assert.rejects(memory.why('src/none.ts'), { code: 'not_found' });
  await assert.rejects(memory.why({ path: 'src/pay.ts', line: 9 }), { code: 'invalid_input' });
});

test('reads marks of other products as evidence, and a commit that a session made', async (context) => {
  const { memory, at, git, write } = openShop(context);
  const by = { agent: 'codex', cwd: at.project, kind: 'prompt', origin: 'person' } as const;
  await memory.record([
    { ...by, sessionId: 'trailed', text: 'Charge in cents.' },
    { ...by, sessionId: 'noted', text: 'Name the currency.' },
    { ...by, sessionId: 'made', text: 'Send a receipt.' },
  ]);
  await memory.settled();
  git('checkout', '-q', '--orphan', 'entire/sessions');
  mkdirSync(join(at.project, 'ab/cdef012345'), { recursive: true });
  write(['{"session_id": "2026-01-05-trailed"}'], 'ab/cdef012345/metadata.json');
  git('add', 'ab');
  git('commit', '-q', '-m', 'Checkpoint');
  git('checkout', '-q', '--orphan', 'main');
  git('rm', '-rqf', 'ab');
  write(['const cents = 100;']);
  git('add', '.');
  git('commit', '-q', '-m', 'Cents', '-m', 'Entire-Checkpoint: abcdef012345');
  write(['const cents = 100;', 'const currency = "EUR";']);
  git('commit', '-q', '-am', 'Currency');
  const note =
    'src/pay.ts\n  1234567890abcdef 2-9\n---\n{"prompts": {"1234567890abcdef": {"agent_id": {"tool": "codex", "id": "noted"}}}}';
  git('notes', '--ref=ai', 'add', '-m', note);
  write(['const cents = 100;', 'const currency = "EUR";', 'const receipt = true;']);
  const output = git('commit', '-am', 'Receipt');
  await memory.record([
    { ...by, kind: 'tool.end', sessionId: 'made', tool: 'Bash', input: { command: 'git commit -am Receipt' }, output },
  ]);
  await memory.settled();
  const { lines } = await memory.why('src/pay.ts');
  assert.deepEqual(
    lines.map(({ asked, because }) => [asked?.text, because]),
    [
      ['Charge in cents.', 'the trailer of the commit names the session'],
      ['Name the currency.', 'a note of git-ai names the session'],
      ['Send a receipt.', 'the session made the commit'],
    ],
  );
});

test('a line that no edit holds is of the session that wrote the rest of its commit', async (context) => {
  const { memory, at, git, write } = openShop(context);
  write(PAY);
  git('add', '.');
  git('commit', '-q', '-m', 'Pay');
  const written = [
    'export function receiptFor(order: string): string {',
    '  return formatReceipt(order, "by mail");',
    '  // nothing else is promised here',
    '}',
  ];
  await reportEdit(memory, at.project, {
    session: 's1',
    prompt: 'Write receipts.',
    before: '}',
    after: written.join('\n'),
  });
  write([...PAY.slice(0, 2), '  log(amount, "was paid by hand");', ...PAY.slice(2), ...written.slice(0, 3)]);
  git('commit', '-q', '-am', 'Receipts');
  const [line] = (await memory.why({ path: 'src/pay.ts', line: 3 })).lines;
  assert.deepEqual([line?.confidence, line?.asked?.text], ['possible', 'Write receipts.']);
  assert.match(line?.because ?? '', /^the session wrote 3 of 3 lines/);
});

test('a commit that no edit explains is of the only session that was at work with its files', async (context) => {
  const { memory, at, git, write } = openShop(context);
  const by = { agent: 'codex', cwd: at.project } as const;
  await memory.record([{ ...by, sessionId: 'other', kind: 'prompt', text: 'Plan the week.', origin: 'person' }]);
  const read = { kind: 'tool.end', tool: 'Read', input: { file_path: join(at.project, 'src/pay.ts') }, output: 'x' };
  await memory.record([
    { ...by, sessionId: 'reader', kind: 'prompt', text: 'Explain how we pay.', origin: 'person' },
    { ...by, ...read, sessionId: 'reader' },
  ]);
  await memory.settled();
  write(PAY);
  git('add', '.');
  git('commit', '-q', '-m', 'Pay');
  const [line] = (await memory.why({ path: 'src/pay.ts', line: 1 })).lines;
  assert.deepEqual([line?.confidence, line?.asked?.text], ['possible', 'Explain how we pay.']);
  await memory.record([{ ...by, ...read, sessionId: 'other' }]);
  await memory.settled();
  const [unsure] = (await memory.why({ path: 'src/pay.ts', line: 1 })).lines;
  assert.deepEqual([unsure?.confidence, unsure?.session], ['unknown', undefined]);
});

test('says that the folder of a project is gone', async (context) => {
  const { memory, at, write } = openShop(context);
  write(PAY);
  await reportEdit(memory, at.project, { session: 's1', prompt: 'Add it.', before: '}', after: '} // paid' });
  const [project] = (await memory.list({ kinds: ['project'] })).entries;
  rmSync(at.project, { recursive: true });
  const asked = { path: 'src/pay.ts', ...(project === undefined ? {} : { project: project.id }) };
  await assert.rejects(memory.why(asked), { code: 'not_found', message: /folder of the project is not there/ });
});
