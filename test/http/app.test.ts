import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CairnError } from '../../src/core/errors.ts';
import { ROUTES, routePath } from '../../src/core/wire.ts';
import { createApp } from '../../src/http/app.ts';
import { openFresh } from '../support/fresh-home.ts';

const hello = { name: 'cairn' as const, version: '1.2.3', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' };

function appOf(context: Parameters<typeof openFresh>[0]) {
  const { memory } = openFresh(context);
  const app = createApp({ memoryFor: (caller) => memory.withCaller(caller), hello: () => hello, leave: () => false });
  return async (path: string, body: string, headers: Record<string, string> = {}) => {
    const answer = await app.fetch(new Request(`http://cairn${path}`, { method: 'POST', body, headers }));
    return { status: answer.status, json: JSON.parse(await answer.text()) as Record<string, unknown> };
  };
}

test('every failure has one shape, with the status of its code', async (context) => {
  const ask = appOf(context);
  const cases: [string, string, number, string][] = [
    [routePath('remember'), '{"note":""}', 400, 'invalid_input'],
    [routePath('remember'), '{broken', 400, 'invalid_input'],
    [routePath('get'), '{"ids":7}', 400, 'invalid_input'],
    [routePath('forget'), '[]', 400, 'invalid_input'],
    [routePath('record'), '{"events":{"messages":3}}', 400, 'invalid_input'],
    [routePath('search'), '{"query":{"query":5,"limit":"x"}}', 400, 'invalid_input'],
    ['/api/v1/nothing', '{}', 404, 'not_found'],
  ];
  for (const [path, body, status, code] of cases) {
    const answer = await ask(path, body);
    assert.deepEqual(
      [answer.status, (answer.json.error as CairnError | undefined)?.code],
      [status, code],
      `${path} ${body}`,
    );
  }
});

test('no body is a fault of Cairn: never internal, whatever its type', async (context) => {
  const ask = appOf(context);
  const bodies = [
    '',
    'null',
    '7',
    '"x"',
    '[]',
    '{}',
    '{"query":null}',
    '{"ids":[1,null]}',
    '{"events":[null,1]}',
    '{"request":4}',
  ];
  for (const route of ROUTES.filter((name) => name !== 'import')) {
    for (const body of bodies) {
      const { json } = await ask(routePath(route), body);
      assert.notEqual(
        (json.error as CairnError | undefined)?.code,
        'internal',
        `${route} ${body}: ${JSON.stringify(json)}`,
      );
    }
  }
});

test('only the command line may say that a person is there', async (context) => {
  const ask = appOf(context);
  const note = JSON.stringify({ note: { text: 'We never store card numbers.', kind: 'constraint' } });
  const status = async (surface: string) =>
    (await ask(routePath('remember'), note, { 'x-cairn-surface': surface, 'x-cairn-person': '1' })).json.status;
  assert.equal(await status('mcp'), 'proposed');
  assert.equal(await status('sdk'), 'proposed');
  assert.equal(await status('cli'), 'created');
});
