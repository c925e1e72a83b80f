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
