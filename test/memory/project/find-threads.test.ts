import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { EventBody, RawEvent } from '../../../src/core/model/event.ts';
import { openFresh } from '../../support/fresh-home.ts';

const AT = Date.now() - 3_600_000;
const commit = (subject: string): EventBody => ({
  kind: 'tool.end',
  tool: 'Bash',
  input: { command: `git commit -am "${subject}"` },
  output: `[pay 9a07d35] ${subject}\n 1 file changed`,
  success: true,
});
const edit = (path: string): EventBody => ({
  kind: 'tool.end',
  tool: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
  output: 'ok',
  success: true,
});
const asked = (text: string): EventBody => ({ kind: 'prompt', text, origin: 'person' });

function setUp(context: TestContext) {
  const { memory, intake, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const told = (session: string, branch: string, bodies: readonly EventBody[]) =>
    intake.events(
      bodies.map(
        (body, i): RawEvent => ({
          agent: 'claude-code',
          agentSession: session,
          at: AT + session.charCodeAt(0) * 10_000 + i * 1_000,
          cwd: at.project,
          branch,
          identity: { number: `${session}${i}` },
          source: 'transcript',
          body,
        }),
      ),
    );
  return { memory, at, told };
}

test('sessions on one branch are one thread, with its state, files and what is left', async (context) => {
  const { memory, at, told } = setUp(context);
  await told('a', 'pay-once', [asked('Charge a cart once.'), edit('src/pay.ts'), commit('Charge once')]);
  await told('b', 'pay-once', [asked('Now the refunds of it.'), edit('src/refund.ts'), commit('Refund once')]);
  await told('c', 'docs-header', [asked('Write the page about the header for clients.')]);
  await memory.settled();
  const { threads, project } = await memory.threads({ project: at.project });
  assert.equal(project?.name, 'shop');
  assert.deepEqual(
    threads.map(({ branch, sessions }) => [branch, sessions.length]),
    [
      ['docs-header', 1],
      ['pay-once', 2],
    ],
  );
  const [docs, pay] = threads;
  assert.equal(docs?.state, 'open');
  assert.match(docs?.open[0]?.text ?? '', /Write the page about the header/);
  assert.ok((docs?.open[0]?.ids.length ?? 0) > 0);
  assert.deepEqual([...(pay?.files ?? [])].sort(), ['src/pay.ts', 'src/refund.ts']);
  assert.deepEqual((await memory.threads({ project: 'r_aaaaaaaaaaaaaaaa' })).threads, []);
});

test('a file says why it is so: commits with what led to them, decisions, failures, sessions', async (context) => {
  const { memory, at, told } = setUp(context);
  await told('a', 'main', [
    asked('We decided to use idempotency keys in src/pay.ts instead of locks. Do it.'),
    edit('src/pay.ts'),
    commit('Charge a cart once'),
  ]);
  await told('b', 'main', [
    asked('Look at it again.'),
    { kind: 'tool.end', tool: 'Edit', input: { file_path: 'src/pay.ts' }, output: 'no such text', success: false },
    edit('src/other.ts'),
  ]);
  await memory.settled();
  const found = await memory.file({ path: 'pay.ts', project: at.project });
  assert.equal(found.path, 'src/pay.ts');
  assert.deepEqual(
    found.commits.map(({ subject, asked: by }) => [subject, by?.text.slice(0, 10)]),
    [['Charge a cart once', 'We decided']],
  );
  assert.equal(found.failures.length, 1);
  assert.deepEqual(
    found.sessions.map(({ edits }) => edits),
    [0, 1],
  );
  assert.ok(found.why.some(({ text }) => text.includes('idempotency keys')));
  const all = await memory.file({ project: at.project });
  assert.deepEqual(all.files.map(({ path }) => path).sort(), ['src/other.ts', 'src/pay.ts']);
  const none = await memory.file({ path: 'zebra.ts', project: at.project });
  assert.deepEqual([none.notes[0]?.code, none.files], ['unknown_file', []]);
});
