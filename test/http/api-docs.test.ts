import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { renderApiDocs } from '../../scripts/docs/render-api-docs.ts';
import { EXAMPLE_IDS } from '../../src/api/schema/examples.ts';
import { clientOf } from '../support/run-worker.ts';
import { listenAt } from '../support/tcp-request.ts';
import { workerHere } from '../support/worker-here.ts';

const run = promisify(execFile);

test('docs/api.md says what the tables say', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/api.md', import.meta.url)), 'utf8');
  assert.equal(page, renderApiDocs(), 'node scripts/write-snapshots.ts');
});

test('every example of the page does what it says', async (context) => {
  const { at, socket } = await workerHere(context);
  mkdirSync(join(at.project, 'src'));
  writeFileSync(join(at.project, 'src', 'pay.ts'), 'export function pay(): void {\n  charge();\n}\n');
  const memory = clientOf(at, socket);
  await memory.record({ sessionId: 'review-7', messages: [{ role: 'user', content: 'Mend the payment test.' }] });
  const { id: observation } = await memory.remember('We use pnpm.');
  await memory.collect({ name: 'releases', add: [observation] });
  await memory.settled();
  const [session] = (await memory.list({ kinds: ['session'] })).entries;
  const { url, token } = await listenAt(socket);
  const real = {
    [EXAMPLE_IDS.observation]: observation,
    [EXAMPLE_IDS.session]: session?.id ?? '',
    [EXAMPLE_IDS.project]: session?.project ?? '',
  };
  const examples = [...renderApiDocs().matchAll(/^curl .*$/gm)].map(([line]) =>
    Object.entries(real).reduce((text, [shown, id]) => text.replaceAll(shown, id), line),
  );
  assert.ok(examples.length > 40);
  for (const example of examples) {
    const env = { ...process.env, CAIRN: url, TOKEN: token };
    // The page says that sharing is a person's act: a program that shows the token is refused.
    if (example.includes('/api/v1/share"')) await assert.rejects(run('sh', ['-c', example], { env }), /403/);
    else await assert.doesNotReject(run('sh', ['-c', example], { env }), example);
  }
});
