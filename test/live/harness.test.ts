import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { wrapOwnWords } from '../../src/privacy/own-words.ts';
import { firstStartDone } from './harness/agents/claude-code.ts';
import { prepareClaudeCode } from './harness/claude-code.ts';
import { type Message, textsOf } from './harness/model/messages.ts';
import { CHECKOUT, HOME, openNamespace } from './harness/namespace.ts';
import { lastTurn, type Turn } from './harness/script.ts';

const claudeCode = await prepareClaudeCode();

test('the real Claude Code runs a scripted command and its hook reaches the model', async (context) => {
  const steps = [{ text: 'I will write it.', calls: [{ tool: 'Bash', args: { command: 'echo kept > note.txt' } }] }];
  const turns = [{ when: 'write the note', steps: [...steps, { text: 'The note is there.' }] }];
  const namespace = await openNamespace({ script: { turns } });
  context.after(() => namespace[Symbol.asyncDispose]());
  await writeHook(namespace.home, 'UserPromptSubmit', 'echo a word from the hook');

  const { result } = await claudeCode(namespace).print('Please write the note', { cwd: HOME });

  assert.equal(result, 'The note is there.');
  assert.equal(await readFile(join(namespace.home, 'note.txt'), 'utf8'), 'kept\n');
  const texts = namespace.requests.map(({ body }) => (body.messages ?? []).flatMap(({ content }) => textsOf(content)));
  assert.equal(texts.length, 2);
  for (const request of texts) {
    assert.ok(request.includes('Please write the note'));
    assert.ok(request.some((text) => text.includes('a word from the hook')));
  }
  assert.deepEqual(await namespace.processes(), []);
});

test('someone types a prompt at the screen of the real Claude Code', async (context) => {
  const turns = [{ when: 'say hello', steps: [{ text: 'Hello to you.' }] }];
  const namespace = await openNamespace({ script: { turns } });
  context.after(() => namespace[Symbol.asyncDispose]());
  const claude = claudeCode(namespace);
  await writeFile(join(namespace.home, '.claude.json'), JSON.stringify(firstStartDone(HOME)));

  const screen = await claude.open({ cwd: HOME });
  await screen.ask('Please say hello', 'Hello to you.');
  const { code } = await screen.exit();

  assert.equal(code, 0);
  assert.equal(namespace.requests[0]?.answer?.text, 'Hello to you.');
});

test('a program sees loopback alone, an own home and a read-only checkout', async (context) => {
  const namespace = await openNamespace({ script: { turns: [] }, env: { SEEN: 'yes' } });
  context.after(() => namespace[Symbol.asyncDispose]());
  const { stdout } = await namespace.run(['grep', '-o', '[a-z0-9]*:', '/proc/net/dev']);
  assert.equal(stdout, 'lo:\n');
  assert.equal((await namespace.run(['touch', `${CHECKOUT}/package.json`])).code, 1);
  assert.equal((await namespace.run(['sh', '-c', 'echo $HOME $SEEN'])).stdout, `${HOME} yes\n`);
  assert.equal((await namespace.run(['sh', '-c', 'tty >&2; exit 3'], { pty: true })).code, 3);
});

test('a program whose time is over is killed, and what a program leaves behind is seen', async (context) => {
  const namespace = await openNamespace({ script: { turns: [] } });
  context.after(() => namespace[Symbol.asyncDispose]());
  assert.equal((await namespace.run(['sleep', '30'], { timeoutMs: 100 })).timedOut, true);
  assert.equal((await namespace.run(['sh', '-c', 'sleep 30 &'])).heldOpen, true);
  assert.deepEqual(
    (await namespace.processes()).map(({ command }) => command),
    ['sleep 30'],
  );
});

test('the script counts the tool rounds since the last prompt that it knows', () => {
  const [first, second, report]: Turn[] = ['first', 'second', 'task-notification'].map((when) => ({ when, steps: [] }));
  const at = (...messages: Message[]) => lastTurn([report, second, first] as Turn[], messages);
  const user = (content: Message['content']): Message => ({ role: 'user', content });
  const result: Message = user([{ type: 'tool_result', content: 'the second' }]);
  const begun = [user('the first prompt'), result, result];
  assert.deepEqual(at(...begun), { turn: first, rounds: 2 });
  assert.deepEqual(at(...begun, user('<system-reminder>not a prompt</system-reminder>')), { turn: first, rounds: 2 });
  assert.deepEqual(at(...begun, user(wrapOwnWords(['it began with the second']))), { turn: first, rounds: 2 });
  assert.deepEqual(at(...begun, user('<task-notification>the first</task-notification>')), { turn: report, rounds: 0 });
  const beside = [
    { type: 'tool_result', content: 'ok' },
    { type: 'text', text: 'the second prompt' },
  ];
  assert.deepEqual(at(...begun, user(beside), result), { turn: second, rounds: 1 });
});

async function writeHook(home: string, event: string, command: string): Promise<void> {
  await mkdir(join(home, '.claude'));
  const settings = { hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } };
  await writeFile(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
}
