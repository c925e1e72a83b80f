// What a person decides while an agent works, from a transcript as Claude Code 2.1 writes it to what the memory holds of it.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { claudeFolder } from '../../bench/support/claude-folder.ts';
import type { Item, SummaryDetail } from '../../src/core/model/item.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { flatDetail } from '../support/flat-detail.ts';
import { type FreshHome, openFresh } from '../support/fresh-home.ts';

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n";
const NOTE =
  "\n\nNote: The user's next message may contain a correction or preference. Pay close attention — if they explain what went wrong or how they'd prefer you to work, consider saving that to memory for future sessions.";
const PLAN = '# Plan: put the carts into Redis\n\n1. Add the client.\n2. Move the carts.';

type Message = Record<string, unknown>;
type Make = (project: string) => Message[];

const typed = (content: string, more: Message = {}): Message => ({
  type: 'user',
  promptSource: 'typed',
  origin: { kind: 'human' },
  message: { role: 'user', content },
  ...more,
});
const said = (text: string): Message => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } });
const called = (id: string, name: string, input: object): Message => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input }] },
});
const answered = (id: string, content: string, more: Message = {}): Message => ({
  type: 'user',
  message: {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: id,
        content,
        ...(typeof more.toolUseResult === 'string' && { is_error: true }),
      },
    ],
  },
  ...more,
});
const refused = (id: string, reason: string): Message =>
  answered(id, `${REFUSED}${reason}${NOTE}`, { toolUseResult: `Error: ${REFUSED}${reason}${NOTE}` });

/** A memory that read sessions of one project, told one after the other, an hour apart. */
async function told(
  context: TestContext,
  ...sessions: Make[]
): Promise<OpenedMemory & { at: FreshHome; items: Item[] }> {
  const opened = openFresh(context);
  const { memory, store, at } = opened;
  const folder = claudeFolder(at.userHome, at.project);
  mkdirSync(folder, { recursive: true });
  const paths = sessions.map((make, n) => {
    const sessionId = `00000000-0000-4000-8000-00000000000${n}`;
    const began = Date.now() - (sessions.length - n) * 3_600_000;
    const fixed = {
      version: '2.1.330',
      entrypoint: 'cli',
      userType: 'external',
      isSidechain: false,
      gitBranch: 'main',
    };
    const lines = make(at.project).map((message, line) => ({
      ...fixed,
      sessionId,
      cwd: at.project,
      uuid: `${n}-${line}`,
      timestamp: new Date(began + line * 1_000).toISOString(),
      ...message,
    }));
    const path = join(folder, `${sessionId}.jsonl`);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  });
  for await (const _progress of memory.import({ paths }));
  await memory.settled();
  return { ...opened, items: await store.items.list({}, { limit: 200, oldestFirst: true }) };
}

const stated = (items: readonly Item[]): Item[] =>
  items.filter(({ kind, author }) => kind === 'knowledge' && author === 'person');

function summaryOf(items: readonly Item[]): SummaryDetail {
  const summary = items.map((item) => flatDetail(item).summary).find((one) => one !== undefined);
  assert.ok(summary);
  return summary;
}

test('what a person refused is kept with the reason, and is nowhere solved, decided or done', async (context) => {
  const { items, memory, at } = await told(context, (project) => [
    typed('Make the carts faster.'),
    called('t1', 'Edit', { file_path: join(project, 'cart.ts'), old_string: 'a', new_string: 'redis' }),
    refused('t1', 'keep the carts in the process, two hosts share no memory'),
    called('t2', 'ExitPlanMode', { plan: PLAN }),
    refused('t2', 'no, an index instead of Redis'),
    called('t3', 'Bash', { command: 'git commit -am "feat: carts in Redis"' }),
    refused('t3', 'do not commit before the tests ran'),
    said('I stop here, nothing was changed.'),
  ]);
  assert.deepEqual(
    stated(items).map((item) => [flatDetail(item).knowledge, item.text, flatDetail(item).reply?.about]),
    [
      ['rejected', 'keep the carts in the process, two hosts share no memory', 'Edit cart.ts'],
      ['rejected', 'no, an index instead of Redis', 'Plan: Plan: put the carts into Redis'],
      ['rejected', 'do not commit before the tests ran', 'git commit -am "feat: carts in Redis"'],
    ],
  );
  const { completed, problemsSolved, decisions, outcome } = summaryOf(items);
  assert.deepEqual([completed, problemsSolved], [[], []]);
  assert.notEqual(outcome, 'done');
  assert.doesNotMatch(decisions.map(({ text }) => text).join('\n'), /carts into Redis|Add the client|feat:/);
  assert.equal(items.filter(({ kind }) => kind === 'commit').length, 0);
  const { text } = await memory.context({ cwd: at.project, prompt: 'Shall the carts move to Redis?' });
  assert.doesNotMatch(text, /(?:solved|done|decided|committed)[^\n]{0,60}Redis/i);
});

test('a pick is kept with the words of the options, and what was not picked is not', async (context) => {
  const { items } = await told(context, () => [
    typed('How can the carts get faster?'),
    said('There are three ways:\n\n1. add an index on the owner\n2. cache the page\n3. load the lines at once'),
    typed('do 1 and 3'),
    said('Done.'),
  ]);
  const [choice, ...others] = stated(items);
  assert.deepEqual(others, []);
  assert.deepEqual(choice && flatDetail(choice).reply, {
    to: 'offer',
    options: ['add an index on the owner', 'load the lines at once'],
  });
  assert.match(choice?.title ?? '', /do 1 and 3: add an index on the owner; load the lines at once/);
  assert.doesNotMatch(choice?.text ?? '', /cache the page/);
});

test('an answer to the agent’s question is the person’s decision, with the option’s words', async (context) => {
  const question = 'Which store shall the carts have?';
  const options = [
    { label: 'SQLite', description: 'one file beside the program' },
    { label: 'Redis', description: 'a server of its own' },
  ];
  const { items } = await told(context, () => [
    typed('Make the carts faster.'),
    called('t1', 'AskUserQuestion', { questions: [{ question, header: 'Store', options }] }),
    answered('t1', `User has answered your questions: "${question}"="SQLite".`, {
      toolUseResult: { questions: [{ question, options }], answers: { [question]: 'SQLite' } },
    }),
    said('SQLite it is.'),
  ]);
  const [answer, ...others] = stated(items);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [answer?.text, answer && flatDetail(answer).reply],
    ['SQLite: one file beside the program', { to: 'question', about: question }],
  );
});

test('a correction is kept with what it turns down, and a reversal supersedes what was said before', async (context) => {
  const first: Make = () => [
    typed('Round the totals of the carts.'),
    said('I round them up now.'),
    typed('no, use bankers rounding for the totals instead of rounding up'),
    said('Done.'),
    typed('We use tabs for the templates of the carts.'),
    said('Noted.'),
  ];
  const later: Make = () => [
    typed('Look at the templates of the carts again.'),
    said('They are indented with tabs.'),
    typed('actually, use spaces for the templates of the carts instead of tabs'),
    said('Done.'),
  ];
  const { items, memory } = await told(context, first, later);
  const correction = stated(items).find(({ text }) => text.includes('bankers'));
  assert.deepEqual(correction && [flatDetail(correction).knowledge, flatDetail(correction).alternatives], [
    'decision',
    ['rounding up'],
  ]);
  const [tabs, spaces] = ['We use tabs', 'use spaces'].map((words) =>
    stated(items).find(({ text }) => text.includes(words)),
  );
  assert.ok(tabs && spaces);
  const { records } = await memory.get([tabs.id]);
  assert.deepEqual(
    records.map((record) => JSON.stringify(record).includes(spaces.id)),
    [true],
  );
});

test('/remember is the person’s statement, typed as a command of the agent or of a plugin', async (context) => {
  const command = (name: string, words: string): Message =>
    typed(
      `<command-message>${name.slice(1)}</command-message>\n<command-name>${name}</command-name>\n<command-args>${words}</command-args>`,
      { promptSource: undefined, turnOrigin: 'human' },
    );
  const { items } = await told(context, () => [
    typed('Make the carts faster.'),
    said('I look at them.'),
    command('/remember', 'The carts of the shop expire after two days.'),
    command('/cairn:remember', 'We never log the address of a buyer.'),
    command('/review', 'We always log the address of a buyer.'),
    said('Noted.'),
  ]);
  const own = items.filter(
    (item) => item.author === 'person' && (item.kind === 'knowledge' || flatDetail(item).observation === 'note'),
  );
  assert.deepEqual(
    own.map(({ text }) => text),
    ['The carts of the shop expire after two days.', 'We never log the address of a buyer.'],
  );
});

test('none of this is a person’s where a program answers', async (context) => {
  const byProgram = { entrypoint: 'sdk-cli', promptSource: 'sdk' };
  const { items } = await told(context, (project) => [
    typed('Make the carts faster.', byProgram),
    called('t1', 'Edit', { file_path: join(project, 'cart.ts'), old_string: 'a', new_string: 'b' }),
    { ...refused('t1', 'keep the carts in the process'), entrypoint: 'sdk-cli' },
    said('There are two ways:\n\n1. add an index\n2. cache the page'),
    typed('do 1', byProgram),
    typed('no, use bankers rounding instead of rounding up', byProgram),
    typed('/remember We never log the address of a buyer.', byProgram),
  ]);
  assert.deepEqual(
    items.filter(({ author }) => author === 'person').map(({ text }) => text),
    [],
  );
});
