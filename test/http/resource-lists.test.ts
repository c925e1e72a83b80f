import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Memory } from '../../src/api/contract.ts';
import { RESOURCES } from '../../src/api/resources.ts';
import { resourcePath } from '../../src/api/routes.ts';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { createApp } from '../../src/http/app.ts';
import { openFresh } from '../support/fresh-home.ts';

const hello = { name: 'cairn' as const, version: '1.2.3', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' };

interface Answer {
  status: number;
  etag: string;
  body: JsonObject;
}

function open(context: TestContext) {
  const { memory, at } = openFresh(context);
  const app = createApp({
    via: 'tcp',
    usesFor: (caller) => memory.usesFor({ cwd: at.project, ...caller }),
    hello: () => hello,
    leave: () => false,
    listen: async () => ({ url: 'http://127.0.0.1:1', token: 't' }),
    leaving: new AbortController().signal,
  });
  const ask = async (path: string, known = ''): Promise<Answer> => {
    const answer = await app.fetch(new Request(`http://127.0.0.1:1${path}`, { headers: { 'if-none-match': known } }));
    const body = asObject(JSON.parse((await answer.text()) || '{}'));
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', body };
  };
  return { memory, ask };
}

/** One session with something of each kind that a session alone can have. */
async function work(memory: Memory, n: number): Promise<void> {
  const of = (number: number) => ({
    sessionId: `s${n}`,
    number: `${n}-${number}`,
    at: 1_770_000_000_000 + n * 60_000 + number,
  });
  await memory.record([
    { kind: 'prompt', text: `Mend cart ${n}: we always round the total up.`, ...of(1) },
    {
      kind: 'tool.end',
      tool: 'Edit',
      input: { file_path: `src/cart${n}.ts`, old_string: 'a', new_string: 'b' },
      ...of(2),
    },
    {
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: `git commit -m "cart ${n}"` },
      output: `[main abc${n}12] cart ${n}`,
      ...of(3),
    },
    {
      kind: 'message',
      text: `Cart ${n} is mended.\n\n\`\`\`ts\nconst total = Math.ceil(sum${n});\nreturn total;\n\`\`\``,
      ...of(4),
    },
    { kind: 'turn.end', ...of(5) },
  ]);
  await memory.remember({ text: `Cart ${n} is never negative.`, kind: 'constraint' });
  await memory.collect({ name: `carts ${n}`, query: 'cart' });
}

/** The rows of a list: its one field that is a list of objects with ids. */
function idsOf({ body }: Answer): string[] {
  const rows = Object.values(body).find((value) => Array.isArray(value)) as JsonObject[] | undefined;
  return (rows ?? []).map(({ id }) => String(id));
}

async function walk(
  ask: (path: string) => Promise<Answer>,
  path: string,
  between: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: unknown, pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
    assert.ok(pages < 300, `${path} does not end`);
    const answer = await ask(cursor === undefined ? path : `${path}&cursor=${encodeURIComponent(String(cursor))}`);
    assert.equal(answer.status, 200, JSON.stringify(answer));
    ids.push(...idsOf(answer));
    cursor = answer.body.nextCursor;
    await between();
  }
  return ids;
}

test('whatever comes while a list is read page by page, nothing of it is doubled or lost', async (context) => {
  const { memory, ask } = open(context);
  let sessions = 0;
  const more = async (count: number): Promise<void> => {
    for (const from = sessions; sessions < from + count; sessions += 1) await work(memory, sessions);
    await memory.settled();
  };
  await more(6);
  for (const [name, { list }] of Object.entries(RESOURCES)) {
    const isPaged = list.fields.limit !== undefined;
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.nat(1), { maxLength: 3 }),
      async (limit, come) => {
        const path = `${resourcePath(name)}?${isPaged ? `limit=${limit}` : ''}`;
        const before = await walk(ask, `${resourcePath(name)}?${isPaged ? 'limit=100' : ''}`);
        const steps = [...come];
        const found = await walk(ask, path, () => more(steps.pop() ?? 0));
        assert.equal(new Set(found).size, found.length, `${name} has one twice`);
        assert.deepEqual(
          found.filter((id) => before.includes(id)),
          before,
          name,
        );
      },
    );
    await fc.assert(property, { numRuns: 4 });
  }
});

test('a list says that it is as before until something comes, and narrows by what it names', async (context) => {
  const { memory, ask } = open(context);
  await work(memory, 0);
  await memory.settled();
  for (const name of ['observations', 'sessions', 'knowledge', 'prompts']) {
    const { etag, body } = await ask(resourcePath(name));
    assert.ok(idsOf({ status: 200, etag, body }).length > 0, name);
    assert.equal((await ask(resourcePath(name), etag)).status, 304, name);
    await work(memory, Number(etag.length) + name.length);
    await memory.settled();
    assert.equal((await ask(resourcePath(name), etag)).status, 200, name);
    assert.deepEqual(idsOf(await ask(`${resourcePath(name)}?until=2020-01-01`)), [], name);
  }
  assert.equal(idsOf(await ask('/api/v1/observations?file=src/cart0.ts')).length, 1);
});
