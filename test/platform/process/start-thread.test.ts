import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runModule } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const moduleUrl = (name: string): string =>
  JSON.stringify(new URL(`../../../src/platform/${name}.ts`, import.meta.url).href);

test('what a thread says and warns of is counted, and reaches no stream of its process', async (context) => {
  const entry = join(temporaryFolder(context), 'entry.mjs');
  writeFileSync(
    entry,
    `import { parentPort, workerData } from 'node:worker_threads';
     process.emitWarning('a warning', 'ExperimentalWarning');
     process.stdout.write('out');
     parentPort.postMessage(workerData.sum);`,
  );
  const { code, stdout, stderr } = await runModule(
    `import { once } from 'node:events';
     import { takeIgnored } from ${moduleUrl('ignored')};
     import { startThread } from ${moduleUrl('process/start-thread')};
     const thread = startThread(${JSON.stringify(entry)}, { sum: 3 });
     const exit = once(thread, 'exit');
     const [sum] = await once(thread, 'message');
     await exit;
     await new Promise((next) => setImmediate(next));
     console.log(JSON.stringify([sum, Object.keys(takeIgnored())]));`,
  );
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(JSON.parse(stdout), [3, ['a thread wrote to stdout or stderr']]);
});

test('a thread gets of the environment nothing but the compile cache of its process', async (context) => {
  const folder = temporaryFolder(context);
  const entry = join(folder, 'entry.mjs');
  writeFileSync(
    entry,
    `import { getCompileCacheDir } from 'node:module';
     import { parentPort } from 'node:worker_threads';
     parentPort.postMessage([Object.keys(process.env), getCompileCacheDir()]);`,
  );
  const { stdout } = await runModule(
    `import { once } from 'node:events';
     import { enableCompileCache, getCompileCacheDir } from 'node:module';
     import { startThread } from ${moduleUrl('process/start-thread')};
     const told = async () => (await once(startThread(${JSON.stringify(entry)}), 'message'))[0];
     const without = await told();
     enableCompileCache(${JSON.stringify(folder)});
     const [names, cache] = await told();
     console.log(JSON.stringify([without, names, cache === getCompileCacheDir()]));`,
    { ...process.env, NODE_COMPILE_CACHE: undefined },
  );
  assert.deepEqual(JSON.parse(stdout), [[[], null], ['NODE_COMPILE_CACHE'], true]);
});
