import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PATIENT_ENV } from '../support/patience.ts';
import { inWindow, quoted } from '../support/person-terminal.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SESSION = [
  { role: 'user', text: 'Why do amounts have no decimals?', at: 1_790_000_000_000, cwd: '/home/dev/shop' },
  {
    role: 'assistant',
    text: 'They are integer cents, so that sums are exact.',
    at: 1_790_000_001_000,
    cwd: '/home/dev/shop',
  },
];

/** The files that CONTRIBUTING.md shows, by the path in their first line. */
function shownFiles(): { path: string; text: string }[] {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  return [...page.matchAll(/```ts\n\/\/ (src\/\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => ({
    path,
    text,
  }));
}

test('the agent that CONTRIBUTING.md adds is built, set up, heard by hook and imported, in 60 lines', async (context) => {
  const files = shownFiles();
  assert.deepEqual(
    files.map(({ path }) => path),
    ['src/agents/example/hooks.ts', 'src/agents/example/example.ts'],
  );
  assert.ok(files.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0) <= 60);

  const clone = temporaryFolder(context);
  for (const name of [
    'src',
    'scripts',
    'kernels',
    'web',
    'docs',
    'examples',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.types.json',
    'LICENSE',
  ]) {
    cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), text);
  }
  addRow(join(clone, 'src/agents/registry.ts'));
  const run = async (args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<string> => {
    const { code, stdout, stderr } = await runProgram(process.execPath, args, {
      cwd: clone,
      env: { PATH: process.env.PATH ?? '', ...env },
      input,
    });
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  await run(['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '--project', 'tsconfig.types.json']);
  await run(['scripts/write-agents.ts']);
  await run(['scripts/build.ts']);

  const home = join(clone, 'home');
  mkdirSync(join(home, '.example', 'sessions'), { recursive: true });
  writeFileSync(join(home, '.example/sessions/one.jsonl'), SESSION.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const env = { HOME: home, CAIRN_HOME: join(home, '.cairn'), ...PATIENT_ENV };
  const cairn = (...args: string[]): Promise<string> => run(['dist/cli.js', ...args], env);
  try {
    await cairn('setup', 'example', '--yes');
    assert.match(readFileSync(join(home, '.example/settings.json'), 'utf8'), /bin\/hook example SessionStart/);
    const payload = { session_id: 'one', cwd: '/home/dev/shop', prompt: SESSION[0]?.text };
    const hook = await runProgram(join(home, '.cairn/bin/hook'), ['example', 'UserPromptSubmit'], {
      env: { HOME: home, PATH: process.env.PATH ?? '' },
      input: JSON.stringify(payload),
    });
    assert.deepEqual([hook.code, hook.stderr], [0, '']);
    await until(async () => JSON.parse(await cairn('status', '--json')).journal.files === 0);
    const { added } = JSON.parse(await cairn('import', '--agent', 'example', '--json', '--yes')) as { added: number };
    assert.equal(added, 1);
    assert.match(await cairn('search', '-a', 'exact sums', '--json'), /integer cents/);
    const taken = await inWindow(
      [process.execPath, join(clone, 'dist/cli.js'), 'uninstall', 'example', '--yes'].map(quoted).join(' '),
      { env: { ...env, PATH: process.env.PATH ?? '' }, cwd: clone },
    );
    assert.equal(taken.code, 0, taken.stdout);
  } finally {
    await runProgram(process.execPath, ['dist/cli.js', 'worker', 'stop'], { cwd: clone, env });
  }
});

function addRow(path: string): void {
  const registry = readFileSync(path, 'utf8');
  const withRow = registry
    .replace('import type { Agent }', "import { EXAMPLE } from './example/example.ts';\nimport type { Agent }")
    .replace(/(AGENTS: readonly Agent\[\] = \[)/, '$1EXAMPLE, ');
  assert.equal(withRow.split('EXAMPLE').length, 3);
  writeFileSync(path, withRow);
}
