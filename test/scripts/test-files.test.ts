import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPTS = new URL('../../scripts/', import.meta.url);
const REPORTER = fileURLToPath(new URL('test-reporter.mjs', SCRIPTS));
const PASSES = "import { test } from 'node:test';\ntest('holds', () => {});\n";

/** Writes test files below a new root and gives what `inBatches` makes of them. */
async function batched(
  context: TestContext,
  files: Record<string, string>,
): Promise<{ root: string; batches: string[] }> {
  const root = temporaryFolder(context);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const told = await runScript(
    `const { inBatches, testFiles } = await import(${JSON.stringify(new URL('test-files.mjs', SCRIPTS).href)});
     console.log(JSON.stringify(inBatches(${JSON.stringify(root)}, testFiles(${JSON.stringify(root)}, 'test'))));`,
  );
  return { root, batches: JSON.parse(told) as string[] };
}

async function runScript(text: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { code, stdout, stderr } = await runProgram(process.execPath, ['--input-type=module', '--eval', text], { env });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** The lines with which a run of test files closes. */
async function closingLines(root: string, files: readonly string[]): Promise<string[]> {
  const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
  const { stdout } = await runProgram(process.execPath, ['--test', `--test-reporter=${REPORTER}`, ...files], {
    cwd: root,
    env,
  });
  return stdout
    .replaceAll(`${root}/`, '')
    .split('\n')
    .filter((line) => /^FAILED |passed/.test(line))
    .sort();
}

test('test files of one folder share a process, and each failure has its file and takes no other with it', async (context) => {
  const { root, batches } = await batched(context, {
    'test/core/a.test.ts': "import { test } from 'node:test';\ntest('falls', () => {\n  throw new Error('one');\n});\n",
    'test/core/b.test.ts': "import './missing.ts';\n",
    'test/core/c.test.ts': PASSES,
    'test/core/deep/d.test.ts': PASSES,
    'test/store/e.test.ts': PASSES,
  });
  assert.deepEqual(batches, ['.cache/batches/core-1.mjs', '.cache/batches/store-1.mjs']);
  const [counts, missing = '', falls = ''] = await closingLines(root, batches);
  assert.match(missing, /^FAILED .cache\/batches\/core-1.mjs › test\/core\/b.test.ts: Cannot find module/);
  assert.equal(falls, 'FAILED test/core/a.test.ts › falls: one');
  assert.equal(counts, '3 passed, 2 failed');
});

test('a process of several test files that ends too early names them', async (context) => {
  const { root, batches } = await batched(context, {
    'test/core/a.test.ts': PASSES,
    'test/core/b.test.ts': `${PASSES}test('ends', () => process.abort());\n`,
  });
  const lines = await closingLines(root, batches);
  assert.match(
    lines[1] ?? '',
    /^FAILED .cache\/batches\/core-1.mjs › .*: test\/core\/a.test.ts, test\/core\/b.test.ts: /,
  );
});

test('a test file that changes its process, or looks at what all of it has, gets one of its own', async (context) => {
  const changes = [
    "process.env.HOME = '/';",
    'delete process.env.HOME;',
    "process.chdir('/');",
    'beforeEach(() => {});',
    'context.mock.timers.enable();',
    'assert.deepEqual(takeIgnored(), {});',
    'process.getActiveResourcesInfo();',
  ];
  const files = Object.fromEntries(changes.map((text, i) => [`test/core/${i}.test.ts`, `${text}\n`]));
  const { batches } = await batched(context, { ...files, 'test/torture/a.test.ts': PASSES, 'test/a.test.ts': PASSES });
  assert.deepEqual(batches.sort(), [...Object.keys(files), 'test/torture/a.test.ts', 'test/a.test.ts'].sort());
});

test('what tests write lies in a folder that is gone afterwards', async () => {
  const { TMPDIR: _own, ...env } = process.env;
  const told = await runScript(
    `const { withScratch } = await import(${JSON.stringify(new URL('test-files.mjs', SCRIPTS).href)});
     await withScratch(({ TMPDIR }) => console.log(TMPDIR ?? ''));`,
    env,
  );
  if (told.trim() !== '') assert.match(told, /^\/dev\/shm\/cairn-\d+$/m);
  assert.equal(existsSync(told.trim()), false);
});
