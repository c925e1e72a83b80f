import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchResult } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { rememberWork } from '../../memory/contract/remembered-work.ts';
import { openFresh } from '../../support/fresh-home.ts';

const ids = ({ hits }: SearchResult): string[] => hits.map(({ id }) => id).sort();

const messagesOf = (result: SearchResult, code: string): string[] =>
  result.notes.filter((note) => note.code === code).map(({ message }) => message);

test('a filter in the text narrows as the field of the call does', async (context) => {
  const { memory } = openFresh(context);
  const work = await rememberWork(memory);
  const query = 'totals cents refund test';
  for (const [text, fields] of [
    ['file:totals.ts', { file: 'totals.ts' }],
    ['agent:Claude-Code', { agent: 'claude-code' }],
    ['kind:message', { kinds: ['message'] }],
    ['kind:messages,prompt', { kinds: ['message', 'prompt'] }],
    ['kind:message kind:prompt', { kinds: ['message', 'prompt'] }],
    ['concept:money', { concept: 'money' }],
    [`session:${work.sessions[0]}`, { session: work.sessions[0] }],
    [`project:${work.project}`, { project: work.project }],
    ['project:shop', { project: 'shop' }],
    ['after:2026-03-03', { since: '2026-03-03' }],
    ['since:2026-03-03', { since: '2026-03-03' }],
    ['until:2026-03-02', { until: '2026-03-02' }],
  ] as const) {
    const [read, asked] = [await memory.search(`${query} ${text}`), await memory.search({ query, ...fields } as never)];
    assert.deepEqual(ids(read), ids(asked), text);
    assert.ok(asked.hits.length > 0, text);
    assert.match(messagesOf(read, 'understood').join(), /^Only /, text);
  }
});

test('what the call and the text narrow must both hold', async (context) => {
  const { memory } = openFresh(context);
  const work = await rememberWork(memory);
  const query = 'totals cents refund test';
  const both = await memory.search({ query: `${query} kind:message,prompt`, kinds: ['message', 'commit'] });
  assert.deepEqual([...new Set(both.hits.map(({ kind }) => kind))], ['message']);
  const later = await memory.search({ query: `${query} after:2026-03-01`, since: '2026-03-03' });
  assert.ok(later.hits.length > 0 && later.hits.every(({ at }) => at >= '2026-03-03'));
  for (const [text, fields] of [
    [`session:${work.sessions[1]}`, { session: work.sessions[0] }],
    ['agent:codex', { agent: 'claude-code' }],
    ['file:refunds.ts', { file: 'totals.ts' }],
    ['kind:message', { kinds: ['prompt'] }],
  ] as const) {
    assert.deepEqual((await memory.search({ query: `${query} ${text}`, ...fields } as never)).hits, [], text);
  }
});

test('kinds of knowledge are kinds, and kinds can be left out', async (context) => {
  const { memory } = openFresh(context);
  const work = await rememberWork(memory);
  assert.deepEqual(ids(await memory.search('kind:decision')), [work.decision]);
  const rest = await memory.search('totals cents -kind:message -kind:observation');
  assert.ok(rest.hits.length > 0);
  assert.ok(rest.hits.every(({ kind }) => kind !== 'message' && kind !== 'observation'));
});

test('words and phrases with a minus are in no answer, in whatever form', async (context) => {
  const { memory } = openFresh(context);
  await memory.remember('Deploy the checkout with blue green switches');
  await memory.remember('Deploying the checkout used canary releases');
  await memory.remember('The checkout runs on the canary cluster');
  const titles = async (query: string): Promise<string[]> =>
    (await memory.search(query)).hits.map(({ title }) => title.split(' ')[0] ?? '').sort();
  assert.deepEqual(await titles('checkout -canaries'), ['Deploy']);
  assert.deepEqual(await titles('checkout -"canary cluster"'), ['Deploy', 'Deploying']);
  assert.deepEqual(await titles('-deploys'), ['The']);
  assert.deepEqual(messagesOf(await memory.search('checkout -canary'), 'understood'), ['Only without "canary".']);
});

test('a filter that names nothing is words, and says so', async (context) => {
  const { memory } = openFresh(context);
  await rememberWork(memory);
  for (const text of ['project:nowhere', 'session:nothing', 'kind:Deployment', 'before:dawn', 'meaning:deep']) {
    const found = await memory.search(`refund ${text}`);
    assert.ok(found.hits.length > 0, text);
    assert.ok(messagesOf(found, 'not_understood')[0]?.includes(text), text);
  }
});

test('filters alone list what they leave, page by page', async (context) => {
  const { memory } = openFresh(context);
  await rememberWork(memory);
  const first = await memory.search({ query: 'kind:message', limit: 1 });
  const second = await memory.search({ query: 'kind:message', limit: 1, cursor: first.nextCursor ?? '' });
  assert.deepEqual([...first.hits, ...second.hits].map(({ at }) => at.slice(0, 10)).sort(), [
    '2026-03-02',
    '2026-03-03',
  ]);
});

/** Remembers a note of some hours ago; gives its id. */
async function remembered(memory: Memory, text: string, hoursAgo: number): Promise<string> {
  return (await memory.remember({ text, at: Date.now() - hoursAgo * 3_600_000 })).id;
}

test('times in words narrow behind before: and after:, and where a question is about nothing else', async (context) => {
  const { memory } = openFresh(context);
  const [old, fresh] = [
    await remembered(memory, 'The queue was drained by hand', 24 * 40),
    await remembered(memory, 'The queue was drained by a job', 0),
  ];
  assert.deepEqual(ids(await memory.search('queue after:"last week"')), [fresh]);
  assert.deepEqual(ids(await memory.search('queue after:7d')), [fresh]);
  assert.deepEqual(ids(await memory.search('queue before:yesterday')), [old]);
  assert.deepEqual(ids(await memory.search('queue today')), [old, fresh].sort());
  const today = await memory.search('what did we do today?');
  assert.deepEqual(ids(today), [fresh]);
  assert.match(messagesOf(today, 'understood').join(), /^Only \d{4}-\d\d-\d\d \(today\)\.$/);
  assert.deepEqual(messagesOf(today, 'no_words'), []);
});

test('what was done in a time is told by the summaries of its sessions first', async (context) => {
  const { memory } = openFresh(context);
  for (const [n, sessionId] of ['queue', 'basket'].entries()) {
    const place = { agent: 'codex', sessionId, at: Date.now() - (n + 1) * 3_600_000 };
    await memory.record([
      { ...place, number: '1', kind: 'prompt', text: `Drain the ${sessionId} before the shop opens` },
      {
        ...place,
        number: '2',
        kind: 'message',
        text: `I added a job that drains the ${sessionId} each ${n === 0 ? 'night' : 'Monday by hand'}.`,
      },
      { ...place, number: '3', kind: 'prompt', text: 'Thanks, now write that down' },
      { ...place, number: '4', kind: 'session.end' },
    ]);
  }
  await memory.settled();
  const kinds = async (query: string) => (await memory.search(query)).hits.map(({ kind }) => kind);
  const [first, second, ...others] = await kinds('what did we do since yesterday?');
  assert.deepEqual([first, second], ['summary', 'summary']);
  assert.ok(others.includes('prompt') && !others.includes('summary'));
  assert.notEqual((await kinds('drain the queue'))[0], 'summary');
});

test('a commit or tag that is named is a time', async (context) => {
  const { memory } = openFresh(context);
  const at = (day: number): number => Date.UTC(2026, 2, day, 9);
  const on = (number: number, day: number) => ({ agent: 'codex', sessionId: 'one', number: `${number}`, at: at(day) });
  const ran = (command: string, output: string) => ({
    kind: 'tool.end',
    tool: 'Bash',
    input: { command },
    output,
    exitCode: 0,
  });
  await memory.record([
    { kind: 'prompt', text: 'Make the parser quick, please', ...on(1, 2) },
    { ...ran('git commit -m "Refactor the parser"', '[main 1a2b3c4] Refactor the parser'), ...on(2, 3) },
    { kind: 'prompt', text: 'Let the parser read tabs too', ...on(3, 4) },
    { ...ran('git tag v1.2.0', ''), ...on(4, 5) },
    { kind: 'prompt', text: 'Release notes of the parser are missing', ...on(5, 6) },
  ]);
  await memory.settled();
  const prompts = async (question: string): Promise<string[]> =>
    (await memory.search(`parser kind:prompt ${question}`)).hits.map(({ at: when }) => when.slice(8, 10)).sort();
  assert.deepEqual(await prompts('after:v1.2.0'), ['06']);
  assert.deepEqual(await prompts('before:v1.2.0'), ['02', '04']);
  assert.deepEqual(await prompts('since:"the parser refactor commit"'), ['04', '06']);
  assert.deepEqual(await prompts('before:"the refactor commit"'), ['02']);
  assert.deepEqual(await prompts('before:"the release"'), ['02', '04']);
  const told = await memory.search('what changed since v1.2.0');
  assert.ok(told.hits.length > 0 && told.hits.every(({ at: when }) => when >= '2026-03-05'), JSON.stringify(told));
});

test('recall reads its question alike', async (context) => {
  const { memory } = openFresh(context);
  await rememberWork(memory);
  const { notes, text } = await memory.recall('cents kind:decision');
  assert.match(text, /integer cents/);
  assert.ok(notes.some(({ code, message }) => code === 'understood' && message === 'Only kind decision.'));
});

test('a word that is nowhere finds those that are like it, and says so', async (context) => {
  const { memory } = openFresh(context);
  const rules = [
    'We run postgres behind pgbouncer',
    'authOrderService signs every receipt',
    'The legacypaymentgateway stays until spring',
  ];
  for (const rule of rules) await memory.remember(rule);
  for (const [query, rule] of [
    ['postgers', 0],
    ['psotgres', 0],
    ['pgbouncr', 0],
    ['authOrd', 1],
    ['authorders', 1],
    ['receit', 1],
    ['Order', 1],
    ['paymentgate', 2],
    ['legacy*', 2],
  ] as const) {
    const found = await memory.search(query);
    assert.equal(found.hits[0]?.title, rules[rule], query);
  }
  assert.deepEqual(messagesOf(await memory.search('postgers'), 'near_words'), [
    'Looked for "postgres" too, since "postgers" is nowhere as a word.',
  ]);
  assert.deepEqual((await memory.search('xylophone')).hits, []);
});
