// A copy of a session has the same lines under another id, in a file of another time. What was forgotten stays so in it, whoever
// wrote it: also where lines have no times.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { StoredEvent } from '../../../src/core/model/event.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { SESSION_FIXTURES } from '../../agents/session-fixtures.ts';
import { type FreshHome, openFresh } from '../../support/fresh-home.ts';
import { copyUnder } from './copy-under.ts';

type Opened = OpenedMemory & { at: FreshHome };
type Write = (userHome: string) => void;

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
/** Kinds of events that say nothing of what was done. */
const SILENT = /^(?:session|turn|compact)\./;

/** Transcripts whose lines have no times, besides those of the fixtures: by agent and what they are. */
const UNTIMED: readonly { agent: string; name: string; write: Write }[] = [
  {
    agent: 'cursor',
    name: 'transcripts with results',
    write: (home) => copyTo(fixture('cursor/old'), join(home, '.cursor', 'projects', 'home-dev-shop')),
  },
  {
    agent: 'continue',
    name: 'sessions',
    write: (home) => copyTo(fixture('continue'), join(home, '.continue', 'sessions')),
  },
  {
    agent: 'amp',
    name: 'threads',
    write: (home) => copyTo(fixture('amp'), join(home, '.local', 'share', 'amp', 'threads')),
  },
  { agent: 'kimi-cli', name: 'contexts', write: writeContext },
];

function copyTo(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}

function writeContext(home: string): void {
  const call = { id: 'call-1', type: 'function', function: { name: 'Shell', arguments: '{"command":"npm test"}' } };
  const lines = [
    { role: 'user', content: 'Explain the walrus in the ledger.' },
    { role: 'assistant', content: 'I look at the walrus.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call-1', content: 'all walruses passed' },
    { role: 'assistant', content: 'It counts.' },
  ];
  const folder = join(home, '.kimi', 'sessions', '0123456789abcdef0123456789abcdef', 'aaaaaaaa-1111');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'context.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

async function readAll({ memory }: Opened, agent: string): Promise<ImportProgress | undefined> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ agent })) last = progress;
  await memory.settled();
  return last;
}

const told = async ({ store }: Opened): Promise<StoredEvent[]> => store.log.since(0, 5_000);

async function forgetAll(opened: Opened): Promise<string[]> {
  const { memory, store } = opened;
  const rows = await store.log.sessions({ limit: 100 });
  for (const { id } of rows) {
    const plan = await memory.forget({ session: id });
    assert.ok(plan.state === 'planned');
    await memory.forget({ session: id, now: true, confirm: plan.token });
  }
  return [...new Set(rows.map(({ agentSession }) => agentSession))];
}

suite('what a person forgot of a session stays forgotten in a copy of it, under another id and time:', () => {
  const fixtures = SESSION_FIXTURES.map(({ agent, write }) => ({
    agent,
    name: 'fixture',
    write: (home: string) => write(home, 1),
  }));
  for (const { agent, name, write } of [...fixtures, ...UNTIMED]) {
    test(`${agent}, ${name}`, async (context: TestContext) => {
      const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
      const { userHome } = opened.at;
      write(userHome);
      await readAll(opened, agent);
      const count = (await told(opened)).length;
      assert.notEqual(count, 0);
      const ids = await forgetAll(opened);
      assert.deepEqual(await told(opened), []);
      copyUnder(userHome, ids);
      const other = openFresh(context, { home: { ...opened.at, home: join(opened.at.root, 'other') } });
      await readAll(other, agent);
      assert.equal((await told(other)).length, count, 'it is a copy');
      await readAll(opened, agent);
      const after = (await told(opened)).filter(({ body }) => !SILENT.test(body.kind));
      assert.deepEqual(
        after.map(({ body }) => JSON.stringify(body)),
        [],
      );
    });
  }
});

test('of a session without times that goes on in a copy, what is new is kept, and so are equal short words of another', async (context) => {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const { memory, at } = opened;
  const write = (session: string, said: readonly string[]): void => {
    const folder = join(at.userHome, '.cursor', 'projects', 'home-dev-shop', 'agent-transcripts', session);
    const lines = said.map((text, i) => {
      const content = [{ type: 'text', text: i % 2 === 0 ? `<user_query>\n${text}\n</user_query>` : text }];
      return JSON.stringify({ role: i % 2 === 0 ? 'user' : 'assistant', message: { content } });
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${session}.jsonl`), lines.map((line) => `${line}\n`).join(''));
  };
  const texts = async (): Promise<string[]> =>
    (await told(opened)).flatMap(({ body }) => ('text' in body ? body.text : [])).sort();
  const first = ['Merge the walrus.', 'Shall I?', 'yes', 'Done with the walrus.'];
  write('one', first);
  await readAll(opened, 'cursor');
  await forgetAll(opened);
  write('two', [...first, 'Count the herons.', 'Three.']);
  write('three', ['Paint the whole of the fence.', 'Shall I?', 'yes', 'Painted.']);
  const progress = await readAll(opened, 'cursor');
  assert.deepEqual(progress?.leftOut, { 'forgotten before': 4 }, 'what is refused is counted');
  const kept = ['Count the herons.', 'Painted.', 'Paint the whole of the fence.', 'Shall I?', 'Three.', 'yes'];
  assert.deepEqual(await texts(), kept.sort());
  assert.deepEqual((await memory.search('walrus')).hits, []);
});

test('the place of a line without a time goes along with an export, and holds no words', async (context) => {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  copyTo(fixture('continue'), join(opened.at.userHome, '.continue', 'sessions'));
  await readAll(opened, 'continue');
  const lines: string[] = [];
  for await (const line of opened.memory.export()) lines.push(JSON.stringify(line));
  const file = join(opened.at.root, 'export.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const other = openFresh(context, { caller: { surface: 'cli', person: true } });
  for await (const _progress of other.memory.import({ paths: [file] }));
  const placesOf = async (one: Opened): Promise<(string | undefined)[]> =>
    (await told(one)).map(({ body }) => body.place);
  const places = await placesOf(opened);
  assert.ok(places.every((place) => /^[a-z2-7]{12}$/.test(place ?? '')));
  assert.deepEqual(await placesOf(other), places);
});
