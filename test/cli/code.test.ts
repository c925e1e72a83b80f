import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readProcessTable } from '../../src/platform/process/process-table.ts';
import { helpersOf } from '../code/support.ts';
import { programOf } from '../support/built-program.ts';
import { callTool, WAYS } from '../support/mcp-client.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { clientOf, runWorker, socketOf } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const QUEUE = `/** A queue of jobs. */
export class Queue {
  /** Puts a job back. */
  retry(job: string): void {
    this.run(job);
  }
}
`;

function withSources(context: TestContext): Cairn {
  const cairn = cairnIn(context);
  writeSources(cairn.at.project);
  return cairn;
}

function writeSources(project: string): void {
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  writeFileSync(join(project, 'src', 'queue.ts'), QUEUE);
}

test('cairn code: finds a symbol, outlines its file, shows it', async (context) => {
  const cairn = withSources(context);
  const found = await cairn.run(['code', 'search', 'put', 'a', 'job', 'back']);
  assert.deepEqual([found.code, found.stderr], [0, '']);
  assert.match(
    found.stdout,
    /^src\/queue\.ts:4-6 {2}method Queue\.retry\n {4}retry\(job: string\): void\n {4}Puts a job back\.\n/,
  );
  const outline = await cairn.run(['code', 'outline', 'queue.ts'], { cwd: join(cairn.at.project, 'src') });
  assert.match(outline.stdout, /^src\/queue\.ts\n2-7 export class Queue/);
  assert.match(outline.stderr, /lines, about \d+ tokens/);
  for (const asked of ['Queue.retry', 'src/queue.ts:5']) {
    const shown = await cairn.run(['code', 'show', asked]);
    assert.ok(shown.stdout.includes(QUEUE.split('\n').slice(2, 6).join('\n')), shown.stdout);
  }
  const { symbols } = await cairn.json(['code', 'search', 'Queue', '--kind', 'class']);
  assert.equal((symbols as { name: string }[]).length, 1);
});

test('cairn code: exits with 1 for nothing found, 2 for what it does not understand', async (context) => {
  const cairn = withSources(context);
  assert.equal((await cairn.run(['code', 'search', 'zebra'])).code, 1);
  assert.equal((await cairn.run(['code', 'outline', '../../secret.ts'])).code, 1);
  for (const args of [
    ['code', 'fold'],
    ['code', 'show'],
  ])
    assert.equal((await cairn.run(args)).code, 2, args.join(' '));
});

for (const way of WAYS.filter(({ name }) => name.startsWith('2026'))) {
  test(`an agent reads code by MCP: ${way.name}`, async (context) => {
    const worker = await runWorker(context);
    writeSources(worker.at.project);
    await worker.memory({ cwd: worker.at.project }).remember('We queue jobs.');
    const client = await way.connect(context, worker, { all: true });
    const { tools } = await client.listTools();
    const own = tools.filter(({ name }) => name.startsWith('smart_'));
    assert.deepEqual(
      own.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['smart_search', true],
        ['smart_outline', true],
        ['smart_unfold', true],
      ],
    );
    const found = await callTool(client, 'smart_search', { query: 'retry' });
    assert.match(
      found.text,
      /1\. src\/queue\.ts:4-6 method Queue\.retry: retry\(job: string\): void\n {3}Puts a job back\./,
    );
    const outline = await callTool(client, 'smart_outline', { path: 'src/queue.ts' });
    assert.match(outline.text, /2-7 export class Queue/);
    const body = await callTool(client, 'smart_unfold', { symbol: 'Queue.retry' });
    assert.match(body.text, /this\.run\(job\);/);
    assert.match(JSON.stringify(body.data), /this\.run\(job\);/);
    const refused = await callTool(client, 'smart_outline', { path: '/etc/passwd' });
    assert.ok(refused.isError && refused.text.includes('outside of the project'));
  });
}

test('the SDK asks the same; a worker that leaves ends what reads code', async (context) => {
  const worker = await runWorker(context);
  writeSources(worker.at.project);
  const memory = clientOf(worker.at, socketOf(worker.at));
  const { symbols } = await memory.smartSearch({ query: 'retry', project: worker.at.project });
  assert.equal(symbols[0]?.name, 'retry');
  const [helper = 0] = helpersOf(worker.pid);
  assert.ok(helper > 0);
  await worker.end('SIGTERM');
  await until(() => readProcessTable().read(helper)?.words.includes(programOf('code')) !== true);
});
